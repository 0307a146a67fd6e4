"""The history beside the memory file: every write with its lines before and after."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    HistoryRecord,
    RecordedChange,
    VoidRecord,
    apply_recorded,
    decode,
    encode,
)

_TAIL_BYTES = 1 << 18
_MODE = 0o600


def history_path(path: Path) -> Path:
    """Return where the history of a memory file is: `memory.history.jsonl` beside `memory.jsonl`."""
    return path.with_name(f"{path.stem}.history.jsonl")


class History:
    """The append-only log of a memory file.

    The memory file is the truth: a lost or damaged history costs undo and the account of who wrote what,
    never memory. Append only while the write lock is held; reading needs no lock.

    Attributes:
        path: the log's file.
    """

    def __init__(self, memory_path: Path) -> None:
        self.path = history_path(memory_path)
        self._memory_path = memory_path

    def append(self, *records: HistoryRecord) -> None:
        """Add records at the end; raise `HistoryError` if that fails."""
        data = b"".join(map(encode, records))
        try:
            with self._open_for_appending() as file:
                _cut_torn_tail(file)
                file.seek(0, os.SEEK_END)
                file.write(data)
        except OSError as error:
            raise HistoryError(
                f"{self.path.name} cannot be written ({error.strerror}): this edit was saved, "
                "but it cannot be undone later. Check the disk and the permissions of its folder."
            ) from error

    def records(self) -> list[ChangeRecord]:
        """Return all writes, oldest first, without the announced ones that never happened."""
        return effective(self.all_records())

    def all_records(self) -> list[HistoryRecord]:
        """Return everything in the log, oldest first; a torn last line is left out."""
        return [decode(line) for line in self._complete_lines(0)]

    def find(self, record_id: str) -> ChangeRecord:
        """Return one write; raise `HistoryError` if the log does not have it."""
        for record in reversed(self.records()):
            if record.id == record_id:
                return record
        raise HistoryError("This edit is not in the history any more, so it cannot be undone.")

    def last_change(self) -> ChangeRecord | CheckpointRecord | None:
        """Return what the log says of the newest state: its last write, or the checkpoint it began with."""
        for offset in (max(0, self._size() - _TAIL_BYTES), 0):
            lines = self._complete_lines(offset)
            records = [decode(line) for line in (lines[1:] if offset else lines)]
            if states := _states(records):
                return states[-1]
        return None

    def last_state(self) -> tuple[list[str], list[str]] | None:
        """Return the entity lines and relation lines of the newest state, counted from a checkpoint."""
        state: tuple[list[str], list[str]] | None = None
        for record in _states(self.all_records()):
            if isinstance(record, CheckpointRecord):
                state = (list(record.entities), list(record.relations))
            elif state is not None:
                state = _following(state, record.changes)
        return state

    def _size(self) -> int:
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise HistoryError(f"{self.path.name} cannot be read ({error.strerror}).") from error

    def _complete_lines(self, offset: int) -> list[bytes]:
        try:
            with self.path.open("rb") as file:
                file.seek(offset)
                return file.read().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise HistoryError(f"{self.path.name} cannot be read ({error.strerror}).") from error

    def _open_for_appending(self) -> BinaryIO:
        mode = _MODE
        if not self.path.exists() and self._memory_path.exists():
            mode = stat.S_IMODE(self._memory_path.stat().st_mode)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(self.path, flags, mode), "r+b")


def effective(records: Iterable[HistoryRecord]) -> list[ChangeRecord]:
    """Return the writes that happened."""
    return [record for record in _states(records) if isinstance(record, ChangeRecord)]


def _states(records: Iterable[HistoryRecord]) -> list[ChangeRecord | CheckpointRecord]:
    everything = list(records)
    void = {record.void for record in everything if isinstance(record, VoidRecord)}
    return [r for r in everything if not isinstance(r, VoidRecord) and r.id not in void]


def _following(
    state: tuple[list[str], list[str]], changes: tuple[RecordedChange, ...]
) -> tuple[list[str], list[str]] | None:
    entities = apply_recorded(state[0], [change for change in changes if change.part == "entities"])
    relations = apply_recorded(state[1], [change for change in changes if change.part == "relations"])
    return None if entities is None or relations is None else (entities, relations)


def _cut_torn_tail(file: BinaryIO) -> None:
    """Remove a last line that a killed writer left unfinished."""
    size = file.seek(0, os.SEEK_END)
    end = size
    while end > 0:
        start = max(0, end - _TAIL_BYTES)
        file.seek(start)
        newline = file.read(end - start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end != size:
        file.truncate(end)
