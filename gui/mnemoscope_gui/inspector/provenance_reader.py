"""Who wrote what, read from the history on a thread of its own: neither typing nor writing waits for it."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.entity_history import EntityHistory
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.observation_origins import Origin
from mnemoscope_shared.store.provenance import Provenance

PAUSE_MS = 60
"""Who goes through entities with the arrow keys does not ask about each of them."""

_KEPT_ENTITIES = 64

Origins = tuple[Origin, ...]


class ProvenanceReader(QObject):
    """Asks the history of one memory, on a thread of its own; answers that nobody waits for are dropped.

    Signals:
        origins_known: an entity as it was asked for, and where each of its observations came from.
    """

    origins_known = Signal(object, object)

    def __init__(self, session: GraphSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._worker = Worker(self)
        self._provenance: Provenance | None = None
        self._wanted: Entity | None = None
        self._kept: OrderedDict[str, tuple[Entity, Origins]] = OrderedDict()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask_for_wanted)

    def ask_origins(self, entity: Entity | None) -> Origins | None:
        """Return where an entity's observations came from, if it is known; else `origins_known` follows."""
        self._wanted = entity
        self._pause.stop()
        if entity is None:
            return None
        kept = self._kept.get(entity.name)
        if kept is not None and kept[0] == entity:
            self._kept.move_to_end(entity.name)
            return kept[1]
        self._pause.start()
        return None

    def ask_history(
        self, snapshot: Snapshot, name: str, limit: int, done: Callable[[EntityHistory], None]
    ) -> None:
        """Read what happened to an entity, the newest first; at most about `limit` events."""
        self._worker.run(lambda: self._asked.entity_history(snapshot, name, limit), done, _ignore)

    def stop(self) -> None:
        """Read nothing more; to be called before the window goes."""
        self._pause.stop()
        self._wanted = None
        self._worker.close(drops_queued=True)

    # On the worker's thread.

    @property
    def _asked(self) -> Provenance:
        """The reader has a memory of its own: the session's belongs to another thread."""
        if self._provenance is None:
            self._provenance = Provenance(MemoryFile(self._session.path, Writer("window")))
        return self._provenance

    def _origins(self, snapshot: Snapshot, entity: Entity) -> Origins | None:
        if entity is not self._wanted:
            return None
        return self._asked.observation_origins(snapshot, entity.name)

    # On the main thread.

    def _ask_for_wanted(self) -> None:
        entity, snapshot = self._wanted, self._session.snapshot
        if entity is not None:
            self._worker.run(
                lambda: self._origins(snapshot, entity), lambda origins: self._take(entity, origins), _ignore
            )

    def _take(self, entity: Entity, origins: Origins | None) -> None:
        if origins is None or len(origins) != len(entity.observations):
            return
        self._kept[entity.name] = (entity, origins)
        self._kept.move_to_end(entity.name)
        if len(self._kept) > _KEPT_ENTITIES:
            self._kept.popitem(last=False)
        if entity is self._wanted:
            self.origins_known.emit(entity, origins)


def _ignore(_: MnemoscopeError) -> None:
    """Without a readable history nothing is said of writers; what is wrong with it is told elsewhere."""
