"""The two forces: the repulsion of all nodes, and the springs of edges."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, Reals, lengths
from mnemoscope_gui.canvas.layout.far_field import REPULSION_EXPONENT, ForceGrid, grid_size
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

CHARGE = np.float32(0.2)
"""The repulsion of two unit masses one edge length apart."""

EXACT_NODES = 200
"""Up to this many nodes, repulsion is exact; above, it goes through the grid."""

NEAR_NEIGHBOURS = 3
SOFTENING = 1e-2
_POWER = np.float32(-(REPULSION_EXPONENT + 1) / 2)


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


def exact_repulsion(positions: Planar, masses: Reals) -> Planar:
    """The repulsion on each node by every other, (2, n), pair by pair: O(n²) in time and memory."""
    apart = positions[:, :, None] - positions[:, None, :]
    squared = apart[0] * apart[0] + apart[1] * apart[1] + np.float32(SOFTENING)
    strength = squared**_POWER * (masses * CHARGE)
    return np.stack([(apart[0] * strength).sum(axis=1), (apart[1] * strength).sum(axis=1)])


def near_repulsion(positions: Planar, masses: Reals, cell: float, random: np.random.Generator) -> Planar:
    """What a grid with cells of this side blurs: the repulsion of close nodes, (2, n), for CHARGE 1.

    The nodes are sorted along a serpentine through square cells, and each is compared with the few that
    follow it. The cells are shifted at random on every call, so that over the ticks each close pair meets:
    a stochastic form of linked cells (Hockney & Eastwood, P3M, 1981).
    """
    order = _serpentine_order(positions, 1.5 * cell, random)
    sorted_positions, sorted_masses = positions.take(order, axis=1), masses.take(order)
    forces = np.zeros_like(positions)
    reach = np.float32((1.2 * cell) ** 2)
    least = np.float32(1e-4 * cell * cell)
    for step in range(1, min(NEAR_NEIGHBOURS, positions.shape[1] - 1) + 1):
        apart = sorted_positions[:, step:] - sorted_positions[:, :-step]
        squared = apart[0] * apart[0] + apart[1] * apart[1] + least
        strength = reach / (squared + reach) * squared**_POWER
        strength *= squared < 9 * reach
        apart *= strength
        forces[:, step:] += apart * sorted_masses[:-step]
        forces[:, :-step] -= apart * sorted_masses[step:]
    unsorted = np.empty_like(forces)
    unsorted[:, order] = forces
    return unsorted


def _serpentine_order(positions: Planar, side: float, random: np.random.Generator) -> Indices:
    offset = random.random(2).astype(np.float32)[:, None]
    column, row = ((positions - positions.min(axis=1)[:, None]) * np.float32(1 / side) + offset).astype(
        np.int32
    )
    rows = int(row.max()) + 1
    return np.argsort(column * rows + np.where(column & 1, rows - 1 - row, row))


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

    def pulls(self, positions: Planar, alpha: float) -> Planar:
        """The change of velocity that the springs give each node at temperature `alpha`, (2, n)."""
        count = positions.shape[1]
        along = positions.take(self._targets, axis=1)
        along -= positions.take(self._sources, axis=1)
        length = lengths(along) + np.float32(1e-6)
        pull = (length - np.float32(1)) / length * np.float32(alpha) * self._strength
        on_target = pull * self._target_share
        on_source = pull - on_target
        ends = (np.concatenate([-row * on_target, row * on_source]) for row in along)
        return np.stack([np.bincount(self._ends, end, count) for end in ends]).astype(np.float32)
