"""The write lock: one writer at a time, among the threads of a process and among processes."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from mnemoscope_shared.errors import LockTimeout, ReadOnly, WriteFailed

_POLL_SECONDS = 0.005


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
            ReadOnly: the folder may not be written, so nobody can lock there.
        """
        if not self._mutex.acquire(timeout=self._timeout):
            raise LockTimeout(self._path, self._timeout, "another part of this program")
        try:
            self._acquire()
            try:
                yield
            finally:
                self._file_lock.release()
        finally:
            self._mutex.release()

    def holder(self) -> str | None:
        """Name the process that holds the lock now, where the system tells."""
        return holder_of(Path(self._file_lock.lock_file))

    def _acquire(self) -> None:
        try:
            self._file_lock.acquire()
        except Timeout:
            raise LockTimeout(self._path, self._timeout, self.holder()) from None
        except PermissionError:
            raise ReadOnly(self._path, f"the folder {self._path.parent}") from None
        except OSError as error:
            raise WriteFailed(self._path, error.errno or 0) from error


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
