"""Reading a memory that somebody may be in the middle of saving."""

import time
from pathlib import Path

from mnemoscope_shared.errors import CorruptLine
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.file_state import FileState, current_signature, read_file
from mnemoscope_shared.store.open_writers import is_open_for_writing
from mnemoscope_shared.store.reread import decode_after

_YOUNG_SECONDS = 1.0
_LOOKS = 5
_PAUSE_SECONDS = 0.05


def decode_when_saved(state: FileState, path: Path, before: Snapshot) -> tuple[FileState, Snapshot]:
    """Return a file's snapshot, and what the file held when it could be read.

    Args:
        state: what it holds.
        path: the file, for messages.
        before: what it held earlier.

    Raises:
        StoreError: it is still corrupt after a quarter of a second, or it is no longer young.
    """
    for _ in range(_LOOKS):
        try:
            return state, decode_after(before, state.data, path)
        except CorruptLine:
            if not _is_young(state):
                raise
        time.sleep(_PAUSE_SECONDS)
        state = read_file(path)
    return state, decode_after(before, state.data, path)


def is_being_saved(state: FileState, path: Path, is_patient: bool) -> bool:
    """Return whether the program that wrote a version may have more of it to write.

    Many programs save by emptying the file and filling it. Where the system tells who has it open, they are
    waited for; elsewhere an empty file that is young counts as emptied just now.

    Args:
        state: the version.
        path: the file.
        is_patient: whether it may still be waited for; an empty one that somebody has open always is.
    """
    is_recent = is_patient and _is_young(state)
    if is_recent and not state.data:
        return True
    if (is_recent or not state.data) and is_open_for_writing(path):
        return True
    return current_signature(path) != state.signature  # they were done only after it was read


def _is_young(state: FileState) -> bool:
    """Return whether the file was written so recently that its writer may not be done."""
    if state.signature is None:
        return False
    return time.time() - state.signature.modified_ns / 1e9 < _YOUNG_SECONDS
