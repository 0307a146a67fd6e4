"""A desktop of the test's own: an X server, a session bus, and a panel that can come and go."""

import ctypes
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

SECONDS = 30
WATCHER = Path(__file__).with_name("status_notifier_watcher.py")
PROGRAMS = ("dbus-daemon", "Xvfb")
X11_LIBRARIES = (
    *("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1"),
    *("libxcb-shape.so.0", "libxkbcommon-x11.so.0"),
)


class Panel:
    """A running `status_notifier_watcher.py`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        assert self._receive() == "ready"

    def ask(self, verb: str, *arguments: str):
        """Send a request and return the answer."""
        self._process.stdin.write(json.dumps([verb, *arguments]) + "\n")
        self._process.stdin.flush()
        return self._receive()

    def stop(self) -> None:
        """Go, as a panel that crashes does."""
        self._process.kill()
        self._process.wait(SECONDS)

    def _receive(self):
        line = self._process.stdout.readline()
        assert line, "the panel has ended"
        return json.loads(line)


class Desktop:
    """Where programs with a window and a tray can run."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        self._folder = folder
        bus = self._start("dbus-daemon", "--session", "--nofork", "--print-address=1")
        display = self._start("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "QT_"))},
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip(),
            "DISPLAY": f":{display.stdout.readline().strip()}",
            "QT_QPA_PLATFORM": "xcb",
        }

    def start_panel(self) -> Panel:
        """Start a panel with a tray."""
        return Panel(self._start(sys.executable, str(WATCHER), env=self.environment))

    def start(self, *arguments: object) -> "subprocess.Popen[str]":
        """Start a Python program, with its standard error in its output."""
        command = [sys.executable, *map(str, arguments)]
        return self._start(*command, env=self.environment, stderr=subprocess.STDOUT)

    def _start(self, *command: str, **options) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            command,
            cwd=self._folder,
            text=True,
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **options},
        )
        self._stack.callback(_end, process)
        return process


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    if importlib.util.find_spec("dbus_fast") is None:
        pytest.skip("a tray needs dbus-fast, which is for Linux")
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    missing += [name for name in X11_LIBRARIES if not is_there(name)]
    if missing:
        pytest.skip(f"a tray needs {', '.join(missing)}")
    folder = tmp_path / "home"
    folder.mkdir()
    with ExitStack() as stack:
        yield Desktop(stack, folder)


def is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait(SECONDS)
    process.stdin.close()
    process.stdout.close()
