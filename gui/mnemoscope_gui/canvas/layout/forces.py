"""The two forces: the repulsion of all nodes, and the springs of edges."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, Reals, lengths
from mnemoscope_gui.canvas.layout.callbacks import Stopped
from mnemoscope_gui.canvas.layout.convolution import prepare
from mnemoscope_gui.canvas.layout.far_field import ForceGrid, grid_size
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

CHARGE = np.float32(0.2)
"""The repulsion of two unit masses one edge length apart."""

EXACT_NODES = 250
"""Up to this many nodes, repulsion is exact; above, it goes through the grid."""

NEAR_NEIGHBOURS = 3
SOFTENING = 1e-2


def repulsion(positions: Planar, masses: Reals, random: np.random.Generator | None = None) -> Planar:
    """The repulsion on each node by every other, (2, n); of many nodes blurred without `random`."""
    if len(masses) <= EXACT_NODES:
        return exact_repulsion(positions, masses)
    if random is None:
        return ForceGrid(positions, masses, grid_size(len(masses))).forces_on_masses() * CHARGE
    grid = ForceGrid(positions, masses, grid_size(len(masses)), random.random())
    forces = grid.forces_on_masses()
    forces += near_repulsion(positions, masses, grid.cell, random)
    forces *= CHARGE
    return forces


def prepare_repulsion(node_count: int, stopped: Stopped) -> None:
    """Make now what the first repulsion of so many nodes makes once. Raises StoppedEarly."""
    if node_count > EXACT_NODES:
        prepare(grid_size(node_count), stopped)


def exact_repulsion(positions: Planar, masses: Reals) -> Planar:
    """The repulsion on each node by every other, (2, n), pair by pair: O(n²) in time and memory."""
    # About the middle, for the two sums below nearly cancel where all coordinates are large.
    centred = positions - positions.mean(axis=1, keepdims=True)
    squared, along_y = centred[:, :, None] - centred[:, None, :]
    squared *= squared
    along_y *= along_y
    squared += along_y
    squared += np.float32(SOFTENING)
    strength = _repulsion_over_distance(squared)
    strength *= masses * CHARGE
    # The sum over j of s_ij (x_i - x_j).
    forces: Planar = centred * strength.sum(axis=1) - centred @ strength.T
    return forces


def _repulsion_over_distance(squared: Reals) -> Reals:
    """The repulsion of unit masses over their distance, from the squared distance: its power of -5/4.

    Two square roots take a fraction of the time of a power.
    """
    root = np.sqrt(squared)
    np.sqrt(root, out=root)
    root *= squared
    return np.reciprocal(root, out=root)


def near_repulsion(positions: Planar, masses: Reals, cell: float, random: np.random.Generator) -> Planar:
    """What a grid with cells of this side blurs: the repulsion of close nodes, (2, n), for CHARGE 1.

    The nodes are sorted along a serpentine through square cells, and each is compared with the few that
    follow it. The cells are shifted at random on every call, so that over the ticks each close pair meets:
    a stochastic form of linked cells (Hockney & Eastwood, P3M, 1981).
    """
    order = _serpentine_order(positions, 1.5 * cell, random)
    sorted_positions, sorted_masses = positions.take(order, axis=1), masses.take(order)
    forces = np.zeros_like(sorted_positions)
    reach = np.float32((1.2 * cell) ** 2)
    least = np.float32(1e-4 * cell * cell)
    for step in range(1, min(NEAR_NEIGHBOURS, positions.shape[1] - 1) + 1):
        apart = sorted_positions[:, step:] - sorted_positions[:, :-step]
        squared = apart[0] * apart[0]
        squared += apart[1] * apart[1]
        squared += least
        strength = _repulsion_over_distance(squared)
        strength *= squared < 9 * reach
        squared += reach
        strength /= squared
        strength *= reach
        apart *= strength
        forces[:, step:] += apart * sorted_masses[:-step]
        forces[:, :-step] -= apart * sorted_masses[step:]
    unsorted = np.empty_like(forces)
    unsorted[:, order] = forces
    return unsorted


def _serpentine_order(positions: Planar, side: float, random: np.random.Generator) -> Indices:
    offset = random.random(2).astype(np.float32)[:, None]
    within = positions - positions.min(axis=1)[:, None]
    within *= np.float32(1 / side)
    within += offset
    column, row = within.astype(np.int32)
    rows, columns = int(row.max()) + 1, int(column.max()) + 1
    keys = column * rows + np.where(column & 1, rows - 1 - row, row)
    if rows * columns <= np.iinfo(np.uint16).max:
        # Short integers are sorted by their digits, in less than half the time.
        return np.argsort(keys.astype(np.uint16), kind="stable")
    return np.argsort(keys)


class Springs:
    """The springs of a graph's edges.

    As in d3-force (Bostock, after Jakobsen's position-based constraints, 2001): the strength of a spring is
    its weight over the smaller degree of its ends, and the end of smaller degree moves more, so that a hub
    stands still while its leaves settle.
    """

    def __init__(self, graph: LayoutGraph, degrees: Reals | None = None) -> None:
        """The springs of a graph; `degrees` (n,) where it is a part of a larger one."""
        degrees = graph.degrees() if degrees is None else degrees
        at_source, at_target = degrees[graph.sources], degrees[graph.targets]
        self._sources, self._targets = graph.sources, graph.targets
        self._strength = graph.weights / np.maximum(np.minimum(at_source, at_target), np.float32(1e-9))
        self._target_share = at_source / np.maximum(at_source + at_target, np.float32(1e-9))
        self._ends = np.concatenate([graph.targets, graph.sources])
        self._at_ends = np.empty((2, 2 * graph.edge_count))

    def pulls(self, positions: Planar, alpha: float) -> Planar:
        """The change of velocity that the springs give each node at temperature `alpha`, (2, n)."""
        count, edge_count = positions.shape[1], len(self._sources)
        along = positions.take(self._targets, axis=1)
        along -= positions.take(self._sources, axis=1)
        length = lengths(along)
        length += np.float32(1e-6)
        pull = np.float32(1) - np.reciprocal(length)
        pull *= self._strength
        pull *= np.float32(alpha)
        along *= pull
        # In float64, as the sums run: bincount would convert its weights on each call.
        on_target, on_source = self._at_ends[:, :edge_count], self._at_ends[:, edge_count:]
        np.multiply(along, -self._target_share, out=on_target)
        np.add(along, on_target, out=on_source)
        pulls = np.empty((2, count), dtype=np.float32)
        for axis in (0, 1):
            pulls[axis] = np.bincount(self._ends, self._at_ends[axis], count)
        return pulls
