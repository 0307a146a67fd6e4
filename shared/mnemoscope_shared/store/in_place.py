"""Writing a file in place, where another file cannot take its place; see `redo` for what a crash leaves."""

import os
from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.store.file_state import Signature, read_file, signature_of
from mnemoscope_shared.store.redo import Redo, read_redo, redo_path

_FLAGS = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_in_place(path: Path, redo_file: Path, redo: Redo) -> Signature:
    """Copy the new version over the old one; its redo file is complete, under the name `redo_file`.

    Readers that know of redo files see the old version or the new one; others may see a part of it.

    Returns:
        The new version's signature.

    Raises:
        OSError: the system refused; the old version is there.
    """
    redo_file.replace(redo_path(path))
    try:
        signature = _copy(path, redo.new)
    except OSError:
        with suppress(OSError):  # or else the redo file stays, for the next writer
            _copy(path, redo.old)
            redo_path(path).unlink()
        raise
    redo_path(path).unlink()
    return signature


def is_write_in_place_unfinished(path: Path) -> bool:
    """Return whether a write in place goes on, or was killed at it."""
    return os.path.lexists(redo_path(path))


def finish_write_in_place(path: Path) -> bool:
    """Do what a killed writer did not come to; return whether the file was changed by that.

    A redo file that is torn, or that does not fit what the file holds, is removed.
    """
    if not is_write_in_place_unfinished(path):
        return False
    redo, found = read_redo(path), read_file(path, follow_redo=False)
    is_there = found.signature is not None
    is_unfinished = redo is not None and is_there and found.data != redo.new and redo.fits(found.data)
    if redo is not None and is_unfinished:
        _copy(path, redo.new)
    with suppress(PermissionError):  # another user's: it says nothing new any more
        redo_path(path).unlink()
    return is_unfinished


def _copy(path: Path, data: bytes) -> Signature:
    descriptor = os.open(path, _FLAGS)
    try:
        write_all(descriptor, data)
        os.ftruncate(descriptor, len(data))
        os.fsync(descriptor)
        return signature_of(os.fstat(descriptor))
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, in as many steps as the system likes."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
