"""The edits that people make in the window: one small class each."""

from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.errors import NameTaken
from mnemoscope_shared.model import Entity, Line, Relation
from mnemoscope_shared.snapshot import Snapshot


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
        entity = draft.existing_entity(self.name)
        draft.replace_entity(entity, Entity(entity.name, self.entity_type, entity.observations))
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class ReplaceObservation:
    """Write one observation anew; where it has gone meanwhile, the new text is added."""

    entity_name: str
    observation: str
    replacement: str
    operation: ClassVar[str] = "replace_observation"

    @property
    def label(self) -> str:
        return f"Change an observation of {self.entity_name}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        entity = draft.existing_entity(self.entity_name)
        observations = list(entity.observations)
        if self.observation in observations:
            observations[observations.index(self.observation)] = self.replacement
        elif self.replacement not in observations:
            observations.append(self.replacement)
        draft.replace_observations(entity, observations)
        return Outcome(draft.change(), None)


@dataclass(frozen=True, slots=True)
class ReplaceRelation:
    """Give a relation another type or other ends; one that says the same already swallows it."""

    relation: Relation
    replacement: Relation
    operation: ClassVar[str] = "replace_relation"

    @property
    def label(self) -> str:
        return f"Change {self.relation.source} → {self.relation.target}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        draft = Draft(snapshot)
        lines = snapshot.relation_lines_of([self.relation.key])
        swallowed = self.relation != self.replacement and draft.has_relation(self.replacement.key)
        for line in lines:
            if swallowed:
                draft.remove_line(line)
            else:
                draft.replace_line(line, self.replacement)
        if not lines and not swallowed:
            draft.append(self.replacement)
        return Outcome(draft.change(), None)
