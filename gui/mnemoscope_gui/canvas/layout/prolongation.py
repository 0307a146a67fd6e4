"""From the picture of a coarse graph to that of a finer one.

The offsets by which nodes leave their coarse node are drawn beforehand, so a coarse level can already be
shown with all the nodes of the finest, and nothing jumps where one level ends and the next begins.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.coarsening import Hierarchy

SCATTER = 0.25
"""How far a node starts from its coarse node, in edge lengths, scaled with the level."""


@dataclass(frozen=True, slots=True)
class Prolongation:
    """How the nodes of a finer graph lie about those of a coarser one: scale × parent + offset."""

    parents: Indices
    scale: np.float32
    offsets: Planar

    def __call__(self, coarse: Planar) -> Planar:
        """The positions (2, fine) for positions (2, coarse)."""
        return coarse.take(self.parents, axis=1) * self.scale + self.offsets

    def scaled(self, factor: np.float32) -> "Prolongation":
        """The same to a larger picture."""
        return Prolongation(self.parents, self.scale * factor, self.offsets * factor)

    def after(self, coarser: "Prolongation") -> "Prolongation":
        """This prolongation applied to the result of a coarser one."""
        return Prolongation(coarser.parents[self.parents], self.scale * coarser.scale, self(coarser.offsets))


def prolongations(hierarchy: Hierarchy, random: np.random.Generator) -> list[Prolongation]:
    """One from each level to the next finer one, finest first.

    The picture of a graph grows with the root of its nodes, for the edge length stays the same.
    """
    steps = []
    for (fine, coarse), parents in zip(pairwise(hierarchy.graphs), hierarchy.parents, strict=True):
        scale = np.float32((fine.node_count / coarse.node_count) ** 0.5)
        offsets = random.standard_normal((2, fine.node_count)).astype(np.float32) * (
            scale * np.float32(SCATTER)
        )
        steps.append(Prolongation(parents, scale, offsets))
    return steps


def to_finest(steps: list[Prolongation]) -> list[Prolongation | None]:
    """For each level the prolongation to the finest one; None for the finest itself."""
    totals: list[Prolongation | None] = [None]
    for step in steps:
        finer = totals[-1]
        totals.append(step if finer is None else finer.after(step))
    return totals
