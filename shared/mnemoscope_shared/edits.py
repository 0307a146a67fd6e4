"""The edits that assistants make: one small class each, with the reference server's rules.

Those of people are in `entity_corrections`, `observation_corrections`, `relation_corrections`, `merge` and
`import_records`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import name_or_count


@dataclass(frozen=True, slots=True)
class CreatedEntities:
    """The entities that were created, and the names of those that were there already."""

    created: tuple[Entity, ...]
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CreateEntities:
    """Add entities; a name that is there already, also from earlier in the same call, is skipped."""

    entities: Sequence[Entity]
    operation: ClassVar[str] = "create_entities"

    @property
    def label(self) -> str:
        return f"Create {name_or_count((entity.name for entity in self.entities), 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[CreatedEntities]:
        draft = Draft(snapshot)
        created, skipped = [], []
        for entity in self.entities:
            if draft.entity(entity.name) is None:
                draft.append(entity)
                created.append(entity)
            else:
                skipped.append(entity.name)
        return Outcome(draft.change(), CreatedEntities(tuple(created), tuple(skipped)))


@dataclass(frozen=True, slots=True)
class CreateRelations:
    """Add relations that are not there yet; their ends need not exist. The answer: those created."""

    relations: Sequence[Relation]
    operation: ClassVar[str] = "create_relations"

    @property
    def label(self) -> str:
        return f"Relate {_relations(self.relations)}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[Relation, ...]]:
        draft = Draft(snapshot)
        created = []
        for relation in self.relations:
            if not draft.has_relation(relation.key):
                draft.append(relation)
                created.append(relation)
        return Outcome(draft.change(), tuple(created))


@dataclass(frozen=True, slots=True)
class EntityObservations:
    """Observations and the entity that they belong to."""

    entity_name: str
    observations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddObservations:
    """Add observations that an entity does not have; raise `NotFound` for a missing entity.

    The same text twice for an entity that lacks it is added twice: only what is there already is left out.
    The answer: what was added, one item for each item asked.
    """

    items: Sequence[EntityObservations]
    operation: ClassVar[str] = "add_observations"

    @property
    def label(self) -> str:
        return f"Add to {name_or_count((item.entity_name for item in self.items), 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[EntityObservations, ...]]:
        draft = Draft(snapshot)
        texts: dict[str, list[str]] = {}
        present: dict[str, set[str]] = {}
        added = []
        for item in self.items:
            if (name := item.entity_name) not in texts:
                texts[name] = list(draft.existing_entity(name).observations)
                present[name] = set(texts[name])
            new = tuple(text for text in item.observations if text not in present[name])
            texts[name] += new
            present[name].update(new)
            added.append(EntityObservations(name, new))
        # Each entity once: an entity made anew for each item would cost the square of their number.
        for name, observations in texts.items():
            draft.replace_observations(draft.existing_entity(name), observations)
        return Outcome(draft.change(), tuple(added))


@dataclass(frozen=True, slots=True)
class DeleteEntities:
    """Remove entities and the relations at them. The answer: the names that were not found."""

    names: Sequence[str]
    operation: ClassVar[str] = "delete_entities"

    @property
    def label(self) -> str:
        return f"Delete {name_or_count(self.names, 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[str, ...]]:
        draft = Draft(snapshot)
        for line in snapshot.entity_lines_named(self.names) + snapshot.relation_lines_at(self.names):
            draft.remove_line(line)
        missing = tuple(name for name in self.names if name not in snapshot.lines_by_name)
        return Outcome(draft.change(), missing)


@dataclass(frozen=True, slots=True)
class DeleteObservations:
    """Remove observations. The answer: what was not found, entities that are missing among it."""

    items: Sequence[EntityObservations]
    operation: ClassVar[str] = "delete_observations"

    @property
    def label(self) -> str:
        return f"Delete from {name_or_count((item.entity_name for item in self.items), 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[EntityObservations, ...]]:
        draft = Draft(snapshot)
        left: dict[str, set[str]] = {}
        missing = []
        for item in self.items:
            entity = draft.entity(item.entity_name)
            if (present := left.get(item.entity_name)) is None:
                present = left[item.entity_name] = set(entity.observations if entity is not None else ())
            unknown = tuple(text for text in item.observations if text not in present)
            if unknown or entity is None:
                missing.append(EntityObservations(item.entity_name, unknown))
            present.difference_update(item.observations)
        for name, present in left.items():
            if (entity := draft.entity(name)) is not None:
                draft.replace_observations(entity, (one for one in entity.observations if one in present))
        return Outcome(draft.change(), tuple(missing))


@dataclass(frozen=True, slots=True)
class DeleteRelations:
    """Remove relations, repeats too. The answer: those that were not found."""

    relations: Sequence[Relation]
    operation: ClassVar[str] = "delete_relations"

    @property
    def label(self) -> str:
        return f"Delete {_relations(self.relations)}"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[Relation, ...]]:
        draft = Draft(snapshot)
        for line in snapshot.relation_lines_of(relation.key for relation in self.relations):
            draft.remove_line(line)
        return Outcome(draft.change(), tuple(r for r in self.relations if r.key not in snapshot.lines_by_key))


def _relations(relations: Sequence[Relation]) -> str:
    if len(relations) != 1:
        return f"{len(relations)} relations"
    return f"{relations[0].source} → {relations[0].target}"
