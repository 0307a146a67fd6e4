"""What the canvas draws: a graph as plain arrays, without positions.

An entity is a node. Two records may share a name; each is a node of its own, keyed by (name, occurrence), and
relations attach to the first. An end of a relation that names no entity is a ghost node.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.drawn_edges import DrawnEdges

NodeKey = tuple[str, int]
"""A node's identity across two versions of a file: its name, and how many earlier nodes share that name."""


class EntityRecord(Protocol):
    """What the canvas reads of an entity."""

    @property
    def name(self) -> str:
        """The name, any text."""

    @property
    def entity_type(self) -> str:
        """The type, any text."""

    @property
    def observations(self) -> Sequence[str]:
        """What is remembered about the entity."""


class RelationRecord(Protocol):
    """What the canvas reads of a relation."""

    @property
    def source(self) -> str:
        """The name of the entity the relation starts from."""

    @property
    def target(self) -> str:
        """The name of the entity the relation points to."""

    @property
    def relation_type(self) -> str:
        """The verb of the relation, any text."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A graph of n nodes and m edges.

    Attributes:
        keys: (name, occurrence) of each node, entities first, ghosts after them.
        types: the entity type of each node, `""` for ghosts.
        type_slots: (n,) int32, the colour slot of each type.
        degrees: (n,) int32, how many relations touch each node; a self-loop counts once.
        weights: (n,) float64, what the sizes of nodes show, on the scale of degrees; degrees unless replaced.
        is_ghost: (n,) bool, whether the node is only named by relations.
        first_observations: the first observation of each node, `""` where there is none.
        edges: (m, 2) int32, source and target node of each relation.
        relation_types: the verb of each edge.
    """

    keys: tuple[NodeKey, ...]
    types: tuple[str, ...]
    type_slots: NDArray[np.int32]
    degrees: NDArray[np.int32]
    weights: NDArray[np.float64]
    is_ghost: NDArray[np.bool_]
    first_observations: tuple[str, ...]
    edges: NDArray[np.int32]
    relation_types: tuple[str, ...]

    @property
    def node_count(self) -> int:
        """How many nodes there are, ghosts included."""
        return len(self.keys)

    @property
    def edge_count(self) -> int:
        """How many relations there are."""
        return len(self.edges)

    @cached_property
    def drawn_edges(self) -> DrawnEdges:
        """All edges, ready to be drawn."""
        return DrawnEdges.among(self.edges)

    @cached_property
    def node_of_key(self) -> dict[NodeKey, int]:
        """The node of each key."""
        return {key: node for node, key in enumerate(self.keys)}

    def name(self, node: int) -> str:
        """The name of a node."""
        return self.keys[node][0]

    def node_named(self, name: str) -> int | None:
        """The first node of that name, or None."""
        return self.node_of_key.get((name, 0))

    def nodes_named(self, names: Iterable[str]) -> NDArray[np.intp]:
        """All nodes that bear one of `names`, ascending."""
        wanted = set(names)
        return np.array([node for node, key in enumerate(self.keys) if key[0] in wanted], np.intp)

    def edges_at(self, node: int) -> NDArray[np.intp]:
        """The edges that touch a node."""
        return np.flatnonzero((self.edges[:, 0] == node) | (self.edges[:, 1] == node))

    def neighbours(self, node: int) -> NDArray[np.intp]:
        """The nodes one relation away from `node`, ascending, without itself."""
        ends = np.unique(self.edges[self.edges_at(node)])
        return np.setdiff1d(ends, [node]).astype(np.intp)


def build_scene(
    entities: Sequence[EntityRecord],
    relations: Sequence[RelationRecord],
    slot_of_type: Callable[[str], int],
) -> Scene:
    """The scene of a snapshot; `slot_of_type` says which colour slot a type has (0-7 hues, 8 grey)."""
    keys = _occurrence_keys([entity.name for entity in entities])
    node_of_name = {name: node for node, (name, occurrence) in enumerate(keys) if occurrence == 0}
    ends = [end for relation in relations for end in (relation.source, relation.target)]
    ghosts = list(dict.fromkeys(end for end in ends if end not in node_of_name))
    node_of_name.update({name: len(keys) + at for at, name in enumerate(ghosts)})
    edges = np.array(list(map(node_of_name.__getitem__, ends)), np.int32).reshape(-1, 2)
    types = [entity.entity_type for entity in entities]
    slot_of = {entity_type: slot_of_type(entity_type) for entity_type in set(types)}
    slots = [slot_of[entity_type] for entity_type in types] + [8] * len(ghosts)
    types += [""] * len(ghosts)
    observations = [entity.observations[0] if entity.observations else "" for entity in entities]
    count = len(keys) + len(ghosts)
    degrees = _degrees(edges, count)
    return Scene(
        keys=(*keys, *((name, 0) for name in ghosts)),
        types=tuple(types),
        type_slots=np.array(slots, np.int32),
        degrees=degrees,
        weights=degrees.astype(np.float64),
        is_ghost=np.arange(count) >= len(keys),
        first_observations=(*observations, *("" for _ in ghosts)),
        edges=edges,
        relation_types=tuple(relation.relation_type for relation in relations),
    )


def empty_scene() -> Scene:
    """A scene without nodes."""
    return build_scene((), (), lambda _: 0)


def _occurrence_keys(names: Iterable[str]) -> list[NodeKey]:
    seen: dict[str, int] = {}
    keys = []
    for name in names:
        occurrence = seen.get(name, 0)
        keys.append((name, occurrence))
        seen[name] = occurrence + 1
    return keys


def _degrees(edges: NDArray[np.int32], node_count: int) -> NDArray[np.int32]:
    loops = edges[edges[:, 0] == edges[:, 1], 0]
    touched = np.bincount(edges.ravel(), minlength=node_count) - np.bincount(loops, minlength=node_count)
    return touched.astype(np.int32)
