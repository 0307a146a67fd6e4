"""Taking in entities and relations from elsewhere: pasted, from another memory, from a conflict copy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.observation_corrections import missing_from
from mnemoscope_shared.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class ImportedRecords:
    """What an import does; `preview` tells it beforehand.

    Attributes:
        created: the entities that are new.
        extended: the entities that were there, with the observations that they lacked.
        related: the relations that are new.
        known_entities, known_relations: how many were there already with all that they say.
    """

    created: tuple[Entity, ...]
    extended: tuple[EntityObservations, ...]
    related: tuple[Relation, ...]
    known_entities: int
    known_relations: int


@dataclass(frozen=True, slots=True)
class ImportRecords:
    """Add what the memory lacks: entities, observations of entities that it has, relations.

    Nothing is taken away and no type is changed. Several entities of one name count as one. The ends of
    relations need not exist.

    Attributes:
        origin: where the records come from, for the Undo menu: a file's name, “the clipboard”.
    """

    entities: Sequence[Entity]
    relations: Sequence[Relation]
    origin: str
    operation: ClassVar[str] = "import_records"

    @property
    def label(self) -> str:
        return f"Add from {self.origin}"

    def apply(self, snapshot: Snapshot) -> Outcome[ImportedRecords]:
        draft = Draft(snapshot)
        entities = _united(self.entities)
        created, extended = [], []
        for entity in entities:
            known = draft.entity(entity.name)
            if known is None:
                draft.append(entity)
                created.append(entity)
            elif missing := missing_from(known.observations, entity.observations):
                draft.replace_observations(known, (*known.observations, *missing))
                extended.append(EntityObservations(entity.name, missing))
        relations = dict.fromkeys(self.relations)
        related = [relation for relation in relations if not draft.has_relation(relation.key)]
        for relation in related:
            draft.append(relation)
        known_entities = len(entities) - len(created) - len(extended)
        counts = (known_entities, len(relations) - len(related))
        return Outcome(
            draft.change(), ImportedRecords(tuple(created), tuple(extended), tuple(related), *counts)
        )


def _united(entities: Sequence[Entity]) -> list[Entity]:
    """Return one entity for each name: the first of it, with the observations of all, each once."""
    # All of a name at once: an entity made anew for each would cost the square of their number.
    types: dict[str, str] = {}
    observations: dict[str, dict[str, None]] = {}
    for entity in entities:
        types.setdefault(entity.name, entity.entity_type)
        observations.setdefault(entity.name, {}).update(dict.fromkeys(entity.observations))
    return [Entity(name, types[name], tuple(texts)) for name, texts in observations.items()]
