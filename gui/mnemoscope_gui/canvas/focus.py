"""Which part of a graph is shown while a person concentrates on it. Pure; nodes are those of the scene."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.scene import Scene

NodeMask = NDArray[np.bool_]


@dataclass(frozen=True)
class FocusArea:
    """The neighbourhood of some nodes, with what a person has added to it and taken away.

    Attributes:
        centres: the nodes it is about.
        depth: how many relations away from a centre nodes are still shown, at least 1.
        expanded: nodes whose neighbours are shown beyond the depth.
        collapsed: nodes from which the neighbourhood does not go on.
        guests: nodes that are shown in any case, since a person asked for them.
    """

    centres: frozenset[int]
    depth: int = 1
    expanded: frozenset[int] = frozenset()
    collapsed: frozenset[int] = frozenset()
    guests: frozenset[int] = frozenset()

    def deeper_by(self, steps: int) -> "FocusArea":
        """The same area reaching farther, or with a negative number less far."""
        return replace(self, depth=max(self.depth + steps, 1))

    def with_neighbours_of(self, node: int) -> "FocusArea":
        """The area with all neighbours of a node."""
        return replace(self, expanded=self.expanded | {node}, collapsed=self.collapsed - {node})

    def without_neighbours_of(self, node: int) -> "FocusArea":
        """The area without those neighbours of a node that nothing else leads to."""
        return replace(self, expanded=self.expanded - {node}, collapsed=self.collapsed | {node})

    def with_guests(self, nodes: Iterable[int]) -> "FocusArea":
        """The area with some more nodes."""
        return replace(self, guests=self.guests | frozenset(nodes))


def shown_nodes(scene: Scene, area: FocusArea | None) -> NodeMask:
    """(n,) which nodes are shown; all of them where there is no area."""
    if area is None:
        return np.ones(scene.node_count, bool)
    leads_on = np.ones(scene.node_count, bool)
    leads_on[list(area.collapsed)] = False
    shown = _mask(scene, area.centres)
    for _ in range(area.depth):
        shown = _grown(scene, shown, shown & leads_on)
    return _with_expanded(scene, shown | _mask(scene, area.guests), _mask(scene, area.expanded))


def hidden_neighbour_count(scene: Scene, shown: NodeMask, node: int) -> int:
    """How many neighbours of a node are not shown."""
    return int((~shown[scene.neighbours(node)]).sum())


def can_go_deeper(scene: Scene, area: FocusArea) -> bool:
    """Whether one more step shows anything more."""
    return bool((shown_nodes(scene, area.deeper_by(1)) & ~shown_nodes(scene, area)).any())


def carried_area(area: FocusArea | None, new_node: Mapping[int, int]) -> FocusArea | None:
    """The area in another scene; None where no centre has stayed."""
    if area is None:
        return None

    def kept(nodes: frozenset[int]) -> frozenset[int]:
        return frozenset(new_node[node] for node in nodes if node in new_node)

    centres = kept(area.centres)
    if not centres:
        return None
    return FocusArea(centres, area.depth, kept(area.expanded), kept(area.collapsed), kept(area.guests))


def _mask(scene: Scene, nodes: frozenset[int]) -> NodeMask:
    mask = np.zeros(scene.node_count, bool)
    mask[list(nodes)] = True
    return mask


def _grown(scene: Scene, shown: NodeMask, origins: NodeMask) -> NodeMask:
    """`shown` and all neighbours of `origins`."""
    grown = shown.copy()
    sources, targets = scene.edges[:, 0], scene.edges[:, 1]
    grown[targets[origins[sources]]] = True
    grown[sources[origins[targets]]] = True
    return grown


def _with_expanded(scene: Scene, shown: NodeMask, expanded: NodeMask) -> NodeMask:
    """An expanded node may itself have come into sight by another one: repeated until nothing is added."""
    while True:
        grown = _grown(scene, shown, shown & expanded)
        if np.array_equal(grown, shown):
            return shown
        shown = grown
