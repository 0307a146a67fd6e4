"""When entities were last changed: read from the history beside the window, then kept up to date."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer, now_ms
from mnemoscope_shared.store.last_changes import LastChanges
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.provenance import Provenance


class LastChangeReader(QObject):
    """Reads the history of one memory the first time that it is asked.

    Signals:
        known: the times in ms since 1970, by name; the dictionary goes on following the memory.
    """

    known = Signal(object)

    def __init__(self, session: GraphSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._worker = Worker(self)
        self._is_asked = False
        self._last_changes: LastChanges | None = None
        self._meanwhile: list[tuple[Change, int]] | None = None
        session.changed.connect(self._follow)

    @property
    def is_busy(self) -> bool:
        """Whether the history is being read."""
        return self._worker.is_busy

    def ask(self) -> None:
        """Begin to read, unless this has been asked before; `known` follows."""
        if not self._is_asked and self._session.snapshot.entities:
            self._is_asked = True
            self._meanwhile = []
            self._worker.run(self._reading(self._session.snapshot), self._take, self._give_up)

    def stop(self) -> None:
        """Read nothing more; to be called before the window goes."""
        self._worker.close(drops_queued=True)

    def _reading(self, snapshot: Snapshot) -> Callable[[], LastChanges]:
        """The reader has a memory of its own: the session's belongs to another thread."""
        path = self._session.path
        return lambda: Provenance(MemoryFile(path, Writer("window"))).last_changes(snapshot)

    def _take(self, last_changes: LastChanges) -> None:
        for change, moment in self._meanwhile or ():
            last_changes.follow(change, moment)
        self._last_changes, self._meanwhile = last_changes, None
        self.known.emit(last_changes.times)

    def _give_up(self, _: MnemoscopeError) -> None:
        """Without a readable history the times stay unknown; what is wrong with it is told elsewhere."""
        self._meanwhile = None

    def _follow(self, _: Snapshot, change: Change, __: str) -> None:
        if self._last_changes is not None:
            self._last_changes.follow(change, now_ms())
        elif self._meanwhile is not None:
            self._meanwhile.append((change, now_ms()))
