"""What happened to one entity, write by write, under the names that it had."""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_labels import labels
from mnemoscope_shared.store.history_record import ChangeRecord, Writer
from mnemoscope_shared.store.history_sieve import NameSieve
from mnemoscope_shared.store.traced_write import TracedWrite


@dataclass(frozen=True, slots=True)
class EntityEvent:
    """What one write did to an entity.

    Attributes:
        record_id: the history's record of the write, for `MemoryFile.revert`; empty where it has none yet.
        time: when, in ms since 1970; for a write made outside, when it was noticed.
        writer: who wrote.
        label: what the write did, in the words of its edit: “Rename Ann to Anna”, “Undo: Delete Ann”.
        name: the entity's name after the write, or before it where it was removed.
        before: the entity before the write; None where there was none, and where only relations changed.
        after: the entity after it; None where it was removed, and where only relations changed.
        absorbed: the entities that went into it.
        relations_added: the new relations at it; one that merely followed its new name is none.
        relations_removed: those that have gone.
    """

    record_id: str
    time: int
    writer: Writer
    label: str
    name: str
    before: Entity | None
    after: Entity | None
    absorbed: tuple[Entity, ...]
    relations_added: tuple[Relation, ...]
    relations_removed: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class EntityHistory:
    """The newest events of an entity.

    Attributes:
        events: the newest first.
        is_complete: whether the history tells of no older ones; it may have been purged of some.
        since: when the oldest record that was read was written, in ms since 1970; None without any.
    """

    events: tuple[EntityEvent, ...]
    is_complete: bool
    since: int | None


def entity_history(
    newest_first: Iterable[ChangeRecord], name: str, sieve: NameSieve, limit: int
) -> EntityHistory:
    """Return what happened to an entity, also before it was renamed and to what was merged into it.

    An entity that was deleted and comes back under its name is the same one. Of several entities that share
    a name, the events are together. Records are read until there are `limit` events.

    Args:
        newest_first: the writes, as `sieve` lets them through.
        name: the entity's name now, or when it was deleted.
        sieve: looks for the name; it is told of the earlier ones.
        limit: so many events, in round numbers: those of one write stay together.

    Raises:
        HistoryError: the history cannot be read.
    """
    names: Set[str] = {name}
    undone: set[str] = set()
    found: list[tuple[ChangeRecord, list[EntityEvent]]] = []
    count = 0
    is_complete = True
    for record in newest_first:
        if record.undo is not None and record.id not in undone:
            undone.add(record.undo)
        write = TracedWrite(record, names, sieve, follows_merges=record.id not in undone)
        if events := _events(write):
            found.append((record, events))
            count += len(events)
        names = write.names_before
        sieve.look_for(names)
        if not names:
            break
        if count >= limit:
            is_complete = False
            break
    return EntityHistory(_labelled(found), is_complete and not sieve.is_cut, sieve.since)


def _labelled(newest_first: list[tuple[ChangeRecord, list[EntityEvent]]]) -> tuple[EntityEvent, ...]:
    oldest_first = [record for record, _ in reversed(newest_first)]
    newest_label_first = reversed(list(labels(oldest_first)))
    pairs = zip(newest_label_first, newest_first, strict=True)
    return tuple(replace(event, label=label) for label, (_, events) in pairs for event in events)


def _events(write: TracedWrite) -> list[EntityEvent]:
    """Return an event for each of the entities, the changes of relations with the first of them."""
    added, removed = write.relations()
    events = []
    for before, after in write.changes or ([(None, None)] if added or removed else []):
        entity = after or before
        name = entity.name if entity is not None else write.name_at(*added, *removed)
        absorbed = tuple(write.absorbed) if after is not None else ()
        record = write.record
        events.append(
            EntityEvent(record.id, record.time, record.who, "", name, before, after, absorbed, added, removed)
        )
        added = removed = ()
    return events
