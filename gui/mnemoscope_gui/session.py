"""The open memory: its current snapshot, the edits made in this window, undo and redo."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from mnemoscope_gui.worker import Worker
from mnemoscope_shared.diff import changes_of_meaning, diff
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.errors import ChangedSince, EditError, MnemoscopeError, StoreError
from mnemoscope_shared.locations import move_legacy_file
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.last_writer import last_writer
from mnemoscope_shared.store.memory_file import Applied, MemoryFile
from mnemoscope_shared.store.watch import FileWatcher

FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 100, 250
"""After an outside change the next one waits so long, and longer the more follow: the window stays awake in a
storm of writes, and shows the last of them soon enough."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A write that can be taken back: its record in the history, and what the menu calls it."""

    record_id: str
    label: str


@dataclass(frozen=True, slots=True)
class _Step:
    """What a job on the worker found.

    Attributes:
        snapshot: the new memory.
        change: what differs from the one shown, or from `missed`.
        undo_label, redo_label: what undo and redo would do next.
        warning: a sentence about a write that was made with a reservation.
        missed: what others wrote right before an edit of this window.
        writer: who made that, or any outside change, where it removes anything.
    """

    snapshot: Snapshot
    change: Change
    undo_label: str
    redo_label: str
    warning: str | None = None
    missed: tuple[Snapshot, Change] | None = None
    writer: Writer = OUTSIDE.who


