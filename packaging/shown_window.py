"""Show a window on a screen that nobody sees, and tell what was seen of it; for Linux."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from places import PACKAGING
from virtual_screen import virtual_screen

_SECONDS = 60
_SECONDS_TO_END = 10
_USER_TIME, _SYSTEM_TIME = 13, 14  # fields of /proc/PID/stat, counted from 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What was seen of a window.

    Attributes:
        paint_seconds: wall time from the start to the first paint.
        processor_seconds: processor time of the program until then.
        colours: how many the picture has; 0 where nothing was painted.
        status: how the program ended by itself; None where it had to be ended.
        log: what it wrote.
    """

    paint_seconds: float
    processor_seconds: float
    colours: int
    status: int | None
    log: str


def show_window(command: Sequence[str], environment: Mapping[str, str], picture: Path) -> Shown:
    """Start a window, wait for its picture, and end it."""
    log = picture.with_suffix(".log")
    painted = processor = colours = 0.0
    with virtual_screen() as display, _watched(display, picture) as facts, log.open("wb") as errors:
        on_screen = {**environment, "DISPLAY": display}
        started = time.monotonic()
        window = subprocess.Popen(command, env=on_screen, stdout=errors, stderr=errors)
        try:
            painted = next(facts, {}).get("painted", 0.0)
            processor = _processor_seconds(window.pid) if painted else 0.0
            colours = next(facts, {}).get("colours", 0.0)
            status = window.poll()
        finally:
            window.terminate()
            window.wait(_SECONDS_TO_END)
    return Shown(painted - started, processor, int(colours), status, log.read_text("utf-8", "replace"))


@contextmanager
def _watched(display: str, picture: Path) -> Iterator[Iterator[dict[str, float]]]:
    """Let a second program watch the screen; yield what it tells from when it watches."""
    command = [sys.executable, str(PACKAGING / "screenshot.py"), str(picture), str(_SECONDS)]
    environment = {**os.environ, "DISPLAY": display}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as watcher:
        lines = iter(watcher.stdout or ())
        facts = (json.loads(line) for line in lines)
        next(facts, None)
        try:
            yield facts
        finally:
            watcher.terminate()


def _processor_seconds(pid: int) -> float:
    # The name of the program, in brackets, may hold spaces.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    ticks = int(fields[_USER_TIME - 2]) + int(fields[_SYSTEM_TIME - 2])
    return ticks / os.sysconf("SC_CLK_TCK")
