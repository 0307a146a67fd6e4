"""Who wrote what in a memory, and when: an entity's history, its observations' origins, the last changes."""

from collections.abc import Iterator
from pathlib import Path

from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.entity_history import EntityHistory, entity_history
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, now_ms
from mnemoscope_shared.store.history_sieve import NameSieve, Sieve
from mnemoscope_shared.store.last_changes import LastChanges
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.observation_origins import Origin, observation_origins
from mnemoscope_shared.store.unrecorded import checksums_of, standing_of, unrecorded_change

MOST_EVENTS = 100


class Provenance:
    """Answers from a memory's history, for a snapshot of the memory; without a history it knows nothing.

    What another program has just written counts as its write before the history tells of it. What was
    written after the snapshot counts as not written. A write that was purged is not known to have been made.

    Reading a long history takes a while: ask on a worker thread, always on the same one. Every method raises
    `HistoryError` where the history cannot be read.
    """

    def __init__(self, memory: MemoryFile) -> None:
        self._path = memory.path
        self._history = memory.history
        self._snapshot: Snapshot | None = None
        self._checksums: frozenset[str] = frozenset()
        self._unrecorded: ChangeRecord | None = None
        self._unrecorded_after: str | None = None

    def entity_history(self, snapshot: Snapshot, name: str, limit: int = MOST_EVENTS) -> EntityHistory:
        """Return what happened to an entity, the newest first; see `entity_history`."""
        sieve = NameSieve([name])
        return entity_history(self._newest_first(snapshot, sieve), name, sieve, limit)

    def observation_origins(self, snapshot: Snapshot, name: str) -> tuple[Origin, ...]:
        """Return where each observation of an entity, in its order, came from; see `observation_origins`.

        Of several entities that share a name it cannot be told which of them a write was about: nothing is
        known of theirs.
        """
        entity = snapshot.entity(name)
        if entity is None:
            return ()
        if len(snapshot.entity_lines_named([name])) > 1:
            return (Origin(None),) * len(entity.observations)
        sieve = NameSieve([name])
        return observation_origins(self._newest_first(snapshot, sieve), entity, sieve)

    def last_changes(self, snapshot: Snapshot) -> LastChanges:
        """Return when each entity was last changed."""
        return LastChanges(self._newest_first(snapshot, Sieve()), snapshot)

    def _newest_first(self, snapshot: Snapshot, sieve: Sieve) -> Iterator[ChangeRecord]:
        """Yield the writes that led to a snapshot."""
        history = self._history
        if history is None:
            return
        if snapshot is not self._snapshot:
            self._snapshot, self._checksums = snapshot, checksums_of(snapshot)
            self._unrecorded_after = None
        standing = standing_of(self._checksums, history, self._path)
        if not standing.is_known and (unrecorded := self._change_after(history, snapshot)) is not None:
            yield unrecorded
        for record in history.newest_first(sieve):
            if record.id not in standing.unseen:
                yield record

    def _change_after(self, history: History, snapshot: Snapshot) -> ChangeRecord | None:
        """Return the change that led from the last record to a snapshot; it is kept, as it takes long."""
        last = history.last_change()
        last_id = last.id if last is not None else ""
        if last_id != self._unrecorded_after:
            self._unrecorded = unrecorded_change(snapshot, history, _written_ms(self._path))
            self._unrecorded_after = last_id
        return self._unrecorded


def _written_ms(path: Path) -> int:
    """Return when a file was written, in ms since 1970; now, if nobody knows."""
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return now_ms()
