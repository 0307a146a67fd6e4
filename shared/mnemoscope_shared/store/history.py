"""The history beside the memory file: every write with its lines before and after."""

import logging
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import chain, dropwhile
from pathlib import Path
from typing import BinaryIO

from mnemoscope_shared.errors import HistoryError, MnemoscopeError
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.file_state import Signature, signature_of
from mnemoscope_shared.store.history_lines import cut_torn_tail, lines_newest_first
from mnemoscope_shared.store.history_parts import (
    BEGINNING_BYTES,
    history_path,
    read_part,
    rotate,
    rotated_parts,
)
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    HistoryRecord,
    decode,
    encode,
)
from mnemoscope_shared.store.history_replay import StateRecord, replayed, snapshot_of, state_records

logger = logging.getLogger(__name__)

CHECKPOINT_BYTES = 4 << 20
ROTATION_BYTES = 32 << 20
_MEMORIES_PER_PART = 4
_MODE = 0o600
_CHECKPOINT_BEGINNING = b'{"kind":"checkpoint"'


class History:
    """The append-only log of a memory file.

    The memory file is the truth: a lost or damaged history costs undo and the account of who wrote what,
    never memory. What cannot be read is passed over with a warning, the first time. Append and rotate only
    while the write lock is held; reading needs no lock, and goes from the newest record back to what is
    looked for.

    Attributes:
        path: the log's file; its older parts are beside it, see `rotated_parts`.
        checkpoint_bytes: how far apart checkpoints are, more or less, as long as the memory is small.
        rotation_bytes: the size at which the log is compressed and begun anew, unless that is less than four
            memories.
    """

    def __init__(self, memory_path: Path, warn: Callable[[str], None] = logger.warning) -> None:
        self.path = history_path(memory_path)
        self.checkpoint_bytes = CHECKPOINT_BYTES
        self.rotation_bytes = ROTATION_BYTES
        self._memory_path = memory_path
        self._warn = warn
        self._has_warned = False
        # The write that we appended last, and the file's signature after that: it need not be read again.
        self._newest: tuple[Signature, ChangeRecord] | None = None

    def append(self, *records: HistoryRecord) -> None:
        """Add records at the end; raise `HistoryError` if that fails."""
        data = b"".join(map(encode, records))
        try:
            with self._open_for_appending() as file:
                cut_torn_tail(file)
                file.seek(0, os.SEEK_END)
                file.write(data)
                file.flush()
                signature = signature_of(os.fstat(file.fileno()))
        except OSError as error:
            raise HistoryError(
                f"{self.path.name} cannot be written ({error.strerror}): this edit was saved, "
                "but it cannot be undone later. Check the disk and the permissions of its folder."
            ) from error
        last = records[-1]
        self._newest = (signature, last) if isinstance(last, ChangeRecord) else None

    def exists(self) -> bool:
        """Return whether anything was recorded yet, be it in an older part."""
        return self.path.exists() or bool(rotated_parts(self.path, b""))

    def is_due_for_rotation(self, memory: Snapshot) -> bool:
        """Return whether the log is large, on its own and measured by the memory of now."""
        size = self._size()
        return size > self.rotation_bytes and size > _MEMORIES_PER_PART * _size_of(memory)

    def is_due_for_checkpoint(self, memory: Snapshot) -> bool:
        """Return whether the log has grown by so much that another checkpoint saves counting from far back.

        That is when its last record lies across a multiple of `checkpoint_bytes`; there is none of a memory
        that is large beside that.
        """
        size, step = self._size(), self.checkpoint_bytes
        if size < step:
            return False
        last = next(self._current_lines(), b"")
        if size // step == (size - len(last) - 1) // step or last.startswith(_CHECKPOINT_BEGINNING):
            return False
        return 2 * _size_of(memory) <= step

    def rotate(self, checkpoint: CheckpointRecord) -> None:
        """Compress the log beside itself and begin it anew with a checkpoint of the state of now.

        Where that fails the log goes on growing, and the next write tries again.
        """
        with suppress(OSError, MnemoscopeError):
            rotate(self.path, encode(checkpoint))

    def newest_first(
        self, sieve: Callable[[Iterator[bytes]], Iterator[bytes]] | None = None
    ) -> Iterator[ChangeRecord]:
        """Yield all writes, without the announced ones that never happened; only what is taken is read.

        Args:
            sieve: picks from the lines, newest first, those that are worth decoding; see `history_sieve`.
        """
        lines = self._lines() if sieve is None else sieve(self._lines())
        records = state_records(self._records(lines))
        return (record for record in records if isinstance(record, ChangeRecord))

    def records(self) -> list[ChangeRecord]:
        """Return all writes, oldest first, without the announced ones that never happened."""
        return list(self.newest_first())[::-1]

    def all_records(self) -> list[HistoryRecord]:
        """Return everything in the log that can be read, oldest first; a torn last line is left out."""
        return list(self._records(self._lines()))[::-1]

    def find(self, record_id: str) -> ChangeRecord:
        """Return one write; raise `HistoryError` if the log does not have it."""
        mentions = record_id.encode()
        records = state_records(self._records(line for line in self._lines() if mentions in line))
        for record in records:
            if record.id == record_id and isinstance(record, ChangeRecord):
                return record
        raise HistoryError("This edit is not in the history any more, so it cannot be undone.")

    def last_change(self) -> StateRecord | None:
        """Return what the log says of the newest state: its last write, or the checkpoint it began with."""
        if self._newest is not None and self._newest[0] == self._signature():
            return self._newest[1]
        return next(self._current_states(), None)

    def last_state(self) -> tuple[list[str], list[str]] | None:
        """Return the entity lines and relation lines of the newest state, counted from a checkpoint.

        None where there is no checkpoint, or something is missing after the last one.
        """
        replay = replayed(self._current_states())
        return (replay.entities, replay.relations) if replay.is_known else None

    def last_snapshot(self) -> Snapshot | None:
        """Return the newest state, or None where the log does not tell it."""
        return snapshot_of(replayed(self._current_states()), self.path)

    def as_of(self, milliseconds: int) -> Snapshot:
        """Return the memory as the last write before a time, in ms since 1970, has left it.

        A write that was made outside counts from when it was noticed. One that was purged counts as not made.

        Raises:
            HistoryError: the history begins later, or what it holds from then cannot be read.
        """
        states = state_records(self._records(self._lines()))
        earlier = dropwhile(lambda record: record.time > milliseconds, states)
        newest = next(earlier, None)
        if newest is None:
            raise HistoryError("The history begins later than that. Choose a later time.")
        replay = replayed(chain([newest], earlier))
        snapshot = snapshot_of(replay, self.path)
        if snapshot is None:
            raise HistoryError(
                "What the memory held then cannot be told: a part of the history is missing. "
                "Choose another time."
            )
        return snapshot

    def _current_states(self) -> Iterator[StateRecord]:
        return state_records(self._records(self._current_lines()))

    def _records(self, lines: Iterable[bytes]) -> Iterator[HistoryRecord]:
        for line in lines:
            try:
                yield decode(line)
            except HistoryError as error:
                self._warn_once(f"{self.path.name}: {error}")

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines of all parts, newest first."""
        beginning = b""
        try:
            with self._open() as file:
                beginning = file.read(BEGINNING_BYTES)
                yield from lines_newest_first(file)
        except OSError as error:
            raise HistoryError(f"{self.path.name} cannot be read ({error.strerror}).") from error
        for part in reversed(rotated_parts(self.path, beginning)):
            data, is_whole = self._read(part)
            if not is_whole:
                self._warn_once(f"{part.name} is damaged. What its damaged part told of cannot be undone.")
            yield from lines_newest_first(BytesIO(data))

    @staticmethod
    def _read(part: Path) -> tuple[bytes, bool]:
        try:
            return read_part(part)
        except HistoryError:
            return b"", not part.exists()  # purged a moment ago, if it is gone

    def _current_lines(self) -> Iterator[bytes]:
        try:
            with self._open() as file:
                yield from lines_newest_first(file)
        except OSError as error:
            raise HistoryError(f"{self.path.name} cannot be read ({error.strerror}).") from error

    def _open(self) -> BinaryIO:
        try:
            return self.path.open("rb")
        except FileNotFoundError:
            return BytesIO()

    def _warn_once(self, message: str) -> None:
        if not self._has_warned:
            self._has_warned = True
            self._warn(message)

    def _size(self) -> int:
        signature = self._signature()
        return signature.size if signature is not None else 0

    def _signature(self) -> Signature | None:
        try:
            return signature_of(self.path.stat())
        except OSError:
            return None

    def _open_for_appending(self) -> BinaryIO:
        mode = _MODE
        if not self.path.exists() and self._memory_path.exists():
            mode = stat.S_IMODE(self._memory_path.stat().st_mode)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(self.path, flags, mode), "r+b")


def _size_of(memory: Snapshot) -> int:
    return memory.size + len(memory.entity_lines) + len(memory.relation_lines)
