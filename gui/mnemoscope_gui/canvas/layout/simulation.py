"""The force simulation: repulsion, springs, friction, one tick at a time."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, Reals, lengths
from mnemoscope_gui.canvas.layout.components import component_means
from mnemoscope_gui.canvas.layout.forces import Springs, repulsion
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

FRICTION = np.float32(0.6)
"""What is left of a velocity after a tick."""

TOP_SPEED = np.float32(3.0)
"""Edge lengths a tick."""


class ForceSimulation:
    """A graph whose edges are springs and whose nodes repel each other.

    Eades, "A heuristic for graph drawing" (1984), and Fruchterman & Reingold (1991), cooled by a falling
    alpha as in d3-force (Bostock). The mean velocity of each component is taken out at every tick, so that
    none flies off.

    `positions` (2, n) may be set or shifted between ticks. Pinned nodes do not move. `mobility` (n,), 0 … 1,
    slows a node down.
    """

    def __init__(
        self,
        graph: LayoutGraph,
        positions: Planar,
        *,
        seed: int = 0,
        components: Indices | None = None,
        pinned: Flags | None = None,
        mobility: Reals | None = None,
    ) -> None:
        self.graph = graph
        self.positions = np.array(positions, dtype=np.float32, order="C")
        self._velocities = np.zeros_like(self.positions)
        self._springs = Springs(graph)
        self._components = components
        self._component_count = 0 if components is None or not len(components) else int(components.max()) + 1
        self._pinned = pinned
        self._mobility = mobility
        self._random = np.random.default_rng(seed)

    def tick(self, alpha: float) -> None:
        """Move every node once; `alpha` (0 … 1) is the temperature."""
        velocities = self._velocities
        push = repulsion(self.positions, self.graph.masses, self._random)
        push *= np.float32(alpha)
        velocities += push
        velocities += self._springs.pulls(self.positions + velocities, alpha)
        self._take_out_drift()
        velocities *= FRICTION
        velocities *= np.minimum(TOP_SPEED / np.maximum(lengths(velocities), np.float32(1e-9)), np.float32(1))
        if self._mobility is not None:
            velocities *= self._mobility
        if self._pinned is not None:
            velocities[:, self._pinned] = 0
        self.positions += velocities

    def _take_out_drift(self) -> None:
        if self._components is None:
            return
        if self._component_count == 1:
            self._velocities -= self._velocities.mean(axis=1, keepdims=True)
            return
        drift = component_means(self._velocities, self._components, self._component_count)
        self._velocities -= drift.take(self._components, axis=1)
