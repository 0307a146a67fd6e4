"""One write of the history as seen from some entities: what it did to them, and who they were before it."""

from collections.abc import Iterable, Set

from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import ChangeRecord
from mnemoscope_shared.store.history_sieve import NameSieve
from mnemoscope_shared.store.recorded_records import EntityChange, entity_changes, relation_changes

# The operation of `merge.MergeEntities`, which stands above the store.
_MERGE = "merge_entities"


class TracedWrite:
    """A write and the entities that had some names after it.

    Attributes:
        record: the write.
        changes: what it did to these entities, each before and after.
        absorbed: the entities that went into them: those that a merge removed, and of any other write those
            that it removed and whose observations it gave to them.
        names_before: the names that they and the absorbed ones had before the write.
    """

    def __init__(
        self, record: ChangeRecord, names: Set[str], sieve: NameSieve, *, follows_merges: bool = True
    ) -> None:
        """Look at a write; `sieve` looks for the names, and afterwards for the earlier ones as well."""
        self.record = record
        self._names = names
        self._sieve = sieve
        mentioned = entity_changes(record, sieve.may_be_named_in)
        changes = [change for change in mentioned if _name_of(change) in names and change[0] != change[1]]
        self.absorbed = _absorbed(record, changes) if follows_merges else []
        self.changes = [change for change in changes if change[1] or change[0] not in self.absorbed]
        renames = [(before.name, after.name) for before, after in mentioned if before and after]
        absorbed = {entity.name for entity in self.absorbed}
        self.names_before: Set[str] = _names_before(names, renames) | absorbed
        self._later_names = {old: new for old, new in renames if new in names}
        self._later_names |= dict.fromkeys(absorbed, _heir(changes))
        sieve.look_for(names | self.names_before)

    def relations(self) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
        """Return the relations at the entities that were added and those that were removed.

        One that merely followed a name is neither.
        """
        changes = relation_changes(self.record, self._sieve.may_be_named_in)
        removed = [before for before, _ in changes if before and _is_at(before, self.names_before)]
        added = [after for _, after in changes if after and _is_at(after, self._names)]
        followed = {self._followed(relation) for relation in removed}
        there = set(added)
        return (
            tuple(relation for relation in added if relation not in followed),
            tuple(relation for relation in removed if self._followed(relation) not in there),
        )

    def name_at(self, *relations: Relation) -> str:
        """Return which of the entities one of some relations is at."""
        ends = (end for relation in relations for end in (relation.source, relation.target))
        return next(end for end in ends if end in self._names or end in self.names_before)

    def _followed(self, relation: Relation) -> Relation:
        source, target = (self._later_names.get(end, end) for end in (relation.source, relation.target))
        return Relation(source, target, relation.relation_type)


def _name_of(change: EntityChange) -> str:
    entity = change[1] or change[0]
    return entity.name if entity is not None else ""


def _names_before(names: Set[str], renames: Iterable[tuple[str, str]]) -> Set[str]:
    """Return what the entities were called before a write, given the old and new names of what it changed.

    An entity that gave up one of the names is none of them: who has that name now came later.
    """
    changed = [(old, new) for old, new in renames if old != new]
    given_up = {old for old, new in changed if new not in names}
    taken = {new for _, new in changed}
    return (names - given_up - taken) | {old for old, new in changed if new in names}


def _heir(changes: Iterable[EntityChange]) -> str:
    """Return the name of the entity into which others went."""
    return next((after.name for _, after in changes if after is not None), "")


def _absorbed(record: ChangeRecord, changes: Iterable[EntityChange]) -> list[Entity]:
    """Return the entities that went into those of some changes."""
    is_merge = record.operation == _MERGE
    gained = {text for before, after in changes for text in _gained(before, after)}
    if not gained and not (is_merge and any(after for _, after in changes)):
        return []
    everything = entity_changes(record)
    there = {after.name for _, after in everything if after is not None}
    removed = [before for before, after in everything if before is not None and after is None]
    if is_merge:
        return removed
    return [
        entity
        for entity in removed
        if entity.name not in there and not gained.isdisjoint(entity.observations)
    ]


def _gained(before: Entity | None, after: Entity | None) -> Iterable[str]:
    """Return the observations that an entity got."""
    return set(after.observations if after else ()) - set(before.observations if before else ())


def _is_at(relation: Relation, names: Set[str]) -> bool:
    return relation.source in names or relation.target in names
