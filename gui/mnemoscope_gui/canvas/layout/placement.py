"""First places for nodes that have none yet, in a picture that people already know."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Planar
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

SCATTER = 0.3
"""How far from the middle of its neighbours a new node starts, in edge lengths."""


def placed_beside_neighbours(
    graph: LayoutGraph, positions: Planar, known: Flags, random: np.random.Generator
) -> tuple[Planar, Flags]:
    """Positions (2, n) in which nodes next to known ones have a place, and which nodes have one now.

    A node goes to the barycentre of its known neighbours, wave by wave (Tutte's rule, once). Nodes that no
    path joins to a known one keep their row.
    """
    placed, positions = known.copy(), positions.copy()
    near = np.concatenate([graph.sources, graph.targets])
    far = np.concatenate([graph.targets, graph.sources])
    while True:
        links = placed[near] & ~placed[far]
        if not links.any():
            return positions, placed
        counts = np.bincount(far[links], minlength=graph.node_count)
        wave = np.flatnonzero(counts)
        for row in positions:
            sums = np.bincount(far[links], row[near[links]], graph.node_count)
            row[wave] = sums[wave] / counts[wave] + random.standard_normal(len(wave)) * SCATTER
        placed[wave] = True


def free_places(positions: Planar, first: Planar, columns: int, pitch: Planar, count: int) -> Planar:
    """The first `count` places (2, count) of a lattice that no node is near, row by row.

    The lattice begins at `first` (2,) and has `columns` places of `pitch` (2,) in a row.
    """
    cells = np.round((positions - first[:, None]) / pitch[:, None])
    inside = (
        (cells[0] >= 0) & (cells[0] < columns) & (cells[1] >= 0) & (cells[1] < positions.shape[1] + count)
    )
    column, row = cells[:, inside].astype(np.intp)
    taken = np.zeros(columns * (len(row) // columns + count // columns + 2), dtype=np.bool_)
    numbers = row * columns + column
    taken[numbers[numbers < len(taken)]] = True
    free = np.flatnonzero(~taken)[:count]
    return (first[:, None] + np.stack([free % columns, free // columns]) * pitch[:, None]).astype(np.float32)


def lattice_of(isolated: Planar, low: Planar, high: Planar, pitch: Planar) -> tuple[Planar, int]:
    """Where new nodes without edges may go: the first place (2,) and the number of columns of a lattice.

    It continues the block of the old ones, (2, k), or begins a block under a picture from `low` to `high`.
    """
    if isolated.shape[1]:
        first = isolated.min(axis=1)
        widest = max(float(np.ptp(isolated[0])), float(high[0] - low[0]))
    else:
        first = np.array([low[0], high[1] + 2 * pitch[1]], dtype=np.float32)
        widest = float(high[0] - low[0])
    return first, max(1, round(widest / float(pitch[0])) + 1)
