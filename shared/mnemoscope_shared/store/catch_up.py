"""Bringing the history up to date with what the memory file really holds, before the next write."""

from dataclasses import dataclass

from mnemoscope_shared.diff import diff
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    HistoryRecord,
    RecordedChange,
    VoidRecord,
    Writer,
    apply_recorded,
    change_record,
    new_id,
    now_ms,
    recorded,
)


@dataclass(frozen=True, slots=True)
class Cause:
    """How a version came about that no record leads to: the writer, operation and label of its record."""

    who: Writer
    operation: str
    label: str


OUTSIDE = Cause(Writer("outside"), "outside", "Change made outside")


@dataclass(frozen=True, slots=True)
class Version:
    """A snapshot and the checksum of the file that it was read from."""

    snapshot: Snapshot
    checksum: str


def catch_up(
    history: History,
    now: Version,
    known: Version | None,
    last_written: str | None,
    cause: Cause = OUTSIDE,
) -> ChangeRecord | None:
    """Add to the history what happened since its last record; rotate it when it is large.

    Args:
        history: the log; the write lock is held.
        now: what the file holds.
        known: the version that this process saw last, which may save rebuilding it.
        last_written: the record that this process wrote last and knows to have happened.
        cause: how the file came to hold what no record leads to.

    Returns:
        The new record of how the file came to hold what no record led to.

    Raises:
        HistoryError: the log cannot be read or written.
    """
    happened = _record_what_happened(history, now, known, last_written, cause)
    if history.is_due_for_rotation(now.snapshot):
        history.rotate(checkpoint_of(now))
    elif history.is_due_for_checkpoint(now.snapshot):
        history.append(checkpoint_of(now))
    return happened


def _record_what_happened(
    history: History, now: Version, known: Version | None, last_written: str | None, cause: Cause
) -> ChangeRecord | None:
    last = history.last_change()
    if last is None:
        history.append(checkpoint_of(now))
        return None
    then = last.checksum if isinstance(last, CheckpointRecord) else last.after
    if then == now.checksum:
        return None
    if isinstance(last, ChangeRecord) and last.before == now.checksum and last.id != last_written:
        history.append(VoidRecord(last.id))
        return _record_what_happened(history, now, known, last_written, cause)
    unrecorded = _unrecorded(history, now, then, known, cause)
    history.append(*unrecorded)
    return next((record for record in unrecorded if isinstance(record, ChangeRecord)), None)


def _unrecorded(
    history: History, now: Version, then: str, known: Version | None, cause: Cause
) -> list[HistoryRecord]:
    base = known.snapshot if known is not None and known.checksum == then else history.last_snapshot()
    if base is None:
        return [checkpoint_of(now)]
    changes = recorded(diff(base, now.snapshot))
    record = change_record(cause.who, cause.operation, (then, now.checksum), changes, cause.label)
    return [record] if _leads_to(base, changes, now.snapshot) else [record, checkpoint_of(now)]


def _leads_to(base: Snapshot, changes: tuple[RecordedChange, ...], now: Snapshot) -> bool:
    """Return whether the changes give the very order of lines; they leave out lines that only moved."""
    for part in ("entities", "relations"):
        lines = [line.raw.decode() for line in base.part(part)]
        result = apply_recorded(lines, [change for change in changes if change.part == part])
        if result != [line.raw.decode() for line in now.part(part)]:
            return False
    return True


def checkpoint_of(now: Version) -> CheckpointRecord:
    """Return a record of the whole memory as it is now."""
    entities, relations = (
        tuple([line.raw.decode() for line in now.snapshot.part(part)]) for part in ("entities", "relations")
    )
    milliseconds = now_ms()
    return CheckpointRecord(new_id(milliseconds), milliseconds, now.checksum, entities, relations)
