"""Who wrote what a memory file holds now."""

from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, Writer


def last_writer(path: Path) -> Writer:
    """Return the writer of the history's last record, if it led to this file, else another program.

    It reads the file: not for the window's own thread.
    """
    with suppress(MnemoscopeError):
        last = History(path).last_change()
        if isinstance(last, ChangeRecord) and last.after == read_file(path).checksum:
            return last.who
    return OUTSIDE.who
