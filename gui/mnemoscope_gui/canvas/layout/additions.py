"""Fitting new nodes into a picture that people already know, so that the old nodes hardly move."""

import numpy as np

from mnemoscope_gui.canvas.layout.anew import drawn_anew
from mnemoscope_gui.canvas.layout.arrangement import median_edge_length
from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, Reals, has_place, lengths
from mnemoscope_gui.canvas.layout.callbacks import Report, Stopped
from mnemoscope_gui.canvas.layout.collisions import separate_overlaps
from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.graph import LayoutGraph, hop_distances
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.layout.placement import free_places, lattice_of, placed_beside_neighbours
from mnemoscope_gui.canvas.layout.room import Room
from mnemoscope_gui.canvas.layout.simulation import ForceSimulation

TICKS = 60
FIRST_ALPHA = 0.3
COOLING = 0.95
MOBILITY_BY_HOP = np.array([1, 0.25, 0.08, 0.02], dtype=np.float32)
"""How freely a node moves, by its hops from the nearest new node."""

LEASH_BY_HOP = np.array([1e6, 0.25, 0.1, 0.04], dtype=np.float32)
"""How far it may move in all, in median edge lengths: people find what they know where they left it."""


def picture_with_additions(
    graph: LayoutGraph,
    positions: Planar,
    pinned: Flags,
    options: LayoutOptions,
    report: Report,
    stopped: Stopped,
) -> Planar:
    """Positions (2, n) of all nodes, where columns of NaN mark the new ones.

    New nodes with a path to an old one settle beside their neighbours; new components and new nodes without
    edges go beneath the picture. `report` gets all positions at each tick.
    """
    old = has_place(positions)
    random = np.random.default_rng(options.seed)
    picture, placed = placed_beside_neighbours(graph, np.where(old, positions, 0), old, random)
    linked = graph.degrees() > 0
    isolated = ~placed & ~linked
    edge_length = median_edge_length(graph.subgraph(np.flatnonzero(old)), picture[:, old])
    if isolated.any():
        room = Room.within(picture[:, placed], graph.node_count)
        picture[:, isolated] = _places_for_isolated(
            picture, placed, old & ~linked, room.pitch, int(isolated.sum())
        )
    separate = ~placed & linked
    if separate.any():
        beneath = picture[:, placed | isolated]
        picture[:, separate] = _drawn_beneath(
            graph, np.flatnonzero(separate), beneath, edge_length, options, stopped
        )
    joined = np.flatnonzero(linked & ~separate)
    if (placed & ~old).any():
        picture = _settled(graph, joined, picture, old, pinned, edge_length, options, report, stopped)
    report(picture)
    return picture


def _places_for_isolated(
    picture: Planar, placed: Flags, old_isolated: Flags, pitch: Planar, count: int
) -> Planar:
    there = picture[:, placed]
    first, columns = lattice_of(picture[:, old_isolated], there.min(axis=1), there.max(axis=1), pitch)
    return free_places(there, first, columns, pitch, count)


def _drawn_beneath(
    graph: LayoutGraph,
    nodes: Indices,
    picture: Planar,
    edge_length: float,
    options: LayoutOptions,
    stopped: Stopped,
) -> Planar:
    """Components of new nodes alone, drawn by themselves and put under the picture, left-aligned."""
    part = graph.subgraph(nodes)
    drawn = drawn_anew(part, connected_components(part), options, lambda _: None, stopped)
    corner = np.array([picture[0].min(), picture[1].max() + 2 * edge_length], dtype=np.float32)
    beneath: Planar = drawn + (corner - drawn.min(axis=1))[:, None]
    return beneath


def _settled(
    graph: LayoutGraph,
    joined: Indices,
    picture: Planar,
    old: Flags,
    pinned: Flags,
    edge_length: float,
    options: LayoutOptions,
    report: Report,
    stopped: Stopped,
) -> Planar:
    part, start = graph.subgraph(joined), picture[:, joined]
    hops = hop_distances(part, np.flatnonzero(~old[joined]), len(MOBILITY_BY_HOP) - 2)
    leash = LEASH_BY_HOP[hops] * np.float32(edge_length)
    simulation = ForceSimulation(
        part, start, seed=options.seed, pinned=pinned[joined], mobility=MOBILITY_BY_HOP[hops]
    )
    picture = picture.copy()
    for tick in range(TICKS):
        simulation.tick(FIRST_ALPHA * COOLING**tick)
        simulation.positions = leashed(simulation.positions, start, leash)
        picture[:, joined] = simulation.positions
        report(picture)
        if stopped():
            return picture
    return separate_overlaps(picture, Room.within(picture, picture.shape[1]), pinned=old | pinned)


def leashed(positions: Planar, start: Planar, leash: Reals) -> Planar:
    """Positions (2, n) brought back to within `leash` (n,) of where each node started."""
    moved = positions - start
    distance = np.maximum(lengths(moved), np.float32(1e-9))
    return start + moved * np.minimum(leash / distance, np.float32(1))
