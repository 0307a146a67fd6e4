"""The repulsion of every node on every other, through a grid: the particle-mesh method.

Hockney & Eastwood, "Computer Simulation Using Particles" (1981): the masses are laid on a grid (cloud in
cell), one convolution with the force of a single mass gives the field everywhere, and each node reads its
force back with the same weights. A tick costs O(n + G² log G) for a grid of G × G cells.
"""

from dataclasses import dataclass

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, Reals
from mnemoscope_gui.canvas.layout.convolution import REPULSION_EXPONENT, convolution_of

SMALLEST_GRID = 32
LARGEST_GRID = 640
SMALLEST_EXTENT = 0.05


@dataclass(frozen=True, slots=True)
class _CloudInCell:
    """The four cells about each node, (4, n), and the share of the node that falls to each, (4, n)."""

    cells: Indices
    shares: Reals


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
        density = self._deposited(self._own_clouds, masses)
        self._fields = convolution_of(size).fields(density, self.cell**-REPULSION_EXPONENT)

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
        cells = np.empty((4, positions.shape[1]), dtype=np.intp)
        np.add(whole[0] * self.size, whole[1], out=cells[0])
        np.add(cells[0], np.array([[1], [self.size], [self.size + 1]]), out=cells[1:])
        shares = np.empty(cells.shape, dtype=np.float32)
        corners = ((left, up), (left, down), (right, up), (right, down))
        for share, (across, along) in zip(shares, corners, strict=True):
            np.multiply(across, along, out=share)
        return _CloudInCell(cells, shares)

    def _deposited(self, clouds: _CloudInCell, masses: Reals) -> Reals:
        cells, masses = clouds.cells.ravel(), (clouds.shares * masses).ravel()
        density = np.bincount(cells, masses, self.size * self.size)
        return density.astype(np.float32).reshape(self.size, self.size)

    def _interpolated(self, clouds: _CloudInCell) -> Planar:
        forces = np.empty((2, clouds.cells.shape[1]), dtype=np.float32)
        corners = np.empty_like(clouds.shares)
        for force, field in zip(forces, self._fields, strict=True):
            # The mode "clip" writes straight into `out`; the default would buffer it.
            np.take(field, clouds.cells, out=corners, mode="clip")
            np.einsum("cn,cn->n", corners, clouds.shares, out=force)
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
