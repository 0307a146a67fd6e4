"""Writing again what a program that ignores the write lock has overwritten.

Such a program reads the file, thinks, and writes the whole of it: what was written meanwhile is gone. That
shows in the version which it leaves: it lacks our last writes and holds a change of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.model import Entity, Line, LineChange, Part, Record, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import ChangeRecord, RecordedChange
from mnemoscope_shared.store.jsonl import decode_line
from mnemoscope_shared.store.revert import same_object

OVERLAP_MS = 2000


def overlapping_writes(newest_first: Iterable[ChangeRecord], written_ms: int) -> tuple[ChangeRecord, ...]:
    """Return our newest writes, oldest first, that an outside version may not have seen.

    Args:
        newest_first: the writes on record.
        written_ms: when the outside version was written, in ms since 1970.
    """
    writes: list[ChangeRecord] = []
    for record in newest_first:
        follows = not writes or record.after == writes[-1].before
        is_near = abs(written_ms - record.time) < OVERLAP_MS
        if record.who.app == "outside" or not follows or not is_near:
            break
        writes.append(record)
    return tuple(reversed(writes))


@dataclass(slots=True)
class _NetChange:
    """What several writes together did to one object; texts of its line."""

    part: Part
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Restore:
    """Make those of our writes again that an outside version has swallowed.

    Three-way: a change is made again only where its object is as it was before. A removal is never made
    again. What the other program has seen and removed stays removed: it saw all writes up to the newest of
    which anything is left, and where its version is the one before our writes, it meant that.

    The answer says what was not put back, one phrase each.

    Attributes:
        writes: our newest ones, oldest first.
        outside: what turned the last of them into the outside version; None where it is known already that
            this was no deliberate reversal.
    """

    writes: tuple[ChangeRecord, ...]
    outside: tuple[RecordedChange, ...] | None
    operation: ClassVar[str] = "restore"
    label: ClassVar[str] = "Restore what another program overwrote"

    def apply(self, snapshot: Snapshot) -> Outcome[tuple[str, ...]]:
        """Return the changes that are made again."""
        changes = _net_changes(self._unseen_writes(snapshot))
        if self.outside is not None and not _holds_more_than_reversals(self.outside, changes):
            return Outcome((), ())
        restored: list[LineChange] = []
        left: list[str] = []
        for change in changes:
            if not _is_as_before(snapshot, change):
                left += [_name(change)] if not _is_done(snapshot, change) else []
            elif change.after is None:
                left.append(f"the removal of {_name(change)}")
            else:
                restored.append(_line_change(snapshot, change, change.after, restored))
        return Outcome(tuple(restored), tuple(left))

    def _unseen_writes(self, snapshot: Snapshot) -> tuple[ChangeRecord, ...]:
        for number in range(len(self.writes), 0, -1):
            if any(_is_visible(snapshot, change) for change in self.writes[number - 1].changes):
                return self.writes[number:]
        return self.writes


def _net_changes(writes: Iterable[ChangeRecord]) -> list[_NetChange]:
    changes: list[_NetChange] = []
    by_result: dict[str, _NetChange] = {}
    for step in (step for write in writes for step in write.changes):
        if _is_tried_again(step, by_result):
            continue
        change = by_result.pop(step.before, None) if step.before is not None else None
        if change is None:
            change = _NetChange(step.part, step.before, step.after)
            changes.append(change)
        change.after = step.after
        if step.after is not None:
            by_result[step.after] = change
    return [change for change in changes if change.before != change.after]


def _is_tried_again(step: RecordedChange, by_result: dict[str, _NetChange]) -> bool:
    """Return whether the same was asked for already: by a write that another one got in the way of."""
    known = by_result.get(step.after) if step.after is not None else None
    return known is not None and known.before == step.before


def _holds_more_than_reversals(outside: Iterable[RecordedChange], ours: list[_NetChange]) -> bool:
    results = {_meaning(change.after) for change in ours}
    origins = {_meaning(change.before) for change in ours}
    for change in outside:
        before, after = _meaning(change.before), _meaning(change.after)
        is_reversal = (before is None or before in results) and (after is None or after in origins)
        if before != after and not is_reversal:
            return True
    return False


def _is_visible(snapshot: Snapshot, change: RecordedChange) -> bool:
    """Return whether a version shows that its writer knew of a change."""
    line = same_object(snapshot, change.after or change.before)
    if change.before is None or change.after is None:
        return (line is None) == (change.after is None)
    now, before, after = line and line.record, _meaning(change.before), _meaning(change.after)
    if isinstance(now, Entity) and isinstance(before, Entity) and isinstance(after, Entity):
        return _has_trace(now, before, after)
    return now == after != before


def _has_trace(now: Entity, before: Entity, after: Entity) -> bool:
    """Return whether an entity has something that a change brought, or lacks something that it took away."""
    if before.name != after.name:
        return True
    added = set(after.observations) - set(before.observations)
    removed = set(before.observations) - set(after.observations)
    return (
        not added.isdisjoint(now.observations)
        or (bool(removed) and removed.isdisjoint(now.observations))
        or now.entity_type == after.entity_type != before.entity_type
    )


def _is_as_before(snapshot: Snapshot, change: _NetChange) -> bool:
    if change.before is None:
        return same_object(snapshot, change.after) is None
    is_name_free = _key(change.after) in (None, _key(change.before)) or not same_object(
        snapshot, change.after
    )
    return _holds(snapshot, change.before) and is_name_free


def _is_done(snapshot: Snapshot, change: _NetChange) -> bool:
    if change.after is None:
        return same_object(snapshot, change.before) is None
    return _holds(snapshot, change.after)


def _holds(snapshot: Snapshot, text: str) -> bool:
    line = same_object(snapshot, text)
    return line is not None and line.record == _meaning(text)


def _meaning(text: str | None) -> Record | str | None:
    """Return what identifies a line's content, however it is spelled."""
    return (decode_line(text.encode()) or text) if text is not None else None


def _key(text: str | None) -> object:
    meaning = _meaning(text)
    return meaning.key if isinstance(meaning, Entity | Relation) else meaning


def _line_change(snapshot: Snapshot, change: _NetChange, text: str, earlier: list[LineChange]) -> LineChange:
    raw = text.encode()
    lines = snapshot.part(change.part)
    line = same_object(snapshot, change.before)
    if line is not None:
        index = snapshot.index_of(line, change.part)
        return LineChange(change.part, index, line, Line(raw, decode_line(raw), line.order))
    step = sum(1 for one in earlier if one.part == change.part and one.before is None)
    order = (lines[-1].order + 1 if lines else 0.0) + step
    return LineChange(change.part, len(lines) + step, None, Line(raw, decode_line(raw), order))


def _name(change: _NetChange) -> str:
    meaning = _meaning(change.after or change.before)
    if isinstance(meaning, Entity):
        return f"“{meaning.name}”"
    if isinstance(meaning, Relation):
        return f"“{meaning.source} {meaning.relation_type} {meaning.target}”"
    return "a line of another program"
