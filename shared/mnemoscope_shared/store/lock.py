"""The write lock: one writer at a time, among the threads of a process and among processes."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from mnemoscope_shared.errors import LockTimeout, ReadOnly, WriteFailed

if sys.platform != "win32":
    import fcntl

_POLL_SECONDS = 0.005
_NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class WriteLock:
    """An empty file `.~lock.<name>` beside the memory file, locked while somebody writes.

    The memory file itself is never locked: on Windows its readers would fail. The mutex in front of the file
    lock is needed because the file lock lets a second thread of its holder in.
    """

    def __init__(self, path: Path, timeout: float) -> None:
        self._path = path
        self._timeout = timeout
        self._mutex = threading.Lock()
        self._file_lock = FileLock(
            path.with_name(f".~lock.{path.name}"),
            timeout=timeout,
            poll_interval=_POLL_SECONDS,
            thread_local=False,
            preserve_lock_file=True,
        )

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
            with self._held_among_processes():
                yield
        finally:
            self._mutex.release()

    def holder(self) -> str | None:
        """Name the process that holds the lock now, where the system tells."""
        return holder_of(Path(self._file_lock.lock_file))

    @contextmanager
    def _held_among_processes(self) -> Iterator[None]:
        descriptor = self._acquire()
        try:
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)
            else:
                self._file_lock.release()

    def _acquire(self) -> int | None:
        """Lock; return the descriptor where the lock file is another user's, which we may only read."""
        lock_file = Path(self._file_lock.lock_file)
        try:
            _make_sure_it_exists(lock_file)
            self._file_lock.acquire()
        except Timeout:
            raise LockTimeout(self._path, self._timeout, self.holder()) from None
        except PermissionError:
            if not os.path.lexists(lock_file):
                raise ReadOnly(self._path, f"the folder {self._path.parent}") from None
            return self._acquire_for_reading(lock_file)
        except OSError as error:
            raise WriteFailed(self._path, error.errno or 0) from error
        return None

    def _acquire_for_reading(self, lock_file: Path) -> int:
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                descriptor = _lock_for_reading(lock_file)
            except FileNotFoundError:
                descriptor = None  # deleted by a third party; its next owner makes another one
            except OSError as error:
                raise ReadOnly(self._path, f"the lock file {lock_file}") from error
            if descriptor is not None:
                return descriptor
            if time.monotonic() > deadline:
                raise LockTimeout(self._path, self._timeout, self.holder())
            time.sleep(_POLL_SECONDS)


def _make_sure_it_exists(lock_file: Path) -> None:
    """Make the lock file, or raise the system's `OSError`; the lock itself would wait for the folder."""
    if not os.path.lexists(lock_file):
        os.close(os.open(lock_file, os.O_RDWR | os.O_CREAT | _NOT_FOLLOWED, 0o644))


def _lock_for_reading(lock_file: Path) -> int | None:
    """Lock a file through a descriptor that cannot write; return None where somebody else holds the lock.

    Raises:
        OSError: it may not be opened, or the system cannot lock it so.
    """
    if sys.platform == "win32":
        raise PermissionError(lock_file)
    descriptor = os.open(lock_file, os.O_RDONLY | _NOT_FOLLOWED)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), lock_file.lstat()):
            return descriptor
    except BlockingIOError:
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


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
