"""Taking records out of a history for good."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mnemoscope_shared.errors import HistoryError, ReadOnly, StoreError, Unreadable, WriteFailed
from mnemoscope_shared.store import jsonl
from mnemoscope_shared.store.catch_up import Version, checkpoint_of
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_parts import (
    all_parts,
    history_path,
    interrupted_part,
    read_part,
    sweep_temporaries,
    write_part,
)
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    HistoryRecord,
    VoidRecord,
    decode,
    encode,
    new_id,
)
from mnemoscope_shared.store.history_replay import Replay, StateRecord
from mnemoscope_shared.store.history_selection import Selection
from mnemoscope_shared.store.history_text import holds
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import LOCK_TIMEOUT_SECONDS


@dataclass(slots=True)
class Removal:
    """What goes.

    Attributes:
        writes: the writes, oldest first; one that was announced and never happened is among them.
        checkpoints: how many copies of the whole memory.
        unreadable: how many lines and compressed parts that cannot be read: they may hold anything.
        kept: how many writes stay.
    """

    writes: list[ChangeRecord] = field(default_factory=list)
    checkpoints: int = 0
    unreadable: int = 0
    kept: int = 0

    def __bool__(self) -> bool:
        return bool(self.writes or self.checkpoints or self.unreadable)


def plan_purge(memory_path: Path, selection: Selection) -> Removal:
    """Return what a purge would remove; raise `HistoryError` if the history cannot be read."""
    thinning = _Thinning(selection)
    for _ in thinning.changed_parts(history_path(memory_path)):
        pass
    return thinning.removal


def purge(memory_path: Path, selection: Selection, *, lock_timeout: float = LOCK_TIMEOUT_SECONDS) -> Removal:
    """Remove records from all parts of a history, under the write lock, and return what went.

    Each part is replaced in one step, or deleted where nothing is left of it. Where the chain of changes is
    cut, a checkpoint is put in its place, so that what follows can be counted from there. There is none
    while the memory held what a checkpoint may not: the changes of that time can still be undone one by one,
    but `History.as_of` does not reach into it.

    Raises:
        HistoryError: the history cannot be read.
        StoreError: the lock is not to be had, or a part cannot be written; those before it are purged.
    """
    memory_path = Path(os.path.realpath(memory_path))
    path = history_path(memory_path)
    with WriteLock(memory_path, lock_timeout).held():
        sweep_temporaries(path, memory_path)
        if (part := interrupted_part(path)) is not None:
            _replace(part, b"")
        thinning = _Thinning(selection)
        for part, data in thinning.changed_parts(path):
            _replace(part, data)
        with suppress(HistoryError, StoreError):  # a memory that cannot be read has no state to begin with
            _begin_anew(memory_path, selection)
    return thinning.removal


def files_still_holding(memory_path: Path, text: str) -> list[Path]:
    """Return which of the memory file, its backups and the lines put aside from it hold a text.

    Raises:
        Unreadable: one of them, or their folder, cannot be read.
    """
    path = Path(os.path.realpath(memory_path))
    try:
        files = sorted(one for one in path.parent.iterdir() if _is_copy(one, path) and one.is_file())
        return [one for one in files if _holds_anywhere(one.read_bytes(), text)]
    except OSError as error:
        raise Unreadable(path.parent, error.strerror or str(error)) from error


def _begin_anew(memory_path: Path, selection: Selection) -> None:
    """Add a checkpoint of the memory as it is where the history does not tell its state any more."""
    history = History(memory_path)
    if history.last_change() is None or history.last_state() is not None:
        return
    state = read_file(memory_path)
    snapshot = jsonl.decode(state.data, memory_path)
    lines = (*snapshot.entity_lines, *snapshot.relation_lines)
    if not any(selection.forbids(line.raw.decode()) for line in lines):
        history.append(checkpoint_of(Version(snapshot, state.checksum)))


class _Thinning:
    """Goes through a history from the oldest record on and leaves out what is selected.

    Attributes:
        removal: what was left out so far.
    """

    def __init__(self, selection: Selection) -> None:
        self.removal = Removal()
        self._selection = selection
        self._replay = Replay()
        self._time = 0
        self._forbidden_lines = 0
        self._is_cut = False
        self._has_kept = False
        self._void_taken: set[str] = set()

    def changed_parts(self, path: Path) -> Iterator[tuple[Path, bytes]]:
        """Yield each file of the history that has to change, with its new content."""
        for part in all_parts(path):
            data, is_whole = read_part(part)
            *lines, torn = data.split(b"\n")
            self.removal.unreadable += bool(torn) + (not is_whole)
            kept = self._thinned(lines)
            if part == path:
                kept += self._checkpoint_at_the_end()
            if kept != lines or torn or not is_whole:
                yield part, b"".join(line + b"\n" for line in kept)

    def _thinned(self, lines: list[bytes]) -> list[bytes]:
        records = [_decoded(line) for line in lines]
        void = {record.void for record in records if isinstance(record, VoidRecord)}
        kept: list[bytes] = []
        for line, record in zip(lines, records, strict=True):
            if record is None:
                self.removal.unreadable += 1
            elif isinstance(record, VoidRecord):
                kept += [line] if record.void not in self._void_taken else []
            elif record.id in void:
                kept += self._without_consequence(line, record)
            else:
                kept += self._with_what_it_leads_to(line, record)
        return kept

    def _without_consequence(self, line: bytes, record: StateRecord) -> list[bytes]:
        """Return the line of an announced change that never happened, or nothing."""
        if not self._selection.takes(record):
            return [line]
        self._count(record)
        self._void_taken.add(record.id)
        return []

    def _with_what_it_leads_to(self, line: bytes, record: StateRecord) -> list[bytes]:
        if self._selection.takes(record):
            self._count(record)
            self._is_cut = True
            self._follow(record)
            return []
        bridge = [] if isinstance(record, CheckpointRecord) else self._bridge()
        self._is_cut = self._is_cut and isinstance(record, ChangeRecord)
        self.removal.kept += isinstance(record, ChangeRecord)
        self._has_kept = True
        self._follow(record)
        return [*bridge, line]

    def _checkpoint_at_the_end(self) -> list[bytes]:
        return self._bridge() if self._has_kept else []

    def _bridge(self) -> list[bytes]:
        """Return a checkpoint for a gap in the chain, if there is one and the memory may be shown."""
        if not self._is_cut or not self._replay.is_known or self._forbidden_lines:
            return []
        self._is_cut = False
        lines = tuple(self._replay.entities), tuple(self._replay.relations)
        checkpoint = CheckpointRecord(new_id(self._time), self._time, self._replay.checksum, *lines)
        return [encode(checkpoint).rstrip(b"\n")]

    def _follow(self, record: StateRecord) -> None:
        forbids = self._selection.forbids
        self._replay.follow(record)
        self._time = record.time
        if isinstance(record, CheckpointRecord):
            self._forbidden_lines = sum(map(forbids, (*record.entities, *record.relations)))
            return
        for change in record.changes:
            self._forbidden_lines += change.after is not None and forbids(change.after)
            self._forbidden_lines -= change.before is not None and forbids(change.before)

    def _count(self, record: StateRecord) -> None:
        if isinstance(record, ChangeRecord):
            self.removal.writes.append(record)
        else:
            self.removal.checkpoints += 1


def _decoded(line: bytes) -> HistoryRecord | None:
    try:
        return decode(line)
    except HistoryError:
        return None


def _replace(part: Path, data: bytes) -> None:
    """Put other content in the place of a part; none deletes it, the target of a link too."""
    try:
        if data:
            write_part(part, data, part.stat())
            return
        Path(os.path.realpath(part)).unlink()
        part.unlink(missing_ok=True)
    except PermissionError:
        raise ReadOnly(part, f"the folder {part.parent}") from None
    except OSError as error:
        raise WriteFailed(part, error.errno or 0) from error


def _is_copy(file: Path, memory_path: Path) -> bool:
    name = memory_path.name
    return file.name in (name, f"{name}.rejected") or file.name.startswith(f"{name}.backup-")


def _holds_anywhere(data: bytes, text: str) -> bool:
    return any(holds(line.decode(errors="surrogateescape"), text) for line in data.split(b"\n"))
