"""The indexes of a snapshot: how each is built from the lines, and how it follows a change.

An index is a plain dictionary or list that is never changed once built: following a change copies it, which
costs far less than building it anew. A function that ends in `_after` returns None where only building anew
is right: where names or relations repeat, so that what stood in the shadow of a removed line comes to light.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from mnemoscope_shared.model import Entity, Line, LineChange, Record, Relation, RelationKey

if TYPE_CHECKING:
    from mnemoscope_shared.ranked.index import RankedIndex

# Following more changes than this takes about as long as reading the entities anew.
_MOST_MISSED = 1000

Item = TypeVar("Item")

by_order = attrgetter("order")


@dataclass(frozen=True, slots=True)
class EarlierIndex:
    """The ranked index of an earlier snapshot, and the changes to entity lines since then."""

    index: "RankedIndex"
    missed: tuple[LineChange, ...]

    def after(self, changes: list[LineChange]) -> "EarlierIndex | None":
        """Return the same with further changes; None if they are so many that building anew is right."""
        missed = (*self.missed, *changes)
        return EarlierIndex(self.index, missed) if len(missed) <= _MOST_MISSED else None


def index_names(lines: Iterable[Line]) -> dict[str, Line]:
    """Return the first entity line of each name."""
    index: dict[str, Line] = {}
    for line in lines:
        if isinstance(line.record, Entity):
            index.setdefault(line.record.name, line)
    return index


def index_keys(lines: Iterable[Line]) -> dict[RelationKey, Line]:
    """Return the first relation line of each source, target and type."""
    index: dict[RelationKey, Line] = {}
    for line in lines:
        if isinstance(line.record, Relation):
            index.setdefault(line.record.key, line)
    return index


def index_ends(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """Return the relation lines at each entity name, in order; a self-loop once."""
    index: dict[str, list[Line]] = {}
    for line in lines:
        for end in _ends(line.record):
            index.setdefault(end, []).append(line)
    return index


def search_text(record: Record | None) -> str:
    """Return what a search looks into: name, type and observations in lower case, apart by NUL."""
    if not isinstance(record, Entity):
        return ""
    return "\0".join((record.name, record.entity_type, *record.observations)).lower()


def names_after(index: dict[str, Line], changes: list[LineChange]) -> dict[str, Line] | None:
    """Return an index of unrepeated names after changes to entity lines."""
    following = index.copy()
    for record, _ in _removed(changes):
        if isinstance(record, Entity):
            following.pop(record.name, None)
    for record, line in _added(changes):
        if isinstance(record, Entity) and following.setdefault(record.name, line) is not line:
            return None
    return following


def keys_after(index: dict[RelationKey, Line], changes: list[LineChange]) -> dict[RelationKey, Line] | None:
    """Return an index of unrepeated relations after changes to relation lines."""
    following = index.copy()
    for record, _ in _removed(changes):
        if isinstance(record, Relation):
            following.pop(record.key, None)
    for record, line in _added(changes):
        if isinstance(record, Relation) and following.setdefault(record.key, line) is not line:
            return None
    return following


def ends_after(index: dict[str, list[Line]], changes: list[LineChange]) -> dict[str, list[Line]]:
    """Return an index of ends after changes to relation lines."""
    following = index.copy()
    gone = {line for _, line in _removed(changes)}
    come: dict[str, list[Line]] = {}
    for record, line in _added(changes):
        for end in _ends(record):
            come.setdefault(end, []).append(line)
    for end in {end for line in gone for end in _ends(line.record)} | come.keys():
        kept = [line for line in following.get(end, ()) if line not in gone]
        following[end] = sorted(kept + come.get(end, []), key=by_order)
        if not following[end]:
            del following[end]
    return following


def search_texts_after(lines: list[Line], texts: list[str], changes: list[LineChange]) -> list[str] | None:
    """Return the search texts of entity lines after changes to them; `lines` are those before."""
    gone = {change.before for change in changes if change.before is not None and change.after is None}
    if gone:
        if any(change.after is not None for change in changes):
            return None
        return without(texts, [position(lines, line) for line in gone])
    following = texts.copy()
    last = lines[-1].order if lines else float("-inf")
    for change in changes:
        if change.before is not None and change.after is not None:
            following[position(lines, change.before)] = search_text(change.after.record)
        elif change.after is not None and change.after.order > last:
            following.append(search_text(change.after.record))
        else:
            return None
    return following


def without(items: list[Item], positions: Iterable[int]) -> list[Item]:
    """Return a list without the items at some positions."""
    kept: list[Item] = []
    start = 0
    for position in sorted(positions):
        kept += items[start:position]
        start = position + 1
    return kept + items[start:]


def position(lines: list[Line], line: Line) -> int:
    """Return where a line stands among lines that are sorted by their order."""
    return bisect_left(lines, line.order, key=by_order)


def _removed(changes: list[LineChange]) -> list[tuple[Record | None, Line]]:
    return [(change.before.record, change.before) for change in changes if change.before is not None]


def _added(changes: list[LineChange]) -> list[tuple[Record | None, Line]]:
    return [(change.after.record, change.after) for change in changes if change.after is not None]


def _ends(record: Record | None) -> tuple[str, ...]:
    if not isinstance(record, Relation):
        return ()
    return (record.source,) if record.source == record.target else (record.source, record.target)
