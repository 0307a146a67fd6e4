"""The field of masses on a grid: their convolution with the force of a single mass, by Fourier transforms.

The grid is padded with zeros to twice its side, so that the field does not wrap round (Hockney & Eastwood,
"Computer Simulation Using Particles", 1981). Arrays for the steps between are kept from one tick to the next:
asking the system for fresh memory takes as long as the transforms themselves.
"""

import threading
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Planar, Reals
from mnemoscope_gui.canvas.layout.callbacks import Stopped, go_on_unless

REPULSION_EXPONENT = 1.5
"""The repulsion of two nodes falls with distance as r to the power of minus this."""

Spectrum = NDArray[np.complexfloating]

_Scratch = NDArray[Any]
"""Written by `numpy.fft`, whose stubs know results in float64 only."""


class Convolution:
    """Convolves densities on a grid of size × size cells with the force of a unit mass.

    Not for two threads at once: see `convolution_of`.
    """

    def __init__(self, size: int) -> None:
        """Prepare for grids of one size."""
        self.size = size
        padded, half = 2 * size, size + 1
        # The lower half stays zero: it is the padding.
        self._rows: _Scratch = np.zeros((padded, half), dtype=np.complex64)
        self._spectrum: _Scratch = np.empty_like(self._rows)
        self._product: _Scratch = np.empty_like(self._rows)
        self._columns: _Scratch = np.empty_like(self._rows)
        self._padded_field: _Scratch = np.empty((size, padded), dtype=np.float32)

    def fields(self, density: Reals, scale: float) -> Planar:
        """The x and the y force in each cell times `scale`, (2, size²), of a float32 density (size, size)."""
        size = self.size
        # norm="forward" keeps NumPy in its float32 loop; the default takes two to four times as long.
        np.fft.rfft(density, n=2 * size, axis=1, norm="forward", out=self._rows[:size])
        np.fft.fft(self._rows, axis=0, norm="forward", out=self._spectrum)
        fields = np.empty((2, size, size), dtype=np.float32)
        for axis, field in enumerate(fields):
            np.multiply(self._spectrum, _kernel(size, axis), out=self._product)
            np.fft.ifft(self._product, axis=0, out=self._columns)
            # The padding of the result is not transformed back.
            np.fft.irfft(self._columns[:size], n=2 * size, axis=1, out=self._padded_field)
            np.multiply(self._padded_field[:, :size], np.float32(scale), out=field)
        return fields.reshape(2, size * size)


class _LatestOfThread(threading.local):
    """The convolution that a thread used last; a layout keeps to one size for many ticks."""

    convolution: Convolution | None = None


_latest = _LatestOfThread()


def convolution_of(size: int) -> Convolution:
    """The convolution for grids of a size, the caller's thread's own."""
    if _latest.convolution is None or _latest.convolution.size != size:
        _latest.convolution = Convolution(size)
    return _latest.convolution


def prepare(size: int, stopped: Stopped) -> None:
    """Make now what the first convolution of a size makes: for the largest it takes as long as two ticks.

    Raises StoppedEarly.
    """
    for axis in (0, 1):
        _kernel(size, axis)
        go_on_unless(stopped)


@lru_cache(maxsize=16)
def _kernel(size: int, axis: int) -> Spectrum:
    """The spectrum of the x or y force of a unit mass, scaled to undo the forward norm of both transforms."""
    padded = 2 * size
    offsets = np.minimum(np.arange(padded), padded - np.arange(padded)).astype(np.float32)
    offsets[size:] *= -1
    squared = np.add.outer(offsets * offsets, offsets * offsets)
    squared[0, 0] = 1
    # x / r to the power of 2.5: two square roots take a fraction of the time of a power.
    force: Reals = offsets[:, None] / (squared * np.sqrt(np.sqrt(squared)))
    force[size] = 0
    force *= np.float32(padded) ** 2 * np.float32(padded) ** 2
    return _spectrum(force if axis == 0 else np.ascontiguousarray(force.T))


def _spectrum(field: Reals) -> Spectrum:
    rows = np.fft.rfft(field, axis=1, norm="forward")
    return np.fft.fft(rows, axis=0, norm="forward")
