"""What a person does not want to see for now: types of entities and of relations. Pure.

Nodes that are hidden keep their places, as with a focus: shown again, they are where they were.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.scene import Scene


@dataclass(frozen=True)
class GraphFilter:
    """Hides nodes and edges by type.

    Attributes:
        hidden_types: of entities; the nodes of these are not shown.
        hidden_relation_types: of relations; these edges are not shown.
        guests: names that are shown in any case, since a person asked for them.
    """

    hidden_types: frozenset[str] = frozenset()
    hidden_relation_types: frozenset[str] = frozenset()
    guests: frozenset[str] = frozenset()

    @property
    def hides_anything(self) -> bool:
        """Whether any type is hidden."""
        return bool(self.hidden_types or self.hidden_relation_types)

    def with_type(self, entity_type: str, *, shown: bool) -> "GraphFilter":
        """The filter with a type of entities shown, or hidden; guests of earlier are let go."""
        return GraphFilter(_with(self.hidden_types, entity_type, shown=shown), self.hidden_relation_types)

    def with_relation_type(self, relation_type: str, *, shown: bool) -> "GraphFilter":
        """The filter with a type of relations shown, or hidden."""
        hidden = _with(self.hidden_relation_types, relation_type, shown=shown)
        return replace(self, hidden_relation_types=hidden)

    def with_guests(self, names: Iterable[str]) -> "GraphFilter":
        """The filter that shows some entities in addition."""
        return replace(self, guests=self.guests | frozenset(names))

    def shown_nodes(self, scene: Scene) -> NDArray[np.bool_]:
        """(n,) which nodes are shown; an end that no entity has, only where a relation to it is."""
        if not self.hides_anything:
            return np.ones(scene.node_count, bool)
        kinds = zip(scene.types, scene.keys, scene.is_ghost.tolist(), strict=True)
        shown = np.fromiter(
            (ghost or kind not in self.hidden_types or key[0] in self.guests for kind, key, ghost in kinds),
            bool,
            scene.node_count,
        )
        edges = scene.edges[self.shown_edges(scene)]
        reached = np.zeros(scene.node_count, bool)
        reached[edges[shown[edges].all(axis=1)].ravel()] = True
        return shown & (reached | ~scene.is_ghost)

    def shown_edges(self, scene: Scene) -> NDArray[np.bool_]:
        """(m,) which edges are shown as long as both their ends are."""
        if not self.hidden_relation_types:
            return np.ones(scene.edge_count, bool)
        hidden = self.hidden_relation_types
        return np.fromiter((kind not in hidden for kind in scene.relation_types), bool, scene.edge_count)


def _with(hidden: frozenset[str], name: str, *, shown: bool) -> frozenset[str]:
    return hidden - {name} if shown else hidden | {name}
