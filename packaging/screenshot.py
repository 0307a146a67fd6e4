"""Watch a screen until something is painted on it, and take a picture of it; for X11.

    DISPLAY=:7 python packaging/screenshot.py OUT.png [SECONDS]

Prints one JSON object a line, as things happen: `watching`; `painted`, at the system's monotonic clock in s;
`colours`, how many are in the picture, which is taken once nothing has changed for a while. Exits with 1
where nothing was painted in time.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "xcb"

import numpy as np
from PySide6.QtGui import QGuiApplication, QImage

_SECONDS = 60.0
_PAINTED_COLOURS = 4
_POLL_SECONDS = 0.01
_CALM_SECONDS = 1.0
_COARSE_STEP = 8


def main() -> int:
    """Watch, take the picture, print; return the exit status."""
    target = Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else _SECONDS
    application = QGuiApplication([])

    def grab() -> QImage:
        return application.primaryScreen().grabWindow(0).toImage()

    _tell(watching=True)
    deadline = time.monotonic() + seconds
    while count_colours(grab(), _COARSE_STEP) < _PAINTED_COLOURS:
        if time.monotonic() > deadline:
            return 1
        time.sleep(_POLL_SECONDS)
    _tell(painted=time.monotonic())
    # From here on at leisure: a picture is many pixels to compare.
    picture = _settled(grab, deadline)
    picture.save(str(target))
    _tell(colours=count_colours(picture))
    return 0


def count_colours(image: QImage, step: int = 1) -> int:
    """Count the different colours among every `step`-th pixel of every `step`-th row."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return int(np.unique(pixels[::step, ::step]).size)


def _settled(grab: Callable[[], QImage], deadline: float) -> QImage:
    """Return the first picture that stays for a while, or the last one before the deadline."""
    picture, since = grab(), time.monotonic()
    while (now := time.monotonic()) < deadline and now - since < _CALM_SECONDS:
        time.sleep(_CALM_SECONDS / 5)
        newer = grab()
        if newer != picture:
            picture, since = newer, time.monotonic()
    return picture


def _tell(**facts: float) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    sys.exit(main())
