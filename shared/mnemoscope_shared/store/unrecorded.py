"""Where in a history a snapshot stands: which writes it has not seen, and what is not recorded of it yet."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mnemoscope_shared.diff import diff
from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.file_state import checksum, read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, CheckpointRecord, recorded
from mnemoscope_shared.store.history_sieve import Sieve

_MOST_UNSEEN = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """A snapshot's place in a history.

    Attributes:
        is_known: whether the snapshot is what a record leads to.
        unseen: the ids of the newer records: writes that were made since, or announced and never made.
    """

    is_known: bool
    unseen: frozenset[str]


def checksums_of(snapshot: Snapshot) -> frozenset[str]:
    """Return the checksums that the snapshot's file may have: with a newline at its end, or without."""
    data = snapshot.to_bytes()
    return frozenset({checksum(data), checksum(data[:-1])})


def standing_of(checksums: frozenset[str], history: History, path: Path) -> Standing:
    """Return the place of a snapshot, told by its checksums; not known where a hundred writes do not tell.

    Raises:
        HistoryError: the history cannot be read.
    """
    last = history.last_change()
    if last is None or (isinstance(last, CheckpointRecord) and last.checksum in checksums):
        return Standing(True, frozenset())
    unseen: list[ChangeRecord] = []
    for record in islice(history.newest_first(Sieve()), _MOST_UNSEEN):
        if record.after not in checksums:
            unseen.append(record)
        if record.after in checksums or record.before in checksums:
            is_known = not unseen or not _was_written_after(checksums, unseen[0], path)
            return Standing(is_known, frozenset(one.id for one in unseen if is_known))
    return Standing(False, frozenset())


def _was_written_after(checksums: frozenset[str], record: ChangeRecord, path: Path) -> bool:
    """Return whether a program wrote, after a write of ours, a version that had been there before."""
    try:
        state = read_file(path)
    except StoreError:
        return False
    written = state.signature.newest_ms if state.signature is not None else 0
    return state.checksum in checksums and written > record.time


def unrecorded_change(snapshot: Snapshot, history: History, milliseconds: int) -> ChangeRecord | None:
    """Return a record, without an id, of how a snapshot came about to which no record leads.

    It tells of another program, which wrote at the given time, in ms since 1970. None where there is no
    difference to the newest state of the history, or where that is not known.

    Raises:
        HistoryError: the history cannot be read.
    """
    base = history.last_snapshot()
    changes = recorded(diff(base, snapshot)) if base is not None else ()
    if not changes:
        return None
    return ChangeRecord("", milliseconds, OUTSIDE.who, OUTSIDE.operation, "", "", changes, OUTSIDE.label)
