"""Replacing a file in one step: readers see the old version or the new one, never a part."""

import errno
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mnemoscope_shared.errors import ReadOnly, WriteFailed
from mnemoscope_shared.store.file_attributes import take_over_attributes
from mnemoscope_shared.store.file_state import (
    FileState,
    Signature,
    current_signature,
    read_file,
    signature_of,
)
from mnemoscope_shared.store.folder import folder_to_ourselves, new_temporary_path
from mnemoscope_shared.store.in_place import finish_write_in_place, write_all, write_in_place
from mnemoscope_shared.store.placement import Overtaken, Placement, native_placement
from mnemoscope_shared.store.redo import Redo

NEW_FILE_MODE = 0o600
_NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
# A mounted file keeps its place, and so does another owner's in a folder where only owners may rename.
_ONLY_IN_PLACE = frozenset({errno.EBUSY, errno.EPERM, errno.EACCES})


def replace_file(path: Path, data: bytes, expected: Signature | None) -> Signature:
    """Replace the version with the `expected` signature (None: no file); see `replace_version`.

    Raises:
        Overtaken: another version stands there now; nothing was replaced.
        StoreError: as `replace_version` does, or the file cannot be read.
    """
    state = read_file(path)
    if state.signature != expected:
        raise Overtaken(path)
    return replace_version(path, data, state)


def replace_version(
    path: Path, data: bytes, expected: FileState, placement: Placement | None = None
) -> Signature:
    """Put `data` in the place of a version of a file that was read.

    The new version is complete on the disk before it takes the place; mode, owner and extended attributes are
    the old file's. The folder is not synced: a power cut may bring the old version back but never a torn one.
    A file that has several names (hard links), or that no other may replace, is written in place.

    Args:
        path: the file.
        data: the new version.
        expected: the version that was read.
        placement: how it takes the place; the system's way where it is None.

    Returns:
        The new version's signature.

    Raises:
        Overtaken: another version stands there now; nothing was replaced.
        ReadOnly: the file or folder may not be written.
        FileBusy: somebody keeps the file open, where that matters.
        WriteFailed: the system refused; nothing was replaced.
    """
    old = _old_status(path)
    temporary = new_temporary_path(path)
    try:
        _finish_what_was_begun(path)
        if old is not None and old.st_nlink > 1:
            return _write_in_place(temporary, path, data, expected, old)
        return _replace(temporary, path, data, expected, old, placement or native_placement())
    except FileNotFoundError:
        raise Overtaken(path) from None
    except OSError as error:
        if error.errno in _NOT_ALLOWED:
            raise ReadOnly(path, f"the folder {path.parent}") from error
        raise WriteFailed(path, error.errno or 0) from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def refuse_read_only(path: Path) -> None:
    """Raise `ReadOnly` for a file that may not be written, before anything is said about writing it."""
    _old_status(path)


def _old_status(path: Path) -> os.stat_result | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    # A superuser may write anything: the mode still says what the owner wants.
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise ReadOnly(path, str(path))
    return status


def _finish_what_was_begun(path: Path) -> None:
    with folder_to_ourselves(path) as is_ours:
        if not is_ours or finish_write_in_place(path):
            raise Overtaken(path)


def _replace(
    temporary: Path,
    path: Path,
    data: bytes,
    expected: FileState,
    old: os.stat_result | None,
    placement: Placement,
) -> Signature:
    written = _write_beside(temporary, path, data, old)
    try:
        with folder_to_ourselves(path) as is_ours:
            if not is_ours or current_signature(path) != expected.signature:
                raise Overtaken(path)
            placement(temporary, path, expected)
    except OSError as error:
        if old is None or error.errno not in _ONLY_IN_PLACE:
            raise
        temporary.unlink()
        return _write_in_place(temporary, path, data, expected, old)
    return _signature_after_renaming(path, written)


def _write_in_place(
    temporary: Path, path: Path, data: bytes, expected: FileState, old: os.stat_result
) -> Signature:
    redo = Redo(expected.data, data)
    _write_beside(temporary, path, redo.encode(), old)
    with folder_to_ourselves(path) as is_ours:
        if not is_ours or current_signature(path) != expected.signature:
            raise Overtaken(path)
        return write_in_place(path, temporary, redo)


def _write_beside(temporary: Path, path: Path, data: bytes, old: os.stat_result | None) -> Signature:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(temporary, flags, NEW_FILE_MODE)
    try:
        write_all(descriptor, data)
        if old is not None:
            take_over_attributes(descriptor, path, old)
        os.fsync(descriptor)
        return signature_of(os.fstat(descriptor))
    finally:
        os.close(descriptor)  # Windows renames no file that is open


def _signature_after_renaming(path: Path, written: Signature) -> Signature:
    """Return the signature of what we wrote; a rename has changed one of its times.

    Where something else has taken its place already, what we wrote is told by a signature that no file has.
    """
    found = current_signature(path)
    if found is not None and replace(found, changed_ns=written.changed_ns) == written:
        return found
    return written
