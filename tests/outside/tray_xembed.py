"""The tray on an older X desktop, by hand: real icons (XEmbed), a real panel, real clicks.

Not part of the tests, since it needs what few machines have:

    apt install xvfb openbox trayer xdotool imagemagick dbus
    .venv/bin/python tests/outside/tray_xembed.py FOLDER

It starts the program on an X server of its own, clicks on its icon, opens its menu and quits from there by
the keyboard, and leaves pictures in FOLDER to look at. The exit status is 0 where all of that worked.
"""

import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

DISPLAY = ":92"
NEEDED = ("Xvfb", "openbox", "trayer", "xdotool", "import", "dbus-run-session")
SECONDS = 30.0
TRAYER = "trayer --edge bottom --align right --widthtype request --height 28 --SetDockType true"
MEMORY = '{"type":"entity","name":"Ann","entityType":"person","observations":[]}\n'


def main(folder: Path) -> int:
    """Run the trial; return the exit status."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        print(f"Missing: {', '.join(missing)}")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        desktop = Desktop(stack, folder)
        program = desktop.start_program()
        icon = desktop.wait_for("the icon", desktop.icon)
        desktop.picture("1-icon")
        desktop.xdotool("mousemove", *icon, "click", "3")
        time.sleep(1.5)
        desktop.picture("2-menu")
        desktop.xdotool("key", "Escape", "mousemove", *icon, "click", "1")
        time.sleep(1.0)
        desktop.picture("3-clicked")
        desktop.xdotool("mousemove", *icon, "click", "3")
        time.sleep(1.0)
        desktop.xdotool("key", "q")
        desktop.wait_for("the end", lambda: program.poll() is not None)
    print(f"The pictures are in {folder}; the program ended with {program.returncode}.")
    return 0 if program.returncode == 0 else 1


class Desktop:
    """An X server with a window manager and a panel."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        self._folder = folder
        self._home = folder / "home"
        self._home.mkdir(exist_ok=True)
        ours = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "XDG_"))}
        self._environment = {**ours, "HOME": str(self._home), "DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb"}
        self._start("Xvfb", DISPLAY, "-screen", "0", "1280x800x24", "-nolisten", "tcp")
        self.wait_for("the X server", lambda: self.xdotool("getdisplaygeometry") != "")
        self._start("openbox")
        self._start(*TRAYER.split())
        self.wait_for("the panel", lambda: self.xdotool("search", "--class", "trayer") != "")

    def start_program(self) -> "subprocess.Popen[bytes]":
        memory = self._home / "memory.jsonl"
        memory.write_text(MEMORY)
        return self._start("dbus-run-session", "--", sys.executable, "-m", "mnemoscope_gui", str(memory))

    def icon(self) -> list[str]:
        """Return the middle of the icon in the panel, once it has one that is wide enough."""
        for window in self.xdotool("search", "--class", "trayer").split():
            lines = self.xdotool("getwindowgeometry", "--shell", window).splitlines()
            place = dict(line.split("=") for line in lines if "=" in line)
            if int(place.get("WIDTH", 0)) >= 20:
                x = int(place["X"]) + int(place["WIDTH"]) // 2
                return [str(x), str(int(place["Y"]) + int(place["HEIGHT"]) // 2)]
        return []

    def picture(self, name: str) -> None:
        command = ["import", "-window", "root", str(self._folder / f"{name}.png")]
        subprocess.run(command, env=self._environment, check=True)

    def xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout

    def wait_for(self, what: str, condition):
        """Wait until a condition holds, and return what it returned."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.1)
        sys.exit(f"{what} did not come within {SECONDS:g} seconds")

    def _start(self, *command: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute()))
