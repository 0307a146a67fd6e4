"""Files of our own about memory files: one for each memory, in a folder of the user's state folder."""

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

FILES_KEPT = 200
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes; a file that is larger was not written by us."""


class StateFiles:
    """The files about the newest `FILES_KEPT` memories. The methods are not for the window's thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, memory: Path) -> Path:
        """Return where the file about a memory, named by its resolved path, is kept."""
        name = hashlib.sha256(os.fsencode(memory)).hexdigest()[:32]
        return self._folder / f"{name}.json"

    def read(self, memory: Path) -> bytes:
        """Read the file about a memory; OSError where there is none, or none of a sensible size."""
        path = self.path(memory)
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_FILE:
            raise OSError
        return path.read_bytes()

    def write(self, memory: Path, data: bytes) -> None:
        """Replace the file about a memory, and let the oldest files go; OSError where that is refused."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _replace(self.path(memory), data)
        self._forget_oldest()

    def _forget_oldest(self) -> None:
        """Whatever lies in the folder counts, what a crash left behind too."""
        files = sorted(self._folder.iterdir(), key=_age)
        for path in files[FILES_KEPT:]:
            path.unlink(missing_ok=True)


def _replace(path: Path, data: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _age(path: Path) -> float:
    with suppress(OSError):
        return -path.stat().st_mtime
    return 0.0
