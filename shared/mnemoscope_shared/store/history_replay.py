"""Working out what a memory held from its history: from a checkpoint on, change by change."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store import jsonl
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    HistoryRecord,
    VoidRecord,
    apply_in_place,
)

StateRecord = ChangeRecord | CheckpointRecord
"""A record that tells of a state: of a change that led to it, or the whole of it."""


class Replay:
    """A memory's lines, carried from record to record in the order in which they were written.

    Attributes:
        entities: the lines of the first half of the file.
        relations: those of the second half.
        checksum: the file's, after the last record.
        is_known: whether the lines are what the file held then; not before the first checkpoint, and not
            after a change that does not follow upon what came before it, until the next checkpoint.
    """

    def __init__(self) -> None:
        self.entities: list[str] = []
        self.relations: list[str] = []
        self.checksum = ""
        self.is_known = False

    def follow(self, record: StateRecord) -> None:
        """Go on to the state after a record."""
        if isinstance(record, CheckpointRecord):
            self.entities, self.relations = list(record.entities), list(record.relations)
            self.checksum, self.is_known = record.checksum, True
            return
        self.is_known = self.is_known and record.before == self.checksum and self._apply(record)
        self.checksum = record.after

    def _apply(self, record: ChangeRecord) -> bool:
        return apply_in_place(
            self.entities, [change for change in record.changes if change.part == "entities"]
        ) and apply_in_place(
            self.relations, [change for change in record.changes if change.part == "relations"]
        )


def state_records(newest_first: Iterable[HistoryRecord]) -> Iterator[StateRecord]:
    """Yield the records that tell of states, without the announced changes that never happened.

    Both go from the newest to the oldest: a change is declared void after it was announced.
    """
    void: set[str] = set()
    for record in newest_first:
        if isinstance(record, VoidRecord):
            void.add(record.void)
        elif record.id not in void:
            yield record


def replayed(newest_first: Iterable[StateRecord]) -> Replay:
    """Return the newest state, counted from the nearest checkpoint; only so far is read."""
    following: list[StateRecord] = []
    for record in newest_first:
        following.append(record)
        if isinstance(record, CheckpointRecord):
            break
    replay = Replay()
    for record in reversed(following):
        replay.follow(record)
    return replay


def snapshot_of(replay: Replay, path: Path) -> Snapshot | None:
    """Return the state as a snapshot; None where it is not known or its lines cannot be read."""
    if not replay.is_known:
        return None
    try:
        return jsonl.decode("\n".join([*replay.entities, *replay.relations, ""]).encode(), path)
    except (StoreError, ValueError):
        return None
