"""Reading a memory that somebody may be in the middle of saving."""

import time
from pathlib import Path

from mnemoscope_shared.errors import CorruptLine
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store import jsonl
from mnemoscope_shared.store.file_state import FileState, read_file

_YOUNG_SECONDS = 1.0
_LOOKS = 5
_PAUSE_SECONDS = 0.05


def decode_when_saved(state: FileState, path: Path) -> tuple[FileState, Snapshot]:
    """Return a file's snapshot, and what the file held when it could be read.

    Raises:
        StoreError: it is still corrupt after a quarter of a second, or it is no longer young.
    """
    for _ in range(_LOOKS):
        try:
            return state, jsonl.decode(state.data, path)
        except CorruptLine:
            if not is_young(state):
                raise
        time.sleep(_PAUSE_SECONDS)
        state = read_file(path)
    return state, jsonl.decode(state.data, path)


def is_young(state: FileState) -> bool:
    """Return whether the file was written so recently that its writer may not be done."""
    if state.signature is None:
        return False
    return time.time() - state.signature.modified_ns / 1e9 < _YOUNG_SECONDS
