"""Noticing that a program which ignores the write lock has overwritten writes of ours."""

from collections import deque
from collections.abc import Iterable

from mnemoscope_shared.diff import diff
from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.catch_up import Version, catch_up
from mnemoscope_shared.store.file_state import FileState
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, RecordedChange, recorded
from mnemoscope_shared.store.restore import OVERLAP_MS, Restore, overlapping_writes


class OverwriteDetector:
    """Compares the versions that a process sees with what it, and those who share its history, wrote.

    Without a history it knows the writes of its own process alone.

    Attributes:
        examined: the newest version that was found to lack nothing, or whose lack was dealt with.
        last_written: the record that this process wrote last and knows to have happened.
    """

    def __init__(self, history: History | None) -> None:
        self.examined: Version | None = None
        self.last_written: str | None = None
        self._history = history
        self._is_newer = False
        self._own_writes: deque[ChangeRecord] = deque()
        self._to_restore: tuple[ChangeRecord, ...] = ()

    def has_seen_newer(self) -> None:
        """Say that the file has changed, and not by us."""
        self._is_newer = True

    def has_written(self, record: ChangeRecord, snapshot: Snapshot) -> None:
        """Say that we have written a version; what it follows upon was examined before."""
        self.examined, self._is_newer = Version(snapshot, record.after), False
        self.last_written = record.id
        self._keep(record)
        self._to_restore = ()

    def _keep(self, record: ChangeRecord) -> None:
        """Remember a write for as long as a version may appear that has not seen it."""
        self._own_writes.append(record)
        while abs(record.time - self._own_writes[0].time) > 2 * OVERLAP_MS:
            self._own_writes.popleft()

    def has_nothing_to_restore(self) -> None:
        """Say that nothing of what was asked to be restored had to be, or could be."""
        self._to_restore = ()

    @property
    def knows_content(self) -> bool:
        """Whether the newest version that was examined held anything."""
        known = self.examined.snapshot if self.examined is not None else EMPTY
        return bool(known.entity_lines or known.relation_lines)

    def is_news(self, state: FileState) -> bool:
        """Return whether a version has not been examined yet and no record leads to it."""
        if not self._is_newer or self._history is None:
            return self._is_newer
        try:
            last = self._history.last_change()
        except HistoryError:
            return True
        return not isinstance(last, ChangeRecord) or last.after != state.checksum

    def is_suspicious(self, state: FileState) -> bool:
        """Return whether the version at hand may lack a write of ours; needs no lock."""
        if _is_emptied(state):
            return False
        return bool(self._to_restore) or (self._is_newer and bool(self._writes_at_stake(state)))

    def restoration(self, state: FileState, snapshot: Snapshot) -> Restore | None:
        """Return how to get back what the version at hand lacks, if it lacks anything; the lock is held.

        It is asked for again after an attempt that another version got in the way of. A file that was emptied
        or removed says nothing yet: many programs save like that, and the version that follows is judged.
        """
        if _is_emptied(state):
            return None
        at_stake, outside = self._examine(state, snapshot) if self._is_newer else ((), None)
        if self._to_restore:
            # An earlier attempt has found already that this is no deliberate reversal.
            further = [write for write in at_stake if write not in self._to_restore]
            self._to_restore, outside = (*self._to_restore, *further), None
        elif outside is None:
            return None
        else:
            self._to_restore = at_stake
        return Restore(self._to_restore, outside)

    def _examine(
        self, state: FileState, snapshot: Snapshot
    ) -> tuple[tuple[ChangeRecord, ...], tuple[RecordedChange, ...] | None]:
        """Return what the version at hand may lack, and what led to it if that was no write of ours."""
        now = Version(snapshot, state.checksum)
        at_stake = self._writes_at_stake(state)
        outside = self._outside_change(now) if at_stake else None
        self.examined, self._is_newer = now, False
        self._own_writes.clear()
        return at_stake, outside

    def _writes_at_stake(self, state: FileState) -> tuple[ChangeRecord, ...]:
        """Return our newest writes that a version may not have seen, unless it is the last of them."""
        if state.signature is None:
            return ()
        try:
            writes = overlapping_writes(self._newest_first(), state.signature.newest_ms)
        except HistoryError:
            return ()
        return writes if writes and writes[-1].after != state.checksum else ()

    def _newest_first(self) -> Iterable[ChangeRecord]:
        return reversed(self._own_writes) if self._history is None else self._history.newest_first()

    def _outside_change(self, now: Version) -> tuple[RecordedChange, ...] | None:
        """Return what led to the version at hand, where that was no write of ours."""
        if self._history is None:
            return recorded(diff(self.examined.snapshot, now.snapshot)) if self.examined else None
        try:
            happened = catch_up(self._history, now, self.examined, self.last_written)
        except HistoryError:
            return None
        return happened.changes if happened is not None else None


def _is_emptied(state: FileState) -> bool:
    return not state.data or state.data.isspace()
