"""The write lock: one writer at a time, among the threads of a process and among processes."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from mnemoscope_shared.errors import LockTimeout, ReadOnly, WriteFailed

if sys.platform == "win32":
    from filelock import FileLock, Timeout
else:
    import fcntl

_POLL_SECONDS = 0.005
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_MODE = 0o644

_Release = Callable[[], None]


class WriteLock:
    """An empty file `.~lock.<name>` beside the memory file, locked while somebody writes.

    The memory file itself is never locked: on Windows its readers would fail. The file lock stands for the
    whole process; the mutex in front of it is for its threads.
    """

    def __init__(self, path: Path, timeout: float) -> None:
        self._path = path
        self._lock_file = path.with_name(f".~lock.{path.name}")
        self._timeout = timeout
        self._mutex = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock.

        Raises:
            LockTimeout: somebody else held it for the whole timeout (seconds).
            ReadOnly: the folder may not be written, or another user's lock file may not be opened.
            WriteFailed: nobody can lock there.
        """
        if not self._mutex.acquire(timeout=self._timeout):
            raise LockTimeout(self._path, self._timeout, "another part of this program")
        try:
            release = self._lock()
            try:
                yield
            finally:
                release()
        finally:
            self._mutex.release()

    def holder(self) -> str | None:
        """Name the process that holds the lock now, where the system tells."""
        return holder_of(self._lock_file)

    def _lock(self) -> _Release:
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                release = _try_to_lock(self._lock_file)
            except PermissionError:
                raise self._not_ours() from None
            except OSError as error:
                raise WriteFailed(self._path, error.errno or 0) from error
            if release is not None:
                return release
            if time.monotonic() > deadline:
                raise LockTimeout(self._path, self._timeout, self.holder())
            time.sleep(_POLL_SECONDS)

    def _not_ours(self) -> ReadOnly:
        is_there = os.path.lexists(self._lock_file)
        what = f"the lock file {self._lock_file}" if is_there else f"the folder {self._path.parent}"
        return ReadOnly(self._path, what)


def _try_to_lock(lock_file: Path) -> _Release | None:
    """Lock a file, made where it is missing; return how to release it, or None where somebody else holds it.

    Raises:
        PermissionError: it may not be made, or not be opened.
        OSError: the system cannot lock it.
    """
    descriptor = _open(lock_file)
    if sys.platform == "win32":
        os.close(descriptor)
        lock = FileLock(lock_file, preserve_lock_file=True)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return None
        return lock.release
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), lock_file.lstat()):
            return partial(os.close, descriptor)
    except (BlockingIOError, FileNotFoundError):
        pass  # held, or deleted by a third party: its next owner makes another one
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def _open(lock_file: Path) -> int:
    try:
        return os.open(lock_file, os.O_RDWR | os.O_CREAT | _FLAGS, _MODE)
    except PermissionError:
        # Another user's, who may let us read it: on POSIX that is enough for a lock.
        if not os.path.lexists(lock_file):
            raise
        return os.open(lock_file, os.O_RDONLY | _FLAGS)


def holder_of(lock_file: Path) -> str | None:
    """Name the process that holds a lock, where the system tells (Linux: `/proc/locks`)."""
    try:
        inode = str(lock_file.stat().st_ino)
        for line in Path("/proc/locks").read_text().splitlines():
            fields = line.split()
            if "->" not in fields and fields[1] == "FLOCK" and fields[5].rsplit(":", 1)[-1] == inode:
                return _describe_process(int(fields[4]))
    except (OSError, ValueError, IndexError):
        return None
    return None


def _describe_process(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return f"process {pid} ({command[:80]})" if pid != os.getpid() else "another part of this program"
