"""What the painter needs of a scene and computes only once: drawing order, sizes, looks and fans of edges."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.label_text import initial_of
from mnemoscope_gui.canvas.scene import Scene

MINIMUM_RADIUS = 6.0
MAXIMUM_RADIUS = 22.0
SMALL_GRAPH_FLOORS = ((150, 0.9), (500, 0.65))
"""Graphs of at most that many nodes never shrink them below this share of their size at 100 %: there is room,
and the initials stay readable."""

SIZE_CLASSES = 8
"""Nodes come in that many sizes, so that few sprites serve all."""

FAN_STEP = 20.0
"""Between the middles of parallel edges, px at 100 %."""

FAN_WIDTH = 140.0
"""The widest fan of parallel edges, px at 100 %; a larger number of them lies closer."""


@dataclass(frozen=True)
class NodeLook:
    """What makes two nodes of one size look alike."""

    slot: int
    initial: str
    is_ghost: bool


class PreparedScene:
    """A scene ready to be drawn again and again.

    Edges are kept in a random order: any prefix of it is a fair sample of the graph.

    Attributes:
        scene: what is drawn.
        shown: (n,) bool, nodes that are drawn at all; an edge is drawn where both its ends are, unless it is
            hidden itself.
        edge_order: (m,) the scene's edge of each drawn edge.
        sources, targets: (m,) int32, ends of the drawn edges.
        bends: (m,) float64, how far the middle of an edge lies beside the straight line, px at 100 %.
        loop_ordinals: (m,) int32, -1 for edges between two nodes, else which self-loop of its node it is.
        base_radii: (n,) float64, px at 100 %, one of `SIZE_CLASSES` values.
        size_floor: the smallest size of nodes when zoomed out, as a share of their size at 100 %.
        looks, look_of_node: the distinct looks and (n,) which of them each node has.
    """

    def __init__(
        self,
        scene: Scene,
        shown: NDArray[np.bool_] | None = None,
        shown_edges: NDArray[np.bool_] | None = None,
    ) -> None:
        """Prepare a scene; (n,) `shown` and (m,) `shown_edges` say what is drawn, everything where None."""
        self.scene = scene
        self.shown = np.ones(scene.node_count, bool) if shown is None else shown
        order = np.random.default_rng(0).permutation(scene.edge_count)
        is_drawn = self.shown[scene.edges[order]].all(axis=1)
        self.edge_order = order[is_drawn if shown_edges is None else is_drawn & shown_edges[order]]
        ordered = scene.edges[self.edge_order]
        self.sources = np.ascontiguousarray(ordered[:, 0])
        self.targets = np.ascontiguousarray(ordered[:, 1])
        self.bends, self.loop_ordinals = fan_out(self.sources, self.targets, scene.node_count)
        self.base_radii = base_radii(scene.weights)
        floors = (floor for count, floor in SMALL_GRAPH_FLOORS if self.shown_count <= count)
        self.size_floor = next(floors, 0.0)
        self.looks, self.look_of_node = _looks(scene)

    @cached_property
    def shown_count(self) -> int:
        """How many nodes are drawn."""
        return int(self.shown.sum())

    @cached_property
    def shows_all(self) -> bool:
        """Whether every node is drawn."""
        return self.shown_count == self.scene.node_count

    @cached_property
    def edges_beside_loops(self) -> NDArray[np.intp]:
        """The drawn edges to other nodes at nodes that have a self-loop."""
        is_loop = self.loop_ordinals >= 0
        beside = self.drawn_edges_at(self.sources[is_loop])
        return beside[~is_loop[beside]]

    def drawn_edges_at(self, nodes: NDArray[np.integer]) -> NDArray[np.intp]:
        """The drawn edges that touch any of `nodes`."""
        touched = np.zeros(self.scene.node_count, bool)
        touched[nodes] = True
        return np.flatnonzero(touched[self.sources] | touched[self.targets])

    def with_ends(self, nodes: NDArray[np.integer], edges: NDArray[np.integer]) -> NDArray[np.intp]:
        """`nodes` and the ends of drawn `edges`, ascending."""
        return np.unique(np.concatenate((nodes, self.sources[edges], self.targets[edges]))).astype(np.intp)

    def drawn_edges_among(self, nodes: NDArray[np.integer]) -> NDArray[np.intp]:
        """The drawn edges that have both ends in `nodes`."""
        inside = np.zeros(self.scene.node_count, bool)
        inside[nodes] = True
        return np.flatnonzero(inside[self.sources] & inside[self.targets])


def base_radii(weights: NDArray[np.number]) -> NDArray[np.float64]:
    """Radii at 100 % in px: 6 + 3·√weight between 6 and 22, rounded to the nearest of the size classes."""
    exact = np.clip(MINIMUM_RADIUS + 3.0 * np.sqrt(weights), MINIMUM_RADIUS, MAXIMUM_RADIUS)
    step = (MAXIMUM_RADIUS - MINIMUM_RADIUS) / (SIZE_CLASSES - 1)
    classes: NDArray[np.float64] = np.rint((exact - MINIMUM_RADIUS) / step)
    return classes * step + MINIMUM_RADIUS


def fan_out(
    sources: NDArray[np.int32], targets: NDArray[np.int32], node_count: int
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """How far each edge bends to keep parallel ones apart, and the ordinal of each self-loop at its node."""
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    ordinals, counts = _ordinals_in_group(low.astype(np.int64) * max(node_count, 1) + high)
    step = np.minimum(FAN_STEP, FAN_WIDTH / np.maximum(counts, 1))
    side = np.where(sources <= targets, 1.0, -1.0)
    is_loop = sources == targets
    bends = np.where(is_loop, 0.0, (ordinals - (counts - 1) / 2) * step * side)
    return bends, np.where(is_loop, ordinals, -1).astype(np.int32)


def _ordinals_in_group(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every item, which of its group it is and how many its group has."""
    if not len(keys):
        return keys, keys
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    ordinals, counts = np.empty_like(keys), np.empty_like(keys)
    ordinals[order] = np.arange(len(keys)) - np.repeat(starts, sizes)
    counts[order] = np.repeat(sizes, sizes)
    return ordinals, counts


def _looks(scene: Scene) -> tuple[list[NodeLook], NDArray[np.intp]]:
    """The distinct looks in any order, and (n,) which of them each node has."""
    initials = {entity_type: initial_of(entity_type) for entity_type in set(scene.types)}
    letters = sorted(set(initials.values()))
    letter_of = {entity_type: letters.index(initial) for entity_type, initial in initials.items()}
    letter = np.array([letter_of[entity_type] for entity_type in scene.types], np.int64)
    no_letter = len(letters)
    letter[scene.is_ghost] = no_letter
    kinds, look_of_node = np.unique(
        scene.type_slots.astype(np.int64) * (no_letter + 1) + letter, return_inverse=True
    )
    looks = [
        NodeLook(slot, "" if at == no_letter else letters[at], is_ghost=at == no_letter)
        for slot, at in (divmod(kind, no_letter + 1) for kind in kinds.tolist())
    ]
    return looks, look_of_node
