"""What the lines in a write of the history mean: entities and relations before and after it."""

from collections.abc import Callable, Iterator

from mnemoscope_shared.model import Entity, Part, Record, Relation
from mnemoscope_shared.store.history_record import ChangeRecord
from mnemoscope_shared.store.jsonl import decode_line

EntityChange = tuple[Entity | None, Entity | None]
"""An entity before and after a write; None where there was or is none."""
RelationChange = tuple[Relation | None, Relation | None]
"""A relation before and after a write; None where there was or is none."""


def _everything(_line: str) -> bool:
    return True


def entity_changes(
    record: ChangeRecord, is_wanted: Callable[[str], bool] = _everything
) -> list[EntityChange]:
    """Return what a write did to entities, of those whose line before or after it is wanted."""
    return [
        (_entity(before), _entity(after))
        for before, after in _meanings(record, "entities", is_wanted)
        if isinstance(before, Entity) or isinstance(after, Entity)
    ]


def relation_changes(
    record: ChangeRecord, is_wanted: Callable[[str], bool] = _everything
) -> list[RelationChange]:
    """Return what a write did to relations, of those whose line before or after it is wanted."""
    return [
        (_relation(before), _relation(after))
        for before, after in _meanings(record, "relations", is_wanted)
        if isinstance(before, Relation) or isinstance(after, Relation)
    ]


def _meanings(
    record: ChangeRecord, part: Part, is_wanted: Callable[[str], bool]
) -> Iterator[tuple[Record | None, Record | None]]:
    for change in record.changes:
        if change.part == part and (is_wanted(change.before or "") or is_wanted(change.after or "")):
            yield _meaning(change.before), _meaning(change.after)


def _meaning(text: str | None) -> Record | None:
    """Return what a line holds; None for what cannot be read, since a history may hold anything."""
    if text is None:
        return None
    try:
        return decode_line(text.encode())
    except (ValueError, RecursionError):
        return None


def _entity(record: Record | None) -> Entity | None:
    return record if isinstance(record, Entity) else None


def _relation(record: Record | None) -> Relation | None:
    return record if isinstance(record, Relation) else None
