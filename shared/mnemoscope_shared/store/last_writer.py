"""Who wrote what a memory file holds now, or held before a write of our own."""

from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import Writer


def last_writer(history: History, path: Path, followed_by: str | None = None) -> Writer:
    """Return the writer of the newest record, if it led to this file; another program else.

    With `followed_by`, the identifier of a record, return who wrote what that write found. It reads the file:
    not for the window's own thread.
    """
    with suppress(MnemoscopeError):
        found = read_file(path).checksum if followed_by is None else None
        for record in history.newest_first():
            if found is not None:
                return record.who if record.after == found else OUTSIDE.who
            if record.id == followed_by:
                found = record.before
    return OUTSIDE.who
