"""Fitting new nodes into a picture that people already know, so that the old nodes hardly move."""

from dataclasses import dataclass

import numpy as np

from mnemoscope_gui.canvas.layout.arrangement import median_edge_length
from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, Reals, lengths
from mnemoscope_gui.canvas.layout.callbacks import Report, Stopped
from mnemoscope_gui.canvas.layout.collisions import separate_overlaps
from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.cooling import additions_cooling
from mnemoscope_gui.canvas.layout.fresh_layout import fresh_layout
from mnemoscope_gui.canvas.layout.graph import LayoutGraph, hop_distances
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.layout.placement import Lattice, placed_beside_neighbours
from mnemoscope_gui.canvas.layout.room import Room
from mnemoscope_gui.canvas.layout.simulation import ForceSimulation

MOBILITY_BY_HOP = np.array([1, 0.25, 0.08, 0.02], dtype=np.float32)
"""How freely a node moves, by its hops from the nearest new node."""

LEASH_BY_HOP = np.array([1e6, 0.25, 0.1, 0.04], dtype=np.float32)
"""How far it may move in all, in median edge lengths: people find what they know where they left it."""


@dataclass(frozen=True, slots=True)
class Additions:
    """A picture with new nodes: the graph of all nodes, which of them are old, (n,), or pinned, (n,)."""

    graph: LayoutGraph
    old: Flags
    pinned: Flags
    options: LayoutOptions
    report: Report
    stopped: Stopped

    def settled(self, positions: Planar) -> Planar:
        """Positions (2, n) of all nodes, from those of the old ones.

        New nodes with a path to an old one settle beside their neighbours; new components and new nodes
        without edges go beneath the picture. `report` gets all positions at each tick.
        """
        random = np.random.default_rng(self.options.seed)
        known = np.where(self.old, positions, 0)
        picture, placed = placed_beside_neighbours(self.graph, known, self.old, random)
        part = self.graph.subgraph(np.flatnonzero(self.old))
        edge_length = median_edge_length(part, picture[:, self.old])
        linked = self.graph.degrees() > 0
        isolated, separate = ~placed & ~linked, ~placed & linked
        if isolated.any():
            picture[:, isolated] = self._places_for_isolated(picture, placed, int(isolated.sum()))
        if separate.any():
            beneath = picture[:, ~separate]
            picture[:, separate] = self._drawn_beneath(np.flatnonzero(separate), beneath, edge_length)
        if (placed & ~self.old).any():
            picture = self._beside_neighbours(np.flatnonzero(placed & linked), picture, edge_length)
        self.report(picture)
        return picture

    def _places_for_isolated(self, picture: Planar, placed: Flags, count: int) -> Planar:
        there = picture[:, placed]
        pitch = Room.within(there, self.graph.node_count).pitch
        old_isolated = picture[:, self.old & (self.graph.degrees() == 0)]
        lattice = Lattice.beneath(old_isolated, there.min(axis=1), there.max(axis=1), pitch)
        return lattice.free_places(there, count)

    def _drawn_beneath(self, nodes: Indices, picture: Planar, edge_length: float) -> Planar:
        """Components of new nodes alone, drawn by themselves and put under the picture, left-aligned."""
        part = self.graph.subgraph(nodes)
        drawn = fresh_layout(part, connected_components(part), self.options, lambda _: None, self.stopped)
        corner = np.array([picture[0].min(), picture[1].max() + 2 * edge_length], dtype=np.float32)
        shift: Reals = corner - drawn.min(axis=1)
        return drawn + shift[:, None]

    def _beside_neighbours(self, nodes: Indices, picture: Planar, edge_length: float) -> Planar:
        """The picture after the forces have acted among `nodes`, which have edges and a place."""
        part, start = self.graph.subgraph(nodes), picture[:, nodes]
        hops = hop_distances(part, np.flatnonzero(~self.old[nodes]), len(MOBILITY_BY_HOP) - 2)
        leash = LEASH_BY_HOP[hops] * np.float32(edge_length)
        simulation = ForceSimulation(
            part,
            start,
            seed=self.options.seed,
            pinned=self.pinned[nodes],
            mobility=MOBILITY_BY_HOP[hops],
        )
        picture = picture.copy()
        for alpha in additions_cooling(part.node_count):
            simulation.tick(alpha)
            simulation.positions = leashed(simulation.positions, start, leash)
            picture[:, nodes] = simulation.positions
            self.report(picture)
            if self.stopped():
                return picture
        room = Room.within(picture, self.graph.node_count)
        return separate_overlaps(picture, room, pinned=self.old | self.pinned, stopped=self.stopped)


def leashed(positions: Planar, start: Planar, leash: Reals) -> Planar:
    """Positions (2, n) brought back to within `leash` (n,) of where each node started."""
    moved = positions - start
    distance = np.maximum(lengths(moved), np.float32(1e-9))
    return start + moved * np.minimum(leash / distance, np.float32(1))
