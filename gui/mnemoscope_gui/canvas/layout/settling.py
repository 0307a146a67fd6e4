"""Settling a picture that people already know: the forces go on from where the nodes are."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, has_place
from mnemoscope_gui.canvas.layout.callbacks import Report, Stopped
from mnemoscope_gui.canvas.layout.coarsening import find_communities
from mnemoscope_gui.canvas.layout.communities import weights_between_communities
from mnemoscope_gui.canvas.layout.cooling import settling_cooling
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.layout.placement import placed_beside_neighbours
from mnemoscope_gui.canvas.layout.simulation import ForceSimulation
from mnemoscope_gui.canvas.layout.stress import stress_start

NOISE = np.float32(1e-3)
"""Without a little of it, nodes on one another would never part."""


def settled(
    graph: LayoutGraph,
    start: Planar,
    components: Indices,
    pinned: Flags,
    options: LayoutOptions,
    report: Report,
    stopped: Stopped,
) -> Planar:
    """Positions (2, n) after the forces have acted from `start`, in which NaN marks nodes without a place.

    Every node has an edge. Pinned nodes stay. When `stopped`, the latest positions are returned.
    """
    random = np.random.default_rng(options.seed)
    positions = complete_start(graph, start, components, pinned, random)
    communities = find_communities(graph, [], random, stopped)
    if communities is not None:
        separation = options.community_separation
        graph = graph.with_weights(weights_between_communities(graph, communities, separation))
    simulation = ForceSimulation(graph, positions, seed=options.seed, components=components, pinned=pinned)
    report(positions)
    for alpha in settling_cooling(graph.node_count):
        if stopped():
            break
        simulation.tick(alpha)
        report(simulation.positions)
    return simulation.positions


def complete_start(
    graph: LayoutGraph, start: Planar, components: Indices, pinned: Flags, random: np.random.Generator
) -> Planar:
    """A place for every node: known, beside its neighbours, or the stress picture of its component.

    Components without any known node lie in the middle of the picture at first; packing puts them aside.
    """
    known = has_place(start)
    positions, placed = placed_beside_neighbours(graph, np.where(known, start, 0), known, random)
    if not placed.all():
        positions[:, ~placed] = stress_start(graph, components, random)[:, ~placed]
    noise = random.standard_normal(positions.shape).astype(np.float32) * NOISE
    return np.where(pinned, positions, positions + noise)
