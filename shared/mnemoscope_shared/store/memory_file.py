"""The memory file: the only way in which anything here reads or writes one."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from mnemoscope_shared.edit import Edit, Result
from mnemoscope_shared.errors import FileBusy, HistoryError, MnemoscopeError, StoreError
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.atomic_replace import replacement
from mnemoscope_shared.store.catch_up import Version, catch_up
from mnemoscope_shared.store.file_state import Content, FileState, current_signature, read_file
from mnemoscope_shared.store.folder import make_folder, remove, sweep_temporaries
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import VoidRecord, Writer, change_record, recorded
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.overwrites import OverwriteDetector
from mnemoscope_shared.store.patient_decode import decode_when_saved, is_being_saved
from mnemoscope_shared.store.placement import Overtaken
from mnemoscope_shared.store.reservations import kept_aside, left_out
from mnemoscope_shared.store.revert import Revert
from mnemoscope_shared.store.splice import splice

LOCK_TIMEOUT_SECONDS = 10.0
# So long a program that has emptied or removed the file is waited for: many save like that.
_SAVING_SECONDS = 1.0
# Between two attempts, where others keep writing.
_FIRST_PAUSE_SECONDS = 0.0005
_LONGEST_PAUSE_SECONDS = 0.05
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Applied(Generic[Result]):
    """What an edit did.

    Attributes:
        before: the memory right before it.
        snapshot: the memory after it.
        change: what differs from the memory right before it; empty where nothing had to be written.
        result: the edit's own answer.
        record_id: the history's record, for `revert`; None where nothing was written or recorded.
        warning: sentences for a person where the edit was saved with a reservation: without a history, or
            beside another program that ignores the lock and got in its way.
    """

    before: Snapshot
    snapshot: Snapshot
    change: Change
    result: Result
    record_id: str | None
    warning: str | None

    def with_warning(self, warning: str | None) -> "Applied[Result]":
        """Return the same with one more warning, if there is one."""
        sentences = [sentence for sentence in (self.warning, warning) if sentence]
        return replace(self, warning=" ".join(sentences) or None)


class MemoryFile:
    """One memory file, read by many and written under one lock.

    Every write is: lock, read again what is there now, apply the edit to that, replace the file in one step.
    So no other writer that takes the lock loses anything. What one that ignores it writes is kept, and what
    it overwrites of ours is written again; see `heal`.

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
        tidies_later: bool = False,
    ) -> None:
        """Open a file; with `tidies_later` what writes have displaced stays until `tidy` is called."""
        # Unlike `Path.resolve` it raises nothing where a link leads to itself: reading will say so.
        self.path = Path(os.path.realpath(path))
        self.history = History(self.path) if keep_history else None
        self.writer = writer
        self._lock = WriteLock(self.path, lock_timeout)
        self._timeout = lock_timeout
        self._cache_guard = threading.RLock()
        self._state: FileState | None = None
        self._snapshot = EMPTY
        # What we have written last: the bytes of the snapshot, to be cut and pasted.
        self._ours: Content | None = None
        self._swept = False
        self._overwrites = OverwriteDetector(self.history)
        self._reservations: list[str] = []
        self._displaced: list[Path] = []
        self._discard = self._displaced.append if tidies_later else remove

    @property
    def last_good(self) -> Snapshot:
        """The newest snapshot that could be read, however old."""
        return self._snapshot

    @property
    def checksum(self) -> str:
        """That of the file as it was read or written last; empty before."""
        return self._state.checksum if self._state is not None else ""

    def read(self) -> Snapshot:
        """Return the memory as it is now; a missing file is an empty memory.

        Raises:
            StoreError: the file cannot be read; `last_good` stays what it was.
        """
        with self._cache_guard:
            self._refresh()
            return self._snapshot

    def apply(self, edit: Edit[Result], *, inserts: bool = False) -> Applied[Result]:
        """Apply an edit to the memory as it is now, and write it.

        An edit that `inserts` lines finds room between those that are there.

        Raises:
            EditError: the edit does not fit; nothing was written.
            StoreError: the file cannot be read or written; nothing was written.
        """
        return self._write(lambda: edit, inserts=inserts)

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
        return self._write(lambda: Revert(record, force), undo=record_id, inserts=True)

    def heal(self) -> Applied[tuple[str, ...]] | None:
        """Write again what a program that ignores the lock has just overwritten of our writes; see `Restore`.

        Every write does this first; call it too when the file has changed. It is a read where nothing was
        lost. Where writing fails, the next call or write tries again.

        Returns:
            What was done, with what could not be put back; None where there was nothing to do.

        Raises:
            StoreError: the file cannot be read.
        """
        with self._cache_guard:
            if not self._overwrites.is_suspicious(self._refresh()):
                return None
        healed = None
        with suppress(StoreError):
            healed = self._locked(self._heal)
        return healed.with_warning(self._take_reservations()) if healed is not None else None

    def tidy(self) -> None:
        """Remove the old versions that writes have displaced: that takes a good part of a write's time.

        What a program leaves that ends without it, later writers sweep.
        """
        with suppress(IndexError):
            while True:
                remove(self._displaced.pop())

    def lock_holder(self) -> str | None:
        """Name the process that holds the write lock now, where the system tells."""
        return self._lock.holder()

    def _write(
        self, edit: Callable[[], Edit[Result]], undo: str | None = None, *, inserts: bool = False
    ) -> Applied[Result]:
        make_folder(self.path)

        def heal_and_write(state: FileState) -> Applied[Result]:
            self._heal(state)
            if inserts:
                self._snapshot = self._snapshot.with_room()
            return self._write_once(self._state or state, edit(), undo)

        return self._locked(heal_and_write).with_warning(self._take_reservations())

    def _locked(self, attempt: Callable[[FileState], Answer]) -> Answer:
        """Return the answer of an attempt that nobody got in the way of, under the write lock."""
        with self._lock.held(), self._cache_guard:
            self._sweep_once()
            started = time.monotonic()
            pause = _FIRST_PAUSE_SECONDS
            while True:
                waited = time.monotonic() - started
                try:
                    return attempt(self._refresh_when_saved(is_patient=waited < _SAVING_SECONDS))
                except Overtaken as overtaken:
                    if overtaken.conflict is not None:
                        self._reservations.append(kept_aside(self.path, overtaken.conflict))
                    if waited > self._timeout:
                        raise FileBusy(self.path) from None
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _heal(self, state: FileState) -> Applied[tuple[str, ...]] | None:
        restore = self._overwrites.restoration(state, self._snapshot)
        if restore is None:
            return None
        applied = self._write_once(state, restore, writer=Writer("recovery", pid=os.getpid()))
        if not applied.change:
            self._overwrites.has_nothing_to_restore()
        if applied.result:
            self._reservations.append(left_out(self.path, applied.result))
        return applied if applied.change or applied.result else None

    def _write_once(
        self, state: FileState, edit: Edit[Result], undo: str | None = None, writer: Writer | None = None
    ) -> Applied[Result]:
        outcome = edit.apply(self._snapshot)
        if not outcome.change:
            return Applied(self._snapshot, self._snapshot, (), outcome.result, None, None)
        before = self._snapshot
        data = splice(state.data, before, outcome.change) if state.content is self._ours else None
        following = before.after(outcome.change)
        content = Content(following.to_bytes() if data is None else data)
        with replacement(self.path, content.data, state, discard=self._discard) as prepared:
            now, known = Version(before, state.checksum), self._overwrites
            reservation = self._in_history(
                lambda history: catch_up(history, now, known.examined, known.last_written)
            )
            # Only now: it has happened after all that the history holds.
            checksums = state.checksum, content.checksum
            changes = recorded(outcome.change)
            who = writer or self.writer
            record = change_record(who, edit.operation, checksums, changes, edit.label, undo)
            # And before the file: a write that happened is then never without a record.
            warning = reservation or self._in_history(lambda history: history.append(record))
            try:
                signature = prepared.place()
            except MnemoscopeError:
                # A history that cannot be written was reported by the record, which failed too.
                self._in_history(lambda history: history.append(VoidRecord(record.id)))
                raise
        self._state, self._snapshot = FileState(content, signature, racy=True), following
        self._ours = content
        self._overwrites.has_written(record, following)
        kept = self.history is not None and warning is None
        return Applied(
            before, following, outcome.change, outcome.result, record.id if kept else None, warning
        )

    def _take_reservations(self) -> str | None:
        reservations, self._reservations = self._reservations, []
        return " ".join(reservations) or None

    def _in_history(self, step: Callable[[History], object]) -> str | None:
        """Do something with the history, where one is kept; return why it cannot be done."""
        if self.history is None:
            return None
        try:
            step(self.history)
        except HistoryError as error:
            return str(error)
        return None

    def _refresh_when_saved(self, *, is_patient: bool) -> FileState:
        """Return what the file holds; raise `Overtaken` while a program is in the middle of saving it."""
        state = self._refresh()
        if self._overwrites.is_news(state):
            is_gone = state.signature is None and self._overwrites.knows_content
            if (is_gone and is_patient) or is_being_saved(state, self.path, is_patient):
                raise Overtaken(self.path)
        return state

    def _refresh(self) -> FileState:
        known = self._state
        if known is not None and not known.racy and current_signature(self.path) == known.signature:
            return known
        state = read_file(self.path, known.content if known is not None else None)
        if known is None or state.content is not known.content:
            state, self._snapshot = decode_when_saved(state, self.path, self._snapshot)
            self._overwrites.has_seen_newer()
        self._state = state
        return state

    def _sweep_once(self) -> None:
        if not self._swept:
            self._swept = True
            sweep_temporaries(self.path)
