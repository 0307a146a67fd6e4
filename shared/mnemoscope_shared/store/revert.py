"""Taking a write back: its inverse as an edit of the memory as it is now."""

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.errors import ChangedSince
from mnemoscope_shared.model import Change, Entity, Line, LineChange, Part, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import ChangeRecord, RecordedChange
from mnemoscope_shared.store.jsonl import decode_line


@dataclass(frozen=True, slots=True)
class Revert:
    """Put back what a write changed, object by object; what others changed meanwhile stays.

    Where an object that the write touched was changed again, `ChangedSince` is raised, unless `force` is
    set: then that object is put back as it was before the write.

    The snapshot must have whole-numbered orders; see `Snapshot.renumbered`.
    """

    record: ChangeRecord
    force: bool = False
    operation: ClassVar[str] = "revert"

    @property
    def label(self) -> str:
        """What is taken back."""
        return self.record.label

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        """Return the inverse change.

        Raises:
            ChangedSince: see above.
        """
        return Outcome((*self._inverse(snapshot, "entities"), *self._inverse(snapshot, "relations")), None)

    def _inverse(self, snapshot: Snapshot, part: Part) -> Change:
        changes = [change for change in self.record.changes if change.part == part]
        if not changes:
            return ()
        present = {line.raw.decode(): line for line in reversed(snapshot.part(part))}
        undone: list[LineChange] = []
        restored: list[RecordedChange] = []
        for change in changes:
            now = (
                present.get(change.after)
                if change.after is not None
                else _same_object(snapshot, change.before)
            )
            if now is not None and now.raw.decode() == change.before:
                continue
            if (now is None) != (change.after is None):
                now = self._changed_since(snapshot, change, now)
            if now is not None:
                undone.append(_put_back(snapshot, part, change, now))
            elif change.before is not None:
                restored.append(change)
        return (*undone, *_insert(snapshot.part(part), part, restored))

    def _changed_since(self, snapshot: Snapshot, change: RecordedChange, now: Line | None) -> Line | None:
        found = now if now is not None else _same_object(snapshot, change.after)
        if not self.force:
            raise ChangedSince(
                _texts(change.before), _texts(found.raw.decode() if found is not None else None)
            )
        return found


def _put_back(snapshot: Snapshot, part: Part, change: RecordedChange, now: Line) -> LineChange:
    index = snapshot.index_of(now, part)
    if change.before is None:
        return LineChange(part, index, now, None)
    raw = change.before.encode()
    return LineChange(part, index, now, Line(raw, decode_line(raw), now.order))


def _same_object(snapshot: Snapshot, text: str | None) -> Line | None:
    """Return the line that holds the entity or relation of a line's text."""
    record = decode_line(text.encode()) if text is not None else None
    if isinstance(record, Entity):
        return snapshot.lines_by_name.get(record.name)
    return snapshot.lines_by_key.get(record.key) if isinstance(record, Relation) else None


def _insert(lines: list[Line], part: Part, restored: list[RecordedChange]) -> list[LineChange]:
    """Return the additions that bring removed lines back to where they stood."""
    ordered = sorted(restored, key=lambda change: change.index)
    gaps = [min(change.index - step, len(lines)) for step, change in enumerate(ordered)]
    inserted: list[LineChange] = []
    for gap, group in groupby(zip(gaps, ordered, strict=True), key=lambda pair: pair[0]):
        members = [change for _, change in group]
        low = lines[gap - 1].order if gap > 0 else -1.0
        step = 1.0 / (len(members) + 1) if gap < len(lines) or gap == 0 else 1.0
        for position, change in enumerate(members, start=1):
            raw = (change.before or "").encode()
            line = Line(raw, decode_line(raw), low + position * step)
            inserted.append(LineChange(part, gap + len(inserted), None, line))
    return inserted


def _texts(text: str | None) -> tuple[str, ...]:
    return () if text is None else (text,)
