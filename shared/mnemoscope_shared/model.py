"""The knowledge graph's records, the lines that hold them, and what a change is."""

from typing import Literal

import msgspec


class Entity(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="entity"):
    """A thing that the assistant remembers: its name identifies it, observations are facts about it."""

    name: str
    entity_type: str = msgspec.field(name="entityType")
    observations: tuple[str, ...]

    @property
    def key(self) -> str:
        """What identifies an entity: its name."""
        return self.name


class Relation(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="relation"):
    """A directed edge between two entities, named by their names (which need not exist)."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    relation_type: str = msgspec.field(name="relationType")

    @property
    def key(self) -> "RelationKey":
        """What identifies a relation: source, target and type."""
        return (self.source, self.target, self.relation_type)


Record = Entity | Relation
RelationKey = tuple[str, str, str]
Part = Literal["entities", "relations"]


class Line(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A line of the memory file; two lines are equal only if they are the same object.

    Attributes:
        raw: its bytes without the newline, kept as they were read until a change touches them.
        record: what it holds; None for an object of another program's, which is carried along.
        order: grows from line to line within a part of the file, so that lines can be sorted.
    """

    raw: bytes
    record: Record | None
    order: float


class LineChange(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One line added (no `before`), removed (no `after`) or replaced.

    Attributes:
        part: which half of the file holds the line; entities come first, relations after them.
        index: its place in that half: where it is added in the new state, where it was in the old one else.
    """

    part: Part
    index: int
    before: Line | None
    after: Line | None


Change = tuple[LineChange, ...]


def part_of(record: Record) -> Part:
    """Return the half of the file that holds a record."""
    return "entities" if isinstance(record, Entity) else "relations"