class GraphSession(QObject):
    """One open memory file; the only user of `MemoryFile` in the window.

    The two lists of what can be undone and redone are touched only by jobs on the worker: a job picks its
    target when it runs, and the lists move only after success.

    Attributes:
        snapshot: the memory as the window shows it.
        path: the file.
        is_saving: an edit is among the jobs in hand.
        operation: what the last edit of this window was; see `Edit`.
        outside_writer: who made the last outside change, where it removed anything.

    Signals:
        changed: snapshot, change since the last one shown (lines that are only spelled in another way are
            none), and whence it came: `open`, `window`, `undo` (also a redo) or `outside`.
        saved: an edit of this window is on the disk; its label.
        problem_changed: the error for which the file cannot be read, or None when it can be again.
        refused: the error of what was not done, and a callable that tries it again.
        undo_conflict: a `ChangedSince` and whether it was met by a redo.
        undo_changed: the labels of what undo and redo would do next; empty where there is nothing.
        warned: a sentence about an edit that was saved with a reservation.
    """

    changed = Signal(object, object, str)
    saved = Signal(object)
    problem_changed = Signal(object)
    refused = Signal(object, object)
    undo_conflict = Signal(object, bool)
    undo_changed = Signal(str, str)
    warned = Signal(object)
    _file_touched = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.snapshot = EMPTY
        self.worker = Worker(self)
        self._memory = MemoryFile(path, Writer("window"))
        self.path = self._memory.path
        self._watcher = FileWatcher(self.path, self._file_touched.emit)
        self._shown = EMPTY
        self._undo: list[Undoable] = []
        self._redo: list[Undoable] = []
        self._problem: StoreError | None = None
        self.is_saving = False
        self.operation = ""
        self.outside_writer = OUTSIDE.who
        # Queued: what has been read is shown before the next look.
        self.worker.busy_changed.connect(self._follow_work, Qt.ConnectionType.QueuedConnection)
        self._was_touched = False
        self._pause = QTimer(self, singleShot=True, interval=FIRST_PAUSE_MS)
        self._pause.timeout.connect(self._end_pause)
        self._file_touched.connect(self._note_touch)

    @property
    def problem(self) -> StoreError | None:
        """Why the file cannot be read now; edits are refused while it stands."""
        return self._problem

    def open(self) -> None:
        """Read the file for the first time and watch it from then on."""
        self._watcher.start()
        self.worker.run(self._open, lambda step: self._show(step, "open"), self._cannot_read)

    def refresh(self) -> None:
        """Look at the file again and show what others changed."""
        self.worker.run(self._look, lambda step: self._show(step, "outside"), self._cannot_read)

    def apply(self, edit: Edit[Any], *, inserts: bool = False) -> None:
        """Write an edit, which may be one that `inserts` lines; `saved` or `refused` follows."""
        self.is_saving = True
        self.worker.run(
            lambda: self._apply(edit, inserts=inserts),
            lambda step: self._show_edit(step, edit),
            lambda error: self._refuse(error, lambda: self.apply(edit, inserts=inserts)),
        )

    def undo(self, *, force: bool = False) -> None:
        """Take back this window's last edit; what others wrote since stays."""
        self.is_saving = True
        self.worker.run(
            lambda: self._revert(self._undo, self._redo, force=force),
            lambda step: self._show_own(step, step.redo_label, "undo"),
            lambda error: self._refuse_undo(error, is_redo=False),
        )

    def redo(self, *, force: bool = False) -> None:
        """Make the last undone edit again."""
        self.is_saving = True
        self.worker.run(
            lambda: self._revert(self._redo, self._undo, force=force),
            lambda step: self._show_own(step, step.undo_label, "undo"),
            lambda error: self._refuse_undo(error, is_redo=True),
        )

    def lock_holder(self) -> str | None:
        """Name the process that is writing to the file now, where the system tells."""
        return self._memory.lock_holder()

    def close(self) -> None:
        """Finish the writes in hand and let the file go."""
        self._watcher.stop()
        self._pause.stop()
        self.worker.close()

    # On the worker's thread.

    def _open(self) -> _Step:
        move_legacy_file(self.path)
        return self._look()

    def _apply(self, edit: Edit[Any], *, inserts: bool) -> _Step:
        applied = self._memory.apply(edit, inserts=inserts)
        if applied.record_id is not None:
            self._undo.append(Undoable(applied.record_id, edit.label))
            self._redo.clear()
        return self._step(applied)

    def _revert(self, source: list[Undoable], target: list[Undoable], *, force: bool) -> _Step:
        if not source:
            raise EditError("There is nothing to undo or redo.")
        step = source[-1]
        applied = self._memory.revert(step.record_id, force=force)
        source.pop()
        if applied.record_id is not None:
            target.append(Undoable(applied.record_id, step.label))
        return self._step(applied)

    def _step(self, applied: Applied[Any]) -> _Step:
        missed = () if applied.before is self._shown else self._changes_to(applied.before)
        self._shown = applied.snapshot
        step = self._step_to(applied.snapshot, applied.change, applied.warning)
        if not missed:
            return step
        _ask_what_the_window_asks(applied.before)
        writer = self._writer_of(missed, applied.record_id)
        return replace(step, missed=(applied.before, missed), writer=writer)

    def _look(self) -> _Step:
        healed = self._memory.heal()
        snapshot = self._memory.read()
        change = self._changes_to(snapshot) if snapshot is not self._shown else ()
        self._shown = snapshot
        warning = healed.warning if healed is not None else None
        return replace(self._step_to(snapshot, change, warning), writer=self._writer_of(change))

    def _step_to(self, snapshot: Snapshot, change: Change, warning: str | None) -> _Step:
        _ask_what_the_window_asks(snapshot)
        return _Step(snapshot, change, _last(self._undo), _last(self._redo), warning)

    def _writer_of(self, change: Change, followed_by: str | None = None) -> Writer:
        """Return who made an outside change, if it removes anything; else nobody asks."""
        if self._memory.history is None or all(one.after is not None for one in change):
            return OUTSIDE.who
        return last_writer(self._memory.history, self._memory.checksum, followed_by)

    def _changes_to(self, snapshot: Snapshot) -> Change:
        """Return what the window has to show; lines that are only spelled otherwise are nothing to it."""
        return changes_of_meaning(diff(self._shown, snapshot))

    # On the main thread.

    def _follow_work(self) -> None:
        self.is_saving = self.is_saving and self.worker.is_busy
        self._look_if_touched()

    def _note_touch(self) -> None:
        self._was_touched = True
        self._look_if_touched()

    def _end_pause(self) -> None:
        is_storm = self._was_touched
        self._pause.setInterval(
            min(2 * self._pause.interval(), LONGEST_PAUSE_MS) if is_storm else FIRST_PAUSE_MS
        )
        self._look_if_touched()

    def _look_if_touched(self) -> None:
        if self._was_touched and not self._pause.isActive() and not self.worker.is_busy:
            self._was_touched = False
            self.refresh()

    def _show(self, step: _Step, origin: str) -> None:
        self._set_problem(None)
        self.outside_writer = step.writer
        if step.missed is not None:
            self.snapshot, missed = step.missed
            self.changed.emit(self.snapshot, missed, "outside")
        self.snapshot = step.snapshot
        if step.change or origin == "open":
            self.changed.emit(step.snapshot, step.change, origin)
        self.undo_changed.emit(step.undo_label, step.redo_label)
        if origin == "outside":
            self._pause.start()
        if step.warning is not None:
            self.warned.emit(step.warning)

    def _show_edit(self, step: _Step, edit: Edit[Any]) -> None:
        self.operation = edit.operation
        self._show_own(step, edit.label)

    def _show_own(self, step: _Step, label: str, origin: str = "window") -> None:
        self._show(step, origin)
        self.saved.emit(label)

    def _refuse(self, error: MnemoscopeError, retry: Callable[[], None]) -> None:
        self.refused.emit(error, retry)
        if isinstance(error, StoreError):
            self.refresh()

    def _refuse_undo(self, error: MnemoscopeError, *, is_redo: bool) -> None:
        if isinstance(error, ChangedSince):
            self.undo_conflict.emit(error, is_redo)
        else:
            self._refuse(error, self.redo if is_redo else self.undo)

    def _cannot_read(self, error: MnemoscopeError) -> None:
        if isinstance(error, StoreError):
            self._set_problem(error)
        else:
            self.refused.emit(error, self.refresh)

    def _set_problem(self, problem: StoreError | None) -> None:
        if str(problem) != str(self._problem):
            self._problem = problem
            self.problem_changed.emit(problem)


def _ask_what_the_window_asks(snapshot: Snapshot) -> None:
    """Let the snapshot find out, on this thread, what several parts of the window want to know at once."""
    snapshot.size  # noqa: B018
    snapshot.entity_type_counts  # noqa: B018
    snapshot.relation_type_counts  # noqa: B018


def _last(steps: list[Undoable]) -> str:
    return steps[-1].label if steps else ""
