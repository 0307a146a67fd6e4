"""The last touch on simulated positions: turned, packed, free of overlaps, isolated nodes beneath."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, lengths
from mnemoscope_gui.canvas.layout.callbacks import Stopped, StoppedEarly, go_on_unless
from mnemoscope_gui.canvas.layout.collisions import separate_overlaps
from mnemoscope_gui.canvas.layout.components import component_bounds, component_means
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.packing import (
    ASPECT,
    IsolatedBlock,
    in_good_order,
    packed,
    turned_to_long_axis,
)
from mnemoscope_gui.canvas.layout.room import SMALL_GRAPH, Room

GAP = 1.5
"""The distance of components in median edge lengths, but at least a room and at most a pitch."""

LARGEST_STRETCH = 1.3


def arranged(
    graph: LayoutGraph,
    positions: Planar,
    components: Indices,
    pinned: Flags,
    isolated_count: int,
    stopped: Stopped,
    *,
    turn: bool,
) -> Planar:
    """The final positions (2, n) of a graph in which every node has an edge; the given ones when `stopped`.

    Components with a pinned node stay where they are, and pinned nodes do so exactly. `turn` is for pictures
    laid out anew; one that people know already keeps its directions. `isolated_count` nodes will go beneath.
    """
    kept = np.zeros(int(components.max()) + 1, dtype=np.bool_)
    kept[components[pinned]] = True
    placed = positions
    try:
        go_on_unless(stopped)
        if turn:
            placed = turned_to_long_axis(placed, components, kept, stopped)
        if graph.node_count + isolated_count <= SMALL_GRAPH and not kept.any():
            placed = stretched(placed, components)
        gap = GAP * median_edge_length(graph, placed)
        go_on_unless(stopped)
    except StoppedEarly:
        return positions
    placed = _on_shelves(placed, components, kept, isolated_count, gap, anew=turn)
    room = Room.within(placed, graph.node_count + isolated_count)
    placed = separate_overlaps(placed, room, pinned=pinned, stopped=stopped)
    # Nodes that came apart made their components larger.
    return _on_shelves(placed, components, kept, isolated_count, gap, anew=turn)


def _on_shelves(
    positions: Planar, components: Indices, kept: Flags, isolated_count: int, gap: float, *, anew: bool
) -> Planar:
    room = Room.within(positions, positions.shape[1] + isolated_count)
    gap = max(room.width, min(gap, room.pitch_x))
    if not anew and in_good_order(positions, components, gap):
        return positions
    return packed(positions, components, kept, gap, isolated_count * room.pitch_x * room.pitch_y)


def stretched(positions: Planar, components: Indices) -> Planar:
    """Each component widened, up to LARGEST_STRETCH, so that the largest comes nearer to ASPECT."""
    largest = int(np.bincount(components).argmax())
    low, high = component_bounds(positions, components)
    width, height = (high - low)[:, largest]
    factor = float(np.clip(ASPECT * height / max(float(width), 1e-6), 1, LARGEST_STRETCH))
    means = component_means(positions, components, low.shape[1]).take(components, axis=1)
    return means + (positions - means) * np.array([[factor], [1]], dtype=np.float32)


def median_edge_length(graph: LayoutGraph, positions: Planar) -> float:
    """The median length of the edges; 1 where there are none."""
    if not graph.edge_count:
        return 1.0
    return float(np.median(lengths(positions[:, graph.sources] - positions[:, graph.targets])))


def with_isolated_block(picture: Planar, simulated: Indices, isolated: Indices) -> Planar:
    """The picture (2, n) with the nodes without edges in a block beneath the others, or about the origin."""
    finished = picture.copy()
    if not len(isolated):
        return finished
    others = picture[:, simulated]
    room = Room.within(others, len(simulated) + len(isolated))
    if len(simulated):
        low, high = others.min(axis=1), others.max(axis=1)
        block = IsolatedBlock.beneath(len(isolated), float(high[0] - low[0]), room.pitch)
        finished[:, isolated] = block.positions(low, high)
    else:
        nowhere = np.zeros(2, dtype=np.float32)
        places = IsolatedBlock.beneath(len(isolated), 0.0, room.pitch).positions(nowhere, nowhere)
        finished[:, isolated] = places - (places.min(axis=1) + places.max(axis=1))[:, None] / 2
    return finished
