"""Collecting an edit's changes to a snapshot, seen by the edit itself as if they were made."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mnemoscope_shared.errors import NotFound
from mnemoscope_shared.model import (
    Change,
    Entity,
    Line,
    LineChange,
    Part,
    Record,
    Relation,
    RelationKey,
    part_of,
)
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import encode_record, rewrite_line


@dataclass(slots=True)
class _Pending:
    before: Line | None
    after: Record | None


@dataclass(frozen=True, slots=True)
class ReplacedRelations:
    """What became of relations that were replaced.

    Attributes:
        pairs: those that differ, each before and after.
        dropped: those that were removed, as they were.
    """

    pairs: tuple[tuple[Relation, Relation], ...]
    dropped: tuple[Relation, ...]


class Draft:
    """What an edit wants to change: look things up, replace, remove and append, then take the change.

    Lookups see what the draft holds already: an entity that was replaced is found as it is now, one that
    was removed is not found.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._touched: dict[Line, _Pending] = {}
        self._added: dict[str | RelationKey, _Pending] = {}

    def entity(self, name: str) -> Entity | None:
        """Return the first entity of a name."""
        line = self.snapshot.lines_by_name.get(name)
        record = self._now(line) if line is not None else None
        if record is None and (added := self._added.get(name)) is not None:
            record = added.after
        return record if isinstance(record, Entity) else None

    def existing_entity(self, name: str) -> Entity:
        """Return the first entity of a name; raise `NotFound` if there is none."""
        entity = self.entity(name)
        if entity is None:
            raise NotFound(name)
        return entity

    def has_relation(self, key: RelationKey) -> bool:
        """Return whether a relation is there."""
        line = self.snapshot.lines_by_key.get(key)
        return key in self._added or (line is not None and self._now(line) is not None)

    def replace_entity(self, entity: Entity, replacement: Entity) -> None:
        """Replace the entity that `entity` found."""
        added = self._added.pop(entity.name, None)
        if added is not None:
            added.after = replacement
            self._added[replacement.name] = added
        else:
            self.replace_line(self.snapshot.lines_by_name[entity.name], replacement)

    def replace_observations(self, entity: Entity, observations: Iterable[str]) -> None:
        """Give the entity that `entity` found other observations."""
        self.replace_entity(entity, Entity(entity.name, entity.entity_type, tuple(observations)))

    def replace_type(self, entity: Entity, entity_type: str) -> None:
        """Give the entity that `entity` found another type."""
        self.replace_entity(entity, Entity(entity.name, entity_type, entity.observations))

    def replace_relations(
        self, lines: Iterable[Line], replacement: Callable[[Relation], Relation | None]
    ) -> ReplacedRelations:
        """Replace the relations in lines of the snapshot; none of them comes to say what another one says.

        Args:
            lines: all those of each relation that has to change, where relations repeat.
            replacement: what a relation becomes; None to remove it.
        """
        given = [(line, line.record) for line in lines if isinstance(line.record, Relation)]
        touched, taken = {line for line, _ in given}, set[RelationKey]()
        pairs, dropped = [], []
        for line, before in given:
            after = replacement(before)
            known = self.snapshot.lines_by_key.get(after.key) if after is not None else None
            if after is None or after.key in taken or (known is not None and known not in touched):
                self.remove_line(line)
                dropped.append(before)
                continue
            taken.add(after.key)
            self.replace_line(line, after)
            if after != before:
                pairs.append((before, after))
        return ReplacedRelations(tuple(pairs), tuple(dropped))

    def replace_line(self, line: Line, replacement: Record) -> None:
        """Replace what a line of the snapshot holds."""
        self._touched[line] = _Pending(line, replacement)

    def remove_line(self, line: Line) -> None:
        """Remove a line of the snapshot."""
        self._touched[line] = _Pending(line, None)

    def append(self, record: Record) -> None:
        """Add a record after the last of its kind."""
        self._added[record.key] = _Pending(None, record)

    def change(self) -> Change:
        """Return what differs from the snapshot; nothing, where all is as it was."""
        changes = [self._line_change(line, pending) for line, pending in self._touched.items()]
        real = [change for change in changes if change is not None]
        return (*real, *self._additions("entities"), *self._additions("relations"))

    def _now(self, line: Line) -> Record | None:
        pending = self._touched.get(line)
        return pending.after if pending is not None else line.record

    def _line_change(self, line: Line, pending: _Pending) -> LineChange | None:
        if pending.after == line.record or line.record is None:
            return None
        part = part_of(line.record)
        index = self.snapshot.index_of(line, part)
        if pending.after is None:
            return LineChange(part, index, line, None)
        raw = rewrite_line(line.raw, line.record, pending.after)
        return LineChange(part, index, line, Line(raw, pending.after, line.order))

    def _additions(self, part: Part) -> list[LineChange]:
        lines = self.snapshot.part(part)
        order = lines[-1].order + 1 if lines else 0.0
        removed = sum(1 for one in self._touched.values() if one.after is None and _is_in(one.before, part))
        records = [one.after for one in self._added.values() if one.after and part_of(one.after) == part]
        return [
            LineChange(
                part, len(lines) - removed + step, None, Line(encode_record(record), record, order + step)
            )
            for step, record in enumerate(records)
        ]


def _is_in(line: Line | None, part: Part) -> bool:
    return line is not None and line.record is not None and part_of(line.record) == part
