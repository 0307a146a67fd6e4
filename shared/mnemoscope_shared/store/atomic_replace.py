"""Replacing a file in one step: readers see the old version or the new one, never a part."""

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

from mnemoscope_shared.errors import MnemoscopeError, ReadOnly, WriteFailed
from mnemoscope_shared.store.file_state import Signature, current_signature, signature_of

NEW_FILE_MODE = 0o600
STRAY_AGE_SECONDS = 60.0


class Overtaken(MnemoscopeError):
    """Somebody wrote the file between our reading and our replacing it: read it again and try again."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was changed by another program meanwhile. Try again.")


def replace_file(path: Path, data: bytes, expected: Signature | None) -> Signature:
    """Put `data` in the place of the version with the `expected` signature (None: of no file).

    The new version is complete on the disk before it takes the place; mode and owner are the old file's.
    The directory is not synced: a power cut may bring the old version back but never a torn one.

    Returns:
        The new version's signature, taken from our own descriptor.

    Raises:
        Overtaken: another version stands there now; nothing was replaced.
        ReadOnly: the file or folder may not be written.
        WriteFailed: the system refused; nothing was replaced.
    """
    temporary = path.with_name(f"{_temporary_prefix(path)}{os.getpid()}-{secrets.token_hex(5)}.tmp")
    try:
        return _replace_through(temporary, path, data, expected)
    except FileNotFoundError:
        raise Overtaken(path) from None
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise ReadOnly(path, f"the folder {path.parent}") from error
        raise WriteFailed(path, error.errno or 0) from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def sweep_temporaries(path: Path) -> None:
    """Remove what killed writers left beside the file; younger ones than a minute may be in use."""
    oldest = time.time() - STRAY_AGE_SECONDS
    with suppress(OSError):
        for stray in path.parent.iterdir():
            if stray.name.startswith(_temporary_prefix(path)) and stray.name.endswith(".tmp"):
                with suppress(OSError):
                    if stray.stat().st_mtime < oldest:
                        stray.unlink()


def _temporary_prefix(path: Path) -> str:
    return f".~{path.name}."


def _old_status(path: Path) -> os.stat_result | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    # A superuser may write anything: the mode still says what the owner wants.
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise ReadOnly(path, str(path))
    return status


def _replace_through(temporary: Path, path: Path, data: bytes, expected: Signature | None) -> Signature:
    old = _old_status(path)
    mode = NEW_FILE_MODE if old is None else stat.S_IMODE(old.st_mode)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(temporary, flags, mode & 0o777)
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        _write_all(descriptor, data)
        if old is not None:
            take_over_owner_and_mode(descriptor, old, mode)
        os.fsync(descriptor)
        with _folder_to_ourselves(path):
            if current_signature(path) != expected:
                raise Overtaken(path)
            _take_the_place(temporary, path, is_new=old is None)
        return signature_of(os.fstat(file.fileno()))


@contextmanager
def _folder_to_ourselves(path: Path) -> Iterator[None]:
    """Keep our other writers out between looking at the file and replacing it; `Overtaken` if one is there.

    The write lock does so already, unless somebody has deleted its file; the folder itself cannot be deleted.
    On Windows, where open files stay, and on file systems without such locks there is the write lock alone.
    """
    descriptor = _open_folder(path.parent)
    try:
        if descriptor is not None and not _try_to_lock(descriptor):
            raise Overtaken(path)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _open_folder(folder: Path) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.open(folder, os.O_RDONLY)
    except PermissionError:  # it may be writable and yet not readable
        return None


def _try_to_lock(descriptor: int) -> bool:
    """Return whether nobody else holds the lock; a file system without locks has nobody."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _take_the_place(temporary: Path, path: Path, *, is_new: bool) -> None:
    if is_new:
        # A link refuses where somebody has created the file meanwhile; not every file system has links.
        try:
            path.hardlink_to(temporary)
            return
        except FileExistsError:
            raise Overtaken(path) from None
        except OSError:
            pass
    temporary.replace(path)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def take_over_owner_and_mode(descriptor: int, old: os.stat_result, mode: int) -> None:
    """Give an open file the owner of an old one, where we may, and a mode; Windows knows neither."""
    if not hasattr(os, "fchown"):
        return
    ours = os.fstat(descriptor)
    if (ours.st_uid, ours.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, mode)
