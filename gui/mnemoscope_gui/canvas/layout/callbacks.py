"""How a layout tells its caller of its progress, and how the caller stops it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Planar

Progress = Callable[[NDArray[np.float32]], None]
"""Gets a fresh array of all positions, (n, 2) in layout units, at every tick."""

Report = Callable[[Planar], None]
"""The same within the engine: planar, (2, n), in edge lengths, and not to be kept."""

Stopped = Callable[[], bool]
"""Whether the caller wants no more; asked at every tick and between the steps of longer work."""


class StoppedEarly(Exception):
    """The caller wants no more, noticed between two steps of longer work; never leaves the engine."""


def go_on_unless(stopped: Stopped) -> None:
    """Raise `StoppedEarly` where the caller wants no more."""
    if stopped():
        raise StoppedEarly


def never_stopped() -> bool:
    """The answer where nobody asked to stop."""
    return False
