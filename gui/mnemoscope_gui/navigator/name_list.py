"""The entities of a memory sorted by name, ready to be filtered with every keystroke. Pure."""

from bisect import bisect_left, insort
from collections.abc import Sequence

from mnemoscope_shared.model import Change, Entity, LineChange
from mnemoscope_shared.snapshot import Snapshot

Row = tuple[str, str, str, str]
"""Name without letter case, name, type, and both together without letter case, which is what is searched."""

_LONGEST = 1_000
"""Characters of a name, and of a type, that count."""


class NameList:
    """Names and types of all entities."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._rows = sorted(_row(entity) for entity in snapshot.entities)

    def follow(self, change: Change) -> None:
        """Take over what a change did to entities."""
        for one in change:
            if one.part == "entities":
                self._follow(one)

    def matching(self, words: Sequence[str]) -> dict[str, list[str]]:
        """Return the names by type, sorted, of the entities that have all words in name or type."""
        rows = self._rows
        for word in words:
            rows = [row for row in rows if word in row[3]]
        found: dict[str, list[str]] = {}
        for _, name, kind, _ in rows:
            found.setdefault(kind, []).append(name)
        return found

    def of_type(self, entity_type: str) -> list[str]:
        """Return the names of the entities of a type, sorted."""
        return [name for _, name, kind, _ in self._rows if kind == entity_type]

    def _follow(self, change: LineChange) -> None:
        before = change.before.record if change.before is not None else None
        after = change.after.record if change.after is not None else None
        if isinstance(before, Entity):
            self._remove(_row(before))
        if isinstance(after, Entity):
            insort(self._rows, _row(after))

    def _remove(self, row: Row) -> None:
        at = bisect_left(self._rows, row)
        if at < len(self._rows) and self._rows[at] == row:
            del self._rows[at]


def _row(entity: Entity) -> Row:
    name, kind = entity.name[:_LONGEST].casefold(), entity.entity_type[:_LONGEST].casefold()
    return (name, entity.name, entity.entity_type, f"{name}\0{kind}")
