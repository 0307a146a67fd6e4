"""The room of a node, so that nodes, and in small graphs their names, do not cover each other."""

from dataclasses import dataclass

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Planar, Reals

SMALL_GRAPH = 300
"""Up to this many nodes people read every name, so a node gets room for the name beneath it."""

NAME_WIDTH, NAME_HEIGHT = 0.1, 0.036
"""The room of a node with its name, in roots of the picture's area: about 80 × 28 px of 1000 × 625."""

LARGEST_COVERAGE = 0.3
"""The share of a small picture that the rooms may cover; where more nodes need more, each gets less."""

DISC_COVERAGE = 0.053
"""The share of a large picture that discs as large as they may be without overlaps would cover, at least."""


@dataclass(frozen=True, slots=True)
class Room:
    """The ellipse that a node has for itself, and the pitch of a lattice of nodes, in edge lengths."""

    width: float
    height: float
    pitch_x: float
    pitch_y: float

    @classmethod
    def within(cls, positions: Planar, node_count: int) -> "Room":
        """The room for each of `node_count` nodes, of which some are at `positions`, (2, k)."""
        if not positions.shape[1]:
            return cls(1.0, 1.0, 1.6, 1.0)
        low, high = np.percentile(positions, [0.5, 99.5], axis=1)
        width, height = np.maximum(high - low, 1)
        # The area of all nodes, if the others lie as close as these; and of one.
        area = float(width * height) * node_count / positions.shape[1]
        spacing = (area / node_count) ** 0.5
        if node_count > SMALL_GRAPH:
            coverage = max(DISC_COVERAGE, LARGEST_COVERAGE * SMALL_GRAPH / node_count)
            diameter = 2 * spacing * (coverage / np.pi) ** 0.5
            return cls(diameter, diameter, 1.2 * spacing, 0.8 * spacing)
        coverage = node_count * NAME_WIDTH * NAME_HEIGHT * np.pi / 4
        side = area**0.5 * min(1.0, (LARGEST_COVERAGE / coverage) ** 0.5)
        width, height = NAME_WIDTH * side, NAME_HEIGHT * side
        return cls(width, height, 1.2 * width, 1.5 * height)

    @property
    def size(self) -> Reals:
        """Width and height, (2,)."""
        return np.array([self.width, self.height], dtype=np.float32)

    @property
    def pitch(self) -> Reals:
        """The distances of a lattice across and down, (2,)."""
        return np.array([self.pitch_x, self.pitch_y], dtype=np.float32)
