"""The folder of a file: made where it is missing, swept, and ours alone for an instant."""

import errno
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

from mnemoscope_shared.errors import ReadOnly, WriteFailed

STRAY_AGE_SECONDS = 60.0


def make_folder(path: Path) -> None:
    """Make the folder of a file, and those above it.

    Raises:
        ReadOnly: we may not.
        WriteFailed: the system refused.
    """
    folder = path.parent
    if folder.is_dir():
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise WriteFailed(path, errno.ENOTDIR) from None
    except PermissionError:
        raise ReadOnly(path, f"the folder that should hold {folder}") from None
    except OSError as error:
        raise WriteFailed(path, error.errno or 0) from error


def new_temporary_path(path: Path) -> Path:
    """Return a name beside a file that nobody else chooses; clients that synchronise folders skip it."""
    return path.with_name(f"{_temporary_prefix(path)}{os.getpid()}-{secrets.token_hex(5)}.tmp")


def remove(path: Path) -> None:
    """Remove a file that nobody needs any more, as far as it is there and the system lets us."""
    with suppress(OSError):
        path.unlink()


def sweep_temporaries(path: Path) -> None:
    """Remove what killed writers left beside the file; younger ones than a minute may be in use."""
    oldest = time.time() - STRAY_AGE_SECONDS
    with suppress(OSError):
        for stray in path.parent.iterdir():
            if stray.name.startswith(_temporary_prefix(path)) and stray.name.endswith(".tmp"):
                with suppress(OSError):
                    if stray.stat().st_mtime < oldest:
                        stray.unlink()


@contextmanager
def folder_to_ourselves(path: Path) -> Iterator[bool]:
    """Keep our other writers out of a file's folder; yield whether that worked, or whether one is there.

    The write lock does so already, unless somebody has deleted its file; the folder itself cannot be deleted.
    On Windows, where open files stay, and on file systems without such locks there is the write lock alone.
    """
    descriptor = _open_folder(path.parent)
    try:
        yield descriptor is None or _try_to_lock(descriptor)
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _temporary_prefix(path: Path) -> str:
    return f".~{path.name}."


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
