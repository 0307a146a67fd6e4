"""The memory file: the only way in which anything here reads or writes one."""

import errno
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from mnemoscope_shared.edit import Edit, Result
from mnemoscope_shared.errors import (
    CorruptLine,
    FileBusy,
    HistoryError,
    MnemoscopeError,
    ReadOnly,
    WriteFailed,
)
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store import jsonl
from mnemoscope_shared.store.atomic_replace import Overtaken, replace_file, sweep_temporaries
from mnemoscope_shared.store.catch_up import Version, catch_up
from mnemoscope_shared.store.file_state import FileState, checksum, current_signature, read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, VoidRecord, Writer, new_id, now_ms, recorded
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.revert import Revert

LOCK_TIMEOUT_SECONDS = 10.0
# An editor may be in the middle of saving: a young corrupt file is looked at again.
_YOUNG_SECONDS = 1.0
_LOOKS = 5
_PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Applied(Generic[Result]):
    """What an edit did.

    Attributes:
        before: the memory right before it.
        snapshot: the memory after it.
        change: what differs from the memory right before it; empty where nothing had to be written.
        result: the edit's own answer.
        record_id: the history's record, for `revert`; None where nothing was written or recorded.
        warning: a sentence for a person where the edit was saved but its history was not.
    """

    before: Snapshot
    snapshot: Snapshot
    change: Change
    result: Result
    record_id: str | None
    warning: str | None


class MemoryFile:
    """One memory file, read by many and written under one lock.

    Every write is: lock, read again what is there now, apply the edit to that, replace the file in one step.
    So no other writer that takes the lock loses anything; one that does not is overtaken only if it writes
    within the instant of the replacement.

    Safe to use from several threads. Reads never wait for the lock.

    Attributes:
        path: the file, symbolic links resolved.
        history: its history, or None where none is kept.
    """

    def __init__(
        self,
        path: Path,
        writer: Writer,
        *,
        keep_history: bool = True,
        lock_timeout: float = LOCK_TIMEOUT_SECONDS,
    ) -> None:
        # Unlike `Path.resolve` it raises nothing where a link leads to itself: reading will say so.
        self.path = Path(os.path.realpath(path))
        self.history = History(self.path) if keep_history else None
        self.writer = writer
        self._lock = WriteLock(self.path, lock_timeout)
        self._timeout = lock_timeout
        self._cache_guard = threading.RLock()
        self._state: FileState | None = None
        self._snapshot = EMPTY
        self._swept = False
        self._last_written: str | None = None

    @property
    def last_good(self) -> Snapshot:
        """The newest snapshot that could be read, however old."""
        return self._snapshot

    def read(self) -> Snapshot:
        """Return the memory as it is now; a missing file is an empty memory.

        Raises:
            StoreError: the file cannot be read; `last_good` stays what it was.
        """
        with self._cache_guard:
            self._refresh()
            return self._snapshot

    def apply(self, edit: Edit[Result]) -> Applied[Result]:
        """Apply an edit to the memory as it is now, and write it.

        Raises:
            EditError: the edit does not fit; nothing was written.
            StoreError: the file cannot be read or written; nothing was written.
        """
        return self._write(lambda: edit)

    def revert(self, record_id: str, *, force: bool = False) -> Applied[None]:
        """Take back one write of the history, as a new write; what came after it stays.

        Raises:
            ChangedSince: what it touched was changed again; with `force` it is put back all the same.
            HistoryError: the write is not in the history.
            StoreError: the file cannot be read or written; nothing was written.
        """
        if self.history is None:
            raise HistoryError("No history is kept for this memory, so nothing can be undone.")
        record = self.history.find(record_id)
        return self._write(lambda: Revert(record, force), undo=record_id)

    def lock_holder(self) -> str | None:
        """Name the process that holds the write lock now, where the system tells."""
        return self._lock.holder()

    def _write(self, edit: Callable[[], Edit[Result]], undo: str | None = None) -> Applied[Result]:
        self._make_folder()
        with self._lock.held(), self._cache_guard:
            self._sweep_once()
            deadline = time.monotonic() + self._timeout
            while True:
                try:
                    return self._write_once(edit(), undo)
                except Overtaken:
                    if time.monotonic() > deadline:
                        raise FileBusy(self.path) from None

    def _write_once(self, edit: Edit[Result], undo: str | None) -> Applied[Result]:
        known = self._known_version()
        state = self._refresh()
        if undo is not None:
            self._snapshot = self._snapshot.renumbered()
        outcome = edit.apply(self._snapshot)
        if not outcome.change:
            return Applied(self._snapshot, self._snapshot, (), outcome.result, None, None)
        before, following = self._snapshot, self._snapshot.after(outcome.change)
        data = following.to_bytes()
        record = self._record(edit, outcome.change, state, checksum(data), undo)
        warning = self._announce(record, Version(before, state.checksum), known)
        try:
            signature = replace_file(self.path, data, state.signature)
        except MnemoscopeError:
            self._retract(record)
            raise
        self._state = FileState(data, signature, racy=True)
        self._snapshot = following
        self._last_written = record.id
        kept = self.history is not None and warning is None
        return Applied(
            before, following, outcome.change, outcome.result, record.id if kept else None, warning
        )

    def _record(
        self, edit: Edit[Result], change: Change, state: FileState, after: str, undo: str | None
    ) -> ChangeRecord:
        milliseconds = now_ms()
        return ChangeRecord(
            new_id(milliseconds),
            milliseconds,
            self.writer,
            edit.operation,
            state.checksum,
            after,
            recorded(change),
            edit.label,
            undo,
        )

    def _announce(self, record: ChangeRecord, now: Version, known: Version | None) -> str | None:
        """Write the record before the file: a write that happened is then never without one."""
        if self.history is None:
            return None
        try:
            catch_up(self.history, now, known, self._last_written)
            self.history.append(record)
        except HistoryError as error:
            return str(error)
        return None

    def _retract(self, record: ChangeRecord) -> None:
        # A history that cannot be written was reported by the announcement, which failed too.
        if self.history is not None:
            with suppress(HistoryError):
                self.history.append(VoidRecord(record.id))

    def _known_version(self) -> Version | None:
        return Version(self._snapshot, self._state.checksum) if self._state is not None else None

    def _refresh(self) -> FileState:
        known = self._state
        if known is not None and not known.racy and current_signature(self.path) == known.signature:
            return known
        state = read_file(self.path)
        if known is None or state.data != known.data:
            state = self._decode(state)
        self._state = state
        return state

    def _decode(self, state: FileState) -> FileState:
        for look in range(_LOOKS + 1):
            try:
                self._snapshot = jsonl.decode(state.data, self.path)
            except CorruptLine:
                if look == _LOOKS or not self._is_young(state):
                    raise
                time.sleep(_PAUSE_SECONDS)
                state = read_file(self.path)
            else:
                break
        return state

    @staticmethod
    def _is_young(state: FileState) -> bool:
        modified_ns = state.signature.modified_ns if state.signature is not None else 0
        return time.time() - modified_ns / 1e9 < _YOUNG_SECONDS

    def _make_folder(self) -> None:
        folder = self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise WriteFailed(self.path, errno.ENOTDIR) from None
        except PermissionError:
            raise ReadOnly(self.path, f"the folder that should hold {folder}") from None
        except OSError as error:
            raise WriteFailed(self.path, error.errno or 0) from error

    def _sweep_once(self) -> None:
        if not self._swept:
            self._swept = True
            sweep_temporaries(self.path)
