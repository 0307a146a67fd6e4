"""Merging entities: two names of one thing become one entity."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.errors import NotFound, NothingToMerge
from mnemoscope_shared.model import Entity, Line, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import name_or_count


@dataclass(frozen=True, slots=True)
class MergedEntities:
    """What a merge does; `preview` tells it beforehand.

    Attributes:
        entity: what the entities become.
        absorbed: those that go, in the order in which their observations were taken over.
        repointed: the relations that lead elsewhere now, each before and after.
        dropped: the relations that go, as they were: they became loops or exact repeats.
    """

    entity: Entity
    absorbed: tuple[Entity, ...]
    repointed: tuple[tuple[Relation, Relation], ...]
    dropped: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class MergeEntities:
    """Make entities one: their observations are united, their relations lead to it.

    A relation between two of them, which would become a loop, is dropped, and so is an exact repeat; a loop
    that was one before stays. Names that have gone meanwhile are passed over. What other programs keep in
    the lines of the absorbed entities goes with these.

    Raises:
        NotFound: of the entities fewer than two are left.
        NothingToMerge: fewer than two were named.

    Attributes:
        names: the entities; two records of one name count as two.
        into: the name of the result. If an entity has it, it is one of them, and keeps its place; else the
            first of the names does.
        entity_type: the type of the result; None for that of the entity that keeps its place.
    """

    names: Sequence[str]
    into: str
    entity_type: str | None = None
    operation: ClassVar[str] = "merge_entities"

    @property
    def label(self) -> str:
        others = [name for name in dict.fromkeys(self.names) if name != self.into]
        if not others:
            return f"Merge the records of {self.into}"
        return f"Merge {name_or_count(others, 'entities')} into {self.into}"

    def apply(self, snapshot: Snapshot) -> Outcome[MergedEntities]:
        lines, entities = zip(*self._records(snapshot), strict=True)
        entity = self._united(entities)
        draft = Draft(snapshot)
        draft.replace_line(lines[0], entity)
        for line in lines[1:]:
            draft.remove_line(line)
        others = frozenset(self.names) - {self.into}
        repointed = partial(_repointed, names=others, into=self.into)
        relations = draft.replace_relations(snapshot.relation_lines_at(others), repointed)
        merged = MergedEntities(entity, entities[1:], relations.pairs, relations.dropped)
        return Outcome(draft.change(), merged)

    def _records(self, snapshot: Snapshot) -> list[tuple[Line, Entity]]:
        """Return the entities with their lines, first the one that keeps its place; at least two."""
        names = list(dict.fromkeys([self.into, *self.names]))
        by_name: dict[str, list[tuple[Line, Entity]]] = {name: [] for name in names}
        for line, entity in _entities(snapshot.entity_lines_named(names)):
            by_name[entity.name].append((line, entity))
        records = list(chain.from_iterable(by_name.values()))
        if len(records) < 2:
            missing = next((name for name in self.names if not by_name[name]), None)
            raise NothingToMerge if missing is None else NotFound(missing)
        return records

    def _united(self, entities: Sequence[Entity]) -> Entity:
        entity_type = entities[0].entity_type if self.entity_type is None else self.entity_type
        observations = chain.from_iterable(entity.observations for entity in entities)
        return Entity(self.into, entity_type, tuple(dict.fromkeys(observations)))


def _repointed(relation: Relation, names: frozenset[str], into: str) -> Relation | None:
    """Return a relation with other ends in place of some names; None where it became a loop by that."""
    source, target = (into if end in names else end for end in (relation.source, relation.target))
    if source == target and relation.source != relation.target:
        return None
    return Relation(source, target, relation.relation_type)


def _entities(lines: Sequence[Line]) -> Iterator[tuple[Line, Entity]]:
    return ((line, line.record) for line in lines if isinstance(line.record, Entity))
