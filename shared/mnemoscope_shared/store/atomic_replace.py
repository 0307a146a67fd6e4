"""Replacing a file in one step: readers see the old version or the new one, never a part."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from mnemoscope_shared.errors import ReadOnly, WriteFailed
from mnemoscope_shared.store.file_state import (
    FileState,
    Signature,
    current_signature,
    read_file,
)
from mnemoscope_shared.store.folder import folder_to_ourselves, remove
from mnemoscope_shared.store.in_place import (
    finish_write_in_place,
    is_write_in_place_unfinished,
    write_in_place,
)
from mnemoscope_shared.store.new_version import NewVersion
from mnemoscope_shared.store.placement import Overtaken, Placement, native_placement
from mnemoscope_shared.store.redo import Redo

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
    """Put `data` in the place of a version of a file that was read; see `replacement`."""
    with replacement(path, data, expected, placement) as prepared:
        return prepared.place()


@contextmanager
def replacement(
    path: Path,
    data: bytes,
    expected: FileState,
    placement: Placement | None = None,
    discard: Callable[[Path], None] = remove,
) -> Iterator["Replacement"]:
    """Write a new version of a file, to be put in the place of the one that was read.

    The new version is complete on the disk before it takes the place; mode, owner and extended attributes are
    the old file's. The folder is not synced: a power cut may bring the old version back but never a torn one.
    A file that has several names (hard links), or that no other may replace, is written in place.

    Args:
        path: the file.
        data: the new version.
        expected: the version that was read.
        placement: how it takes the place; the system's way where it is None.
        discard: what to do with the old version, under a name that it has got instead, if it has.

    Raises:
        Overtaken: another version stands there now; nothing was replaced.
        ReadOnly: the file or folder may not be written.
        FileBusy: somebody keeps the file open, where that matters.
        WriteFailed: the system refused; nothing was replaced.
    """
    prepared = Replacement(path, data, expected, placement or native_placement())
    try:
        yield prepared
    finally:
        prepared.version.close()
        (discard if prepared.is_placed else remove)(prepared.version.path)


class Replacement:
    """A new version beside a file, on its way to the disk; see `replacement`.

    Attributes:
        version: the new version, or what is needed to write it in place.
        is_placed: whether it has taken the file's place.
    """

    def __init__(self, path: Path, data: bytes, expected: FileState, placement: Placement) -> None:
        self.is_placed = False
        self._path = path
        self._expected = expected
        self._placement = placement
        self._redo = Redo(expected.data, data)
        with _refusals(path):
            self._old = _old_status(path)
            _finish_what_was_begun(path)
            self._is_in_place = self._old is not None and self._old.st_nlink > 1
            self.version = NewVersion(path, self._redo.encode() if self._is_in_place else data, self._old)

    def place(self) -> Signature:
        """Put the new version in place, once all of it is on the disk; return its signature.

        Raises:
            MnemoscopeError: as `replacement` says.
        """
        with _refusals(self._path):
            signature = self._write_in_place() if self._is_in_place else self._take_place()
        self.is_placed = True
        return signature

    def _take_place(self) -> Signature:
        written = self.version.complete()
        try:
            with self._alone():
                self._placement(self.version.path, self._path, self._expected)
        except OSError as error:
            if self._old is None or error.errno not in _ONLY_IN_PLACE:
                raise
            remove(self.version.path)
            self.version = NewVersion(self._path, self._redo.encode(), self._old)
            return self._write_in_place()
        return _signature_after_renaming(self._path, written)

    def _write_in_place(self) -> Signature:
        self.version.complete()
        with self._alone():
            return write_in_place(self._path, self.version.path, self._redo)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep our other writers away; raise `Overtaken` where another version stands there now."""
        with folder_to_ourselves(self._path) as is_ours:
            if not is_ours or current_signature(self._path) != self._expected.signature:
                raise Overtaken(self._path)
            yield


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Raise what the system refuses as what it means for the file."""
    try:
        yield
    except FileNotFoundError:
        raise Overtaken(path) from None
    except OSError as error:
        if error.errno in _NOT_ALLOWED:
            raise ReadOnly(path, f"the folder {path.parent}") from error
        raise WriteFailed(path, error.errno or 0) from error


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
    if not is_write_in_place_unfinished(path):
        return
    with folder_to_ourselves(path) as is_ours:
        if not is_ours or finish_write_in_place(path):
            raise Overtaken(path)


def _signature_after_renaming(path: Path, written: Signature) -> Signature:
    """Return the signature of what we wrote; a rename has changed one of its times.

    Where something else has taken its place already, what we wrote is told by a signature that no file has.
    """
    found = current_signature(path)
    if found is not None and replace(found, changed_ns=written.changed_ns) == written:
        return found
    return written
