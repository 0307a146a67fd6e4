"""Starting the program when the person logs in.

What has to be written, and where, are pure functions of (environment, platform), as in `locations`: a
desktop entry on Linux (Desktop Application Autostart Specification), a launch agent on macOS, a value of the
registry's Run key on Windows.
"""

import os
import re
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath

from mnemoscope_shared.errors import WriteFailed
from mnemoscope_shared.locations import home_folder

RUN_VALUE = "Mnemoscope"
"""The name of our value in the Run key."""

_LABEL = "local.mnemoscope"
_ENTRY = """\
[Desktop Entry]
Type=Application
Name=Mnemoscope
Comment=See what your assistant remembers
{}Icon=mnemoscope
Terminal=false
X-GNOME-Autostart-enabled=true
"""
_SAFE_WORD = re.compile(r"[\w@+=:,./-]+", re.ASCII)
_SWITCHED_OFF = re.compile(
    r"^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$", re.MULTILINE | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class LoginFile:
    """A file that makes the system start a program at login.

    Attributes:
        path: where it is.
        content: what is in it.
        command: the part of the content that names the program; the rest may be changed by the desktop.
    """

    path: PurePath
    content: str
    command: str


def login_file(environment: Mapping[str, str], platform: str, command: Sequence[str]) -> LoginFile:
    """Return the file for a platform that wants one, Linux or macOS.

    Args:
        environment: the user's.
        platform: `sys.platform`.
        command: the absolute path of a program, and its arguments.
    """
    home = home_folder(environment, platform)
    if platform == "darwin":
        import plistlib  # takes long to load, and is needed here alone

        agent = {"Label": _LABEL, "ProgramArguments": list(command), "RunAtLoad": True}
        path = home / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
        content = plistlib.dumps(agent).decode()
        return LoginFile(path, content, content)
    # The base directory specification: a relative path in the variable is to be ignored.
    chosen = environment.get("XDG_CONFIG_HOME", "")
    folder = PurePosixPath(chosen) if chosen.startswith("/") else home / ".config"
    line = f"Exec={' '.join(map(_exec_word, command))}\n"
    return LoginFile(folder / "autostart" / "mnemoscope.desktop", _ENTRY.format(line), f"\n{line}")


def run_value(command: Sequence[str]) -> str:
    """Return what the Run key of Windows holds."""
    import subprocess  # takes long to load, and is needed here alone

    return subprocess.list2cmdline(command)


def login_command(environment: Mapping[str, str], executable: str, *, is_frozen: bool) -> tuple[str, ...]:
    """Return how this program is started at login: in the tray, without a window.

    Args:
        environment: the user's; an AppImage says there where it is.
        executable: `sys.executable`.
        is_frozen: whether that is our own program, and not Python.
    """
    program = (environment.get("APPIMAGE") or executable,)
    return (*(program if is_frozen else (executable, "-m", "mnemoscope_gui")), "--hidden")


class StartAtLogin:
    """Reads and changes whether the program starts at login, which the person may also do elsewhere."""

    def __init__(
        self,
        environment: Mapping[str, str],
        platform: str,
        command: Sequence[str],
        run_key: MutableMapping[str, str] | None = None,
    ) -> None:
        """Use the place of a platform; `run_key` stands for the values of the registry's Run key."""
        self._command = tuple(command)
        self._file = login_file(environment, platform, command) if run_key is None else None
        self._run_key = run_key if run_key is not None else {}

    @property
    def is_on(self) -> bool:
        """Whether the system starts this program; another copy, or one that was moved, does not count."""
        if self._file is None:
            return self._run_key.get(RUN_VALUE) == run_value(self._command)
        try:
            content = Path(self._file.path).read_text("utf-8", "replace")
        except OSError:
            return False
        return self._file.command in content and not _SWITCHED_OFF.search(content)

    def turn(self, on: bool) -> None:
        """Switch it on or off.

        Raises:
            WriteFailed: the system refuses.
        """
        path = Path(self._file.path) if self._file is not None else Path(RUN_VALUE)
        try:
            if self._file is not None:
                _write(path, self._file.content if on else None)
            elif on:
                self._run_key[RUN_VALUE] = run_value(self._command)
            else:
                self._run_key.pop(RUN_VALUE, None)
        except OSError as error:
            raise WriteFailed(path, error.errno or 0) from error


def this_program() -> StartAtLogin:
    """Return the switch for this program on this computer."""
    is_frozen = bool(getattr(sys, "frozen", False))
    command = login_command(os.environ, os.path.abspath(sys.executable), is_frozen=is_frozen)  # noqa: PTH100
    if sys.platform == "win32":
        from mnemoscope_gui.tray.run_key import RunKey

        return StartAtLogin(os.environ, sys.platform, command, RunKey())
    return StartAtLogin(os.environ, sys.platform, command)


def _exec_word(word: str) -> str:
    """Return an argument as the key Exec wants it: quoted, then escaped as any text of the file is."""
    if _SAFE_WORD.fullmatch(word):
        return word
    quoted = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return '"{}"'.format(quoted.replace("\\", "\\\\").replace("\n", "\\n"))


def _write(path: Path, content: str | None) -> None:
    """Replace a file in one step, or remove it for None."""
    if content is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.new")
    try:
        temporary.write_text(content, "utf-8")
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
