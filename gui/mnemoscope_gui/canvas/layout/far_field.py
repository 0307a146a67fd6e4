"""The repulsion of every node on every other, through a grid: the particle-mesh method.

Hockney & Eastwood, "Computer Simulation Using Particles" (1981): the masses are laid on a grid (cloud in
cell), one convolution with the force of a single mass gives the field everywhere, and each node reads its
force back with the same weights. The grid is padded with zeros to twice its side, so that the field does not
wrap round. A tick costs O(n + G² log G) for a grid of G × G cells.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, Reals

REPULSION_EXPONENT = 1.5
"""The repulsion of two nodes falls with distance as r to the power of minus this."""

SMALLEST_GRID = 32
LARGEST_GRID = 640
SMALLEST_EXTENT = 0.05

Spectrum = NDArray[np.complexfloating]


@dataclass(frozen=True, slots=True)
class _CloudInCell:
    """The four cells about each node and the share of the node that falls to each."""

    cells: tuple[Indices, Indices, Indices, Indices]
    shares: tuple[Reals, Reals, Reals, Reals]


class ForceGrid:
    """The repulsion of some masses, tabulated on a square grid over them.

    Attributes: `cell` is the side of a cell in edge lengths; a force nearer than about one cell is blurred.
    """

    def __init__(self, positions: Planar, masses: Reals, size: int, shift: float = 0.0) -> None:
        """Tabulate masses (n,) at positions (2, n) on size × size cells.

        `shift` (0 … 1, in half cells) moves the grid, so that a random one at each tick averages its bias
        away.
        """
        low = positions.min(axis=1)
        extent = max(float((positions.max(axis=1) - low).max()), SMALLEST_EXTENT)
        self.size = size
        self.cell = extent / (size - 2.01)
        self._low = low - np.float32(self.cell * 0.5 * shift)
        self._own_clouds = self._clouds(positions)
        self._fields = self._convolved(self._deposited(self._own_clouds, masses))

    def forces_on_masses(self) -> Planar:
        """The force on each of the masses that made the field, (2, n)."""
        return self._interpolated(self._own_clouds)

    def forces_at(self, positions: Planar) -> Planar:
        """The force on a unit mass at each position, (2, k); outside the grid, that at its rim."""
        return self._interpolated(self._clouds(positions))

    def _clouds(self, positions: Planar) -> _CloudInCell:
        within = (positions - self._low[:, None]) * np.float32(1 / self.cell)
        np.clip(within, 0, self.size - 1.001, out=within)
        whole = within.astype(np.int32)
        within -= whole
        right, down = within
        left, up = 1 - right, 1 - down
        first = (whole[0] * self.size + whole[1]).astype(np.intp)
        cells = (first, first + 1, first + self.size, first + self.size + 1)
        return _CloudInCell(cells, (left * up, left * down, right * up, right * down))

    def _deposited(self, clouds: _CloudInCell, masses: Reals) -> Reals:
        density = np.zeros(self.size * self.size)
        for cells, shares in zip(clouds.cells, clouds.shares, strict=True):
            density += np.bincount(cells, shares * masses, self.size * self.size)
        return density.reshape(self.size, self.size).astype(np.float32)

    def _convolved(self, density: Reals) -> tuple[Reals, Reals]:
        spectrum = _transformed(density, 2 * self.size)
        scale = np.float32(self.cell**-REPULSION_EXPONENT)
        along_x, along_y = (
            _transformed_back(spectrum * kernel, self.size).ravel() * scale for kernel in _kernels(self.size)
        )
        return along_x, along_y

    def _interpolated(self, clouds: _CloudInCell) -> Planar:
        forces = np.zeros((2, len(clouds.shares[0])), dtype=np.float32)
        for force, field in zip(forces, self._fields, strict=True):
            for cells, shares in zip(clouds.cells, clouds.shares, strict=True):
                force += shares * field.take(cells)
        return forces


def grid_size(node_count: int) -> int:
    """The side of the grid for a number of nodes: about two cells for each row of them."""
    return _fast_transform_size(int(np.clip(2 * node_count**0.5, SMALLEST_GRID, LARGEST_GRID)))


def _fast_transform_size(least: int) -> int:
    """The smallest even product of powers of 2, 3 and 5 that is not below `least`."""
    sizes = []
    for odd in (1, 3, 5, 9, 15, 25, 27, 45):
        size = odd
        while size < least or size % 2:
            size *= 2
        sizes.append(size)
    return min(sizes)


def _transformed(field: Reals, padded: int) -> Spectrum:
    # norm="forward" keeps NumPy in its float32 loop; the default runs in float64, two to four times slower.
    rows = np.fft.rfft(field, n=padded, axis=1, norm="forward")
    return np.fft.fft(rows, n=padded, axis=0, norm="forward")


def _transformed_back(spectrum: Spectrum, size: int) -> Reals:
    """The first size × size cells of the inverse; the padding is not computed where it can be left out."""
    columns = np.fft.ifft(spectrum, axis=0)[:size]
    return np.fft.irfft(columns, n=2 * size, axis=1)[:, :size].astype(np.float32, copy=False)


@lru_cache(maxsize=8)
def _kernels(size: int) -> tuple[Spectrum, Spectrum]:
    """The spectra of the x and y force of a unit mass, scaled to undo the forward norm of both transforms."""
    padded = 2 * size
    offsets = np.minimum(np.arange(padded), padded - np.arange(padded)).astype(np.float32)
    offsets[size:] *= -1
    along_x, along_y = np.meshgrid(offsets, offsets, indexing="ij")
    squared = along_x * along_x + along_y * along_y
    squared[0, 0] = 1
    force: Reals = along_x * np.power(squared, -(REPULSION_EXPONENT + 1) / 2, dtype=np.float32)
    force[size] = 0
    force *= np.float32(padded) ** 2 * np.float32(padded) ** 2
    return _transformed(force, padded), _transformed(np.ascontiguousarray(force.T), padded)
