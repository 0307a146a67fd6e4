"""The edits of entities that people make in the window, but for merging; see `merge`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.errors import NameTaken, NotFound
from mnemoscope_shared.model import Entity, Line, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import name_or_count, type_name


@dataclass(frozen=True, slots=True)
class RenameEntity:
    """Rename an entity and, in the same write, the ends of its relations."""

    name: str
    new_name: str
    operation: ClassVar[str] = "rename_entity"

    @property
    def label(self) -> str:
        return f"Rename {self.name} to {self.new_name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        entity = draft.existing_entity(self.name)
        if self.new_name == self.name:
            return Outcome((), None)
        if draft.entity(self.new_name) is not None:
            raise NameTaken(self.new_name)
        draft.replace_entity(entity, Entity(self.new_name, entity.entity_type, entity.observations))
        # With a second record of the old name, the relations may mean that one: they stay with it.
        if len(snapshot.entity_lines_named([self.name])) == 1:
            for line in snapshot.relation_lines_at([self.name]):
                draft.replace_line(line, self._renamed(line))
        return Outcome(draft.change(), None)

    def _renamed(self, line: Line) -> Relation:
        assert isinstance(line.record, Relation)  # noqa: S101 - the index of ends holds nothing else
        ends = (line.record.source, line.record.target)
        source, target = (self.new_name if end == self.name else end for end in ends)
        return Relation(source, target, line.record.relation_type)


@dataclass(frozen=True, slots=True)
class RetypeEntity:
    """Give an entity another type."""

    name: str
    entity_type: str
    operation: ClassVar[str] = "retype_entity"

    @property
    def label(self) -> str:
        return f"Change the type of {self.name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        draft.replace_type(draft.existing_entity(self.name), self.entity_type)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class RetypeEntities:
    """Give several entities one type; those that have gone meanwhile are left out.

    Raises `NotFound` where all have gone. The answer: the names of those that had another type.
    """

    names: Sequence[str]
    entity_type: str
    operation: ClassVar[str] = "retype_entities"

    @property
    def label(self) -> str:
        return f"Change the type of {name_or_count(self.names, 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[str, ...]]:
        draft = Draft(snapshot)
        names = dict.fromkeys(self.names)
        found = [entity for entity in map(draft.entity, names) if entity is not None]
        if not found and self.names:
            raise NotFound(self.names[0])
        retyped = [entity for entity in found if entity.entity_type != self.entity_type]
        for entity in retyped:
            draft.replace_type(entity, self.entity_type)
        return Outcome(draft.change(), tuple(entity.name for entity in retyped))


@dataclass(frozen=True, slots=True)
class RestoreEntity:
    """Give an entity the type and the observations of an earlier version; its name and relations stay.

    One that has gone meanwhile comes back as it was in that version, under the name given here, and with it
    those of the given relations that are missing.
    """

    name: str
    version: Entity
    relations: Sequence[Relation] = ()
    operation: ClassVar[str] = "restore_entity"

    @property
    def label(self) -> str:
        return f"Restore an earlier version of {self.name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        version = Entity(self.name, self.version.entity_type, self.version.observations)
        entity = draft.entity(self.name)
        if entity is None:
            draft.append(version)
        else:
            draft.replace_entity(entity, version)
        for relation in self.relations:
            if not draft.has_relation(relation.key):
                draft.append(relation)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class RenameEntityType:
    """Give all entities of a type another one, also one that exists. The answer: how many they were."""

    entity_type: str
    new_type: str
    operation: ClassVar[str] = "rename_entity_type"

    @property
    def label(self) -> str:
        return f"Rename the type {type_name(self.entity_type)} to {type_name(self.new_type)}"

    def apply(self, snapshot: Snapshot) -> Outcome[int]:
        draft = Draft(snapshot)
        for line in snapshot.entity_lines:
            entity = line.record
            if isinstance(entity, Entity) and entity.entity_type == self.entity_type:
                draft.replace_line(line, Entity(entity.name, self.new_type, entity.observations))
        change = draft.change()
        return Outcome(change, len(change))
