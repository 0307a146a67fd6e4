"""Where nodes were that have gone: what is deleted and comes back stands where people know it."""

from collections.abc import Collection
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.scene import NodeKey, Scene

MOST_KEPT = 200_000
"""Of more the oldest are forgotten."""


class DepartedNodes:
    """Places and pins of nodes that are not in the scene any more."""

    def __init__(self) -> None:
        self._places: dict[NodeKey, Point] = {}
        self._pinned: set[NodeKey] = set()

    def note(
        self,
        scene: Scene,
        stays: Collection[int],
        positions: NDArray[np.float32],
        pinned: frozenset[int],
    ) -> None:
        """Keep where the other nodes of a scene are, at (n, 2) positions."""
        if len(stays) == scene.node_count:
            return
        is_gone = np.ones(scene.node_count, bool)
        is_gone[list(stays)] = False
        for node in np.flatnonzero(is_gone).tolist():
            x, y = positions[node].tolist()
            self._places[scene.keys[node]] = (x, y)
            if node in pinned:
                self._pinned.add(scene.keys[node])
        for key in list(islice(self._places, max(len(self._places) - MOST_KEPT, 0))):
            self._forget(key)

    def put_back(self, scene: Scene, positions: NDArray[np.float32]) -> frozenset[int]:
        """Fill in the NaN rows of (n, 2) positions whose nodes are back; return those that were pinned."""
        pinned = set()
        for node in np.flatnonzero(np.isnan(positions[:, 0])).tolist() if self._places else ():
            key = scene.keys[node]
            if key in self._places:
                positions[node] = self._places[key]
                if key in self._pinned:
                    pinned.add(node)
                self._forget(key)
        return frozenset(pinned)

    def _forget(self, key: NodeKey) -> None:
        del self._places[key]
        self._pinned.discard(key)
