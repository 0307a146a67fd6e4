"""First places for nodes that have none yet, in a picture that people already know."""

from dataclasses import dataclass

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Planar, Reals
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.packing import GAP_ABOVE

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


@dataclass(frozen=True, slots=True)
class Lattice:
    """Places in rows for nodes without edges: the first one (2,), the columns, and their pitch (2,)."""

    first: Reals
    columns: int
    pitch: Reals

    @classmethod
    def beneath(cls, isolated: Planar, low: Reals, high: Reals, pitch: Reals) -> "Lattice":
        """The lattice that continues the block of isolated nodes, (2, k), or begins one of the given pitch.

        `low` and `high` (2,) are the corners of the whole picture.
        """
        if not isolated.shape[1]:
            first = np.array([low[0], high[1] + GAP_ABOVE * pitch[1]], dtype=np.float32)
            return cls(first, max(1, round(float((high[0] - low[0]) / pitch[0])) + 1), pitch)
        first = isolated.min(axis=1)
        own = np.array([_pitch_of(*row_and_pitch) for row_and_pitch in zip(isolated, pitch, strict=True)])
        width = max(float(np.ptp(isolated[0])), float(high[0] - first[0]))
        return cls(first, max(1, round(width / float(own[0])) + 1), own.astype(np.float32))

    def free_places(self, taken: Planar, count: int) -> Planar:
        """The first `count` places (2, count), row by row, that are not nearest to a point of `taken`."""
        columns, rows = np.round((taken - self.first[:, None]) / self.pitch[:, None]).astype(np.int64)
        inside = (columns >= 0) & (columns < self.columns) & (rows >= 0)
        numbers = rows[inside] * self.columns + columns[inside]
        free = np.ones(count + int(inside.sum()), dtype=np.bool_)
        free[numbers[numbers < len(free)]] = False
        chosen = np.flatnonzero(free)[:count]
        steps = np.stack([chosen % self.columns, chosen // self.columns])
        places: Planar = (self.first[:, None] + steps * self.pitch[:, None]).astype(np.float32)
        return places


def _pitch_of(coordinates: Reals, usual: float) -> float:
    """The distance of neighbouring columns or rows of a block, where it is anywhere near the usual one."""
    steps = np.diff(np.sort(coordinates))
    likely = steps[(steps > usual / 3) & (steps < usual * 3)]
    return float(likely.min()) if len(likely) else float(usual)
