"""What is kept beside the memory file: backups of it, and the lines that were put aside."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from mnemoscope_shared.errors import ReadOnly, WriteFailed
from mnemoscope_shared.store.file_attributes import take_over_owner_and_mode

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def rejected_path(path: Path) -> Path:
    """Return where lines of a memory file are put aside: `memory.jsonl.rejected` beside `memory.jsonl`."""
    return path.with_name(f"{path.name}.rejected")


@contextmanager
def backup_of(path: Path, data: bytes) -> Iterator[Path]:
    """Write a version of a file beside it as `<name>.backup-<UTC time>`; nothing is ever overwritten.

    It has the file's mode and owner, and goes again if the block raises.

    Raises:
        ReadOnly: the folder may not be written.
        WriteFailed: the system refused; nothing is left.
    """
    backup, descriptor = _new_backup(path)
    with _added(backup, descriptor, data, like=path, size=None):
        yield backup


@contextmanager
def put_aside(path: Path, lines: tuple[bytes, ...]) -> Iterator[None]:
    """Add lines, byte for byte, to the file for rejected ones; they go again if the block raises.

    Raises:
        ReadOnly: that file or the folder may not be written.
        WriteFailed: the system refused; the file is as it was.
    """
    if not lines:
        yield
        return
    rejected = rejected_path(path)
    size = rejected.stat().st_size if rejected.exists() else None
    descriptor = _open(rejected, _FLAGS, path)
    data = b"".join(line + b"\n" for line in lines)
    with _added(rejected, descriptor, data, like=path, size=size):
        yield


def _new_backup(path: Path) -> tuple[Path, int]:
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    for number in count(1):
        backup = path.with_name(f"{path.name}.backup-{moment}{f'-{number}' if number > 1 else ''}")
        with suppress(FileExistsError):
            return backup, _open(backup, _FLAGS | os.O_EXCL, path)
    raise AssertionError  # one of infinitely many names is free


def _open(path: Path, flags: int, like: Path) -> int:
    try:
        return os.open(path, flags, stat.S_IMODE(like.stat().st_mode) & 0o777)
    except FileExistsError:
        raise
    except OSError as error:
        raise _refusal(path, error) from error


@contextmanager
def _added(path: Path, descriptor: int, data: bytes, *, like: Path, size: int | None) -> Iterator[None]:
    """Write at the end of an open file; if the block raises, bring back its old size (None: no file)."""
    try:
        _write_at_end(path, descriptor, data, like)
        yield
    except BaseException:
        with suppress(OSError):
            if size is None:
                path.unlink()
            else:
                os.truncate(path, size)
        raise


def _write_at_end(path: Path, descriptor: int, data: bytes, like: Path) -> None:
    try:
        with os.fdopen(descriptor, "r+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                # A line that was cut off there does not swallow our first one.
                data = data if file.read(1) == b"\n" else b"\n" + data
            else:
                status = like.stat()
                take_over_owner_and_mode(descriptor, status, stat.S_IMODE(status.st_mode))
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except OSError as error:
        raise _refusal(path, error) from error


def _refusal(path: Path, error: OSError) -> ReadOnly | WriteFailed:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return ReadOnly(path, str(path) if path.exists() else f"the folder {path.parent}")
    return WriteFailed(path, error.errno or 0)
