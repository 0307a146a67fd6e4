"""Who wrote a version of a memory file."""

from contextlib import suppress

from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import Writer


def last_writer(history: History, checksum: str, followed_by: str | None = None) -> Writer:
    """Return the writer of the newest record, if it led to the file of that checksum; another program else.

    With `followed_by`, the identifier of a record, return who wrote what that write found.
    """
    found = checksum if followed_by is None else None
    with suppress(HistoryError):
        for record in history.newest_first():
            if found is not None:
                return record.who if record.after == found else OUTSIDE.who
            if record.id == followed_by:
                found = record.before
    return OUTSIDE.who
