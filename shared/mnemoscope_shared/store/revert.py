"""Taking a write back: its inverse as an edit of the memory as it is now."""

from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.errors import ChangedSince
from mnemoscope_shared.model import Change, Entity, Line, LineChange, Part, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.file_state import checksum
from mnemoscope_shared.store.history_record import ChangeRecord, RecordedChange
from mnemoscope_shared.store.insertions import insertions
from mnemoscope_shared.store.jsonl import decode_line


@dataclass(frozen=True, slots=True)
class Revert:
    """Put back what a write changed, object by object; what others changed meanwhile stays.

    Where an object that the write touched was changed again, `ChangedSince` is raised, unless `force` is
    set: then that object is put back as it was before the write.

    The snapshot must have room between its lines; see `Snapshot.with_room`.
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
        unchanged = checksum(snapshot.to_bytes()) == self.record.after
        entities = self._inverse(snapshot, "entities", unchanged)
        return Outcome((*entities, *self._inverse(snapshot, "relations", unchanged)), None)

    def _inverse(self, snapshot: Snapshot, part: Part, unchanged: bool) -> Change:
        changes = [change for change in self.record.changes if change.part == part]
        if not changes:
            return ()
        lines = snapshot.part(part)
        present = _by_text(lines)
        undone: dict[Line, LineChange] = {}
        restored: list[RecordedChange] = []
        for change in changes:
            now, rival = _take(snapshot, present, change), None
            if not unchanged:
                if now is None and _is_as_before(snapshot, present, change):
                    continue
                now, rival = self._lines_to_undo(snapshot, change, now)
            if rival is not None:
                undone[rival] = _line_change(snapshot, part, rival, None)
            if now is not None:
                undone[now] = _line_change(snapshot, part, now, change.before)
            elif change.before is not None:
                restored.append(change)
        kept = [line for line in lines if line not in undone or undone[line].after is not None]
        return (*undone.values(), *insertions(kept, part, _former_gaps(restored, len(kept))))

    def _lines_to_undo(
        self, snapshot: Snapshot, change: RecordedChange, written: Line | None
    ) -> tuple[Line | None, Line | None]:
        """Return what holds the object now, and what has taken its former name meanwhile.

        Raises:
            ChangedSince: this is not what the write left, and `force` is not set.
        """
        now = written or same_object(snapshot, change.after or change.before)
        former = same_object(snapshot, change.before)
        rival = former if former is not None and (now is None or _key(now) != _key(former)) else None
        is_changed = written is None and (now is not None or change.after is not None)
        if (is_changed or rival is not None) and not self.force:
            surprises = [
                line.raw.decode() for line in (now if is_changed else None, rival) if line is not None
            ]
            raise ChangedSince(() if change.before is None else (change.before,), tuple(surprises))
        return now, rival


def _by_text(lines: list[Line]) -> dict[str, list[Line]]:
    index: dict[str, list[Line]] = {}
    for line in lines:
        index.setdefault(line.raw.decode(), []).append(line)
    return index


def _take(snapshot: Snapshot, present: dict[str, list[Line]], change: RecordedChange) -> Line | None:
    """Return the line that the change wrote, once; of several alike the one nearest to its place."""
    alike = present.get(change.after) if change.after is not None else None
    if not alike:
        return None
    nearest = min(alike, key=lambda line: abs(snapshot.index_of(line, change.part) - change.index))
    alike.remove(nearest)
    return nearest


def _is_as_before(snapshot: Snapshot, present: dict[str, list[Line]], change: RecordedChange) -> bool:
    """Return whether somebody has taken the change back already."""
    if change.before is None:
        return same_object(snapshot, change.after) is None
    return bool(present.get(change.before))


def _key(line: Line) -> object:
    return line.record.key if line.record is not None else line


def _line_change(snapshot: Snapshot, part: Part, line: Line, text: str | None) -> LineChange:
    index = snapshot.index_of(line, part)
    if text is None:
        return LineChange(part, index, line, None)
    raw = text.encode()
    return LineChange(part, index, line, Line(raw, decode_line(raw), line.order))


def same_object(snapshot: Snapshot, text: str | None) -> Line | None:
    """Return the line that holds the entity or relation of a line's text."""
    record = decode_line(text.encode()) if text is not None else None
    if isinstance(record, Entity):
        return snapshot.lines_by_name.get(record.name)
    return snapshot.lines_by_key.get(record.key) if isinstance(record, Relation) else None


def _former_gaps(removed: list[RecordedChange], line_count: int) -> list[tuple[int, bytes]]:
    """Return removed lines with the gaps between the lines left in which each stood."""
    ordered = sorted(removed, key=lambda change: change.index)
    return [
        (min(change.index - step, line_count), (change.before or "").encode())
        for step, change in enumerate(ordered)
    ]
