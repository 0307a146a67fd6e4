"""What the painter needs of a scene and computes only once: what is drawn, sizes and looks."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.drawn_edges import DrawnEdges
from mnemoscope_gui.canvas.label_text import initial_of
from mnemoscope_gui.canvas.scene import Scene

MINIMUM_RADIUS = 6.0
MAXIMUM_RADIUS = 22.0
SMALL_GRAPH_FLOORS = ((150, 0.9), (500, 0.65))
"""Graphs of at most that many nodes never shrink them below this share of their size at 100 %: there is room,
and the initials stay readable."""

SIZE_CLASSES = 8
"""Nodes come in that many sizes, so that few sprites serve all."""


@dataclass(frozen=True)
class NodeLook:
    """What makes two nodes of one size look alike."""

    slot: int
    initial: str
    is_ghost: bool


class PreparedScene:
    """A scene ready to be drawn again and again.

    Attributes:
        scene: what is drawn.
        shown: (n,) bool, nodes that are drawn at all; an edge is drawn where both its ends are, unless it is
            hidden itself.
        edge_order, sources, targets, bends, loop_ordinals: of the drawn edges; see `DrawnEdges`.
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
        drawn = self._drawn_edges(shown_edges)
        self.edge_order, self.sources, self.targets = drawn.order, drawn.sources, drawn.targets
        self.bends, self.loop_ordinals = drawn.bends, drawn.loop_ordinals
        self.base_radii = base_radii(scene.weights)
        floors = (floor for count, floor in SMALL_GRAPH_FLOORS if self.shown_count <= count)
        self.size_floor = next(floors, 0.0)
        self.looks, self.look_of_node = _looks(scene)

    def _drawn_edges(self, shown_edges: NDArray[np.bool_] | None) -> DrawnEdges:
        scene = self.scene
        if self.shows_all and shown_edges is None:
            return scene.drawn_edges
        is_drawn: NDArray[np.bool_] = np.all(self.shown[scene.edges], axis=1)
        if shown_edges is not None:
            is_drawn &= shown_edges
        return DrawnEdges.among(scene.edges, is_drawn)

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
