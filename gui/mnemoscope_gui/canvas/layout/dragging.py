"""Letting the neighbourhood of a dragged node follow, at any size of the graph.

Only nodes within a few hops move. The repulsion of all the others, which are frozen, is tabulated once on a
grid (particle-mesh), so that a tick costs as much as the neighbourhood, not as the graph.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, lengths
from mnemoscope_gui.canvas.layout.far_field import ForceGrid, grid_size
from mnemoscope_gui.canvas.layout.forces import CHARGE, Springs, exact_repulsion
from mnemoscope_gui.canvas.layout.graph import LayoutGraph, hop_distances
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.layout.simulation import FRICTION, TOP_SPEED

HOPS = 3
MOST_NODES = 1500
EXACT_NODES = 400
ALPHA = np.float32(0.3)
MOBILITY_BY_HOP = np.array([0, 1, 0.6, 0.3], dtype=np.float32)

_DEFAULTS = LayoutOptions()


class LocalDrag:
    """One drag, from press to release.

    The forces of the picture at rest are taken as its balance: nodes move only because the dragged ones do.
    """

    def __init__(
        self,
        positions: NDArray[np.float32],
        edges: NDArray[np.integer],
        dragged_nodes: ArrayLike,
        options: LayoutOptions = _DEFAULTS,
        *,
        pinned: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begin to drag some nodes of a picture, positions (n, 2) in layout units, with edges (m, 2).

        Pinned (n,) nodes do not follow.
        """
        graph = LayoutGraph.from_edges(len(positions), edges)
        self._dragged = np.asarray(dragged_nodes, dtype=np.intp).reshape(-1)
        self._spacing = np.float32(options.spacing)
        self._picture: Planar = np.array(positions.T, dtype=np.float32, order="C") / self._spacing
        hops = _hops_within_reach(graph, self._dragged)
        self._moving = np.flatnonzero(hops <= HOPS)
        self._mobility = MOBILITY_BY_HOP[hops[self._moving]]
        if pinned is not None:
            self._mobility = np.where(pinned[self._moving], np.float32(0), self._mobility)
        # The frozen neighbours of moving nodes hold the far ends of their springs.
        rim = np.flatnonzero(hop_distances(graph, self._moving, 1) == 1)
        self._local = np.concatenate([self._moving, rim])
        self._springs = Springs(graph.subgraph(self._local), graph.degrees()[self._local])
        frozen = np.ones(graph.node_count, dtype=np.float32)
        frozen[self._moving] = 0
        self._grid = ForceGrid(self._picture, frozen, grid_size(graph.node_count))
        self._velocities = np.zeros((2, len(self._moving)), dtype=np.float32)
        self._balance = np.zeros_like(self._velocities)
        self._balance = self._forces()

    @property
    def positions(self) -> NDArray[np.float32]:
        """A copy of all positions, (n, 2)."""
        return np.multiply(self._picture.T, self._spacing, order="C")

    def move_to(self, point: ArrayLike) -> None:
        """Put the first dragged node at a point (x, y); the other dragged ones keep their place beside it."""
        target = np.asarray(point, dtype=np.float32) / self._spacing
        self._picture[:, self._dragged] += (target - self._picture[:, self._dragged[0]])[:, None]

    def tick(self) -> NDArray[np.float32]:
        """Let the neighbourhood follow for one tick; a copy of all positions, (n, 2)."""
        self._velocities += self._forces()
        self._velocities *= FRICTION * self._mobility
        speeds = np.maximum(lengths(self._velocities), np.float32(1e-9))
        self._velocities *= np.minimum(TOP_SPEED / speeds, np.float32(1))
        self._picture[:, self._moving] += self._velocities
        return self.positions

    def _forces(self) -> Planar:
        count = len(self._moving)
        moving = self._picture[:, self._moving]
        repulsion = self._grid.forces_at(moving) * CHARGE + _mutual_repulsion(moving)
        pulls = self._springs.pulls(self._picture[:, self._local], float(ALPHA))[:, :count]
        return repulsion * ALPHA + pulls - self._balance


def _mutual_repulsion(positions: Planar) -> Planar:
    masses = np.ones(positions.shape[1], dtype=np.float32)
    if len(masses) <= EXACT_NODES:
        return exact_repulsion(positions, masses)
    return ForceGrid(positions, masses, grid_size(len(masses))).forces_on_masses() * CHARGE


def _hops_within_reach(graph: LayoutGraph, dragged: Indices) -> Indices:
    """Hops from the dragged nodes, more than HOPS for nodes that stay, which are all but MOST_NODES or so."""
    hops = hop_distances(graph, dragged, HOPS)
    reach = HOPS
    while reach > 1 and (hops <= reach).sum() > MOST_NODES:
        reach -= 1
    hops[hops > reach] = HOPS + 1
    return hops
