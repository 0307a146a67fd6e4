"""Reading a whole file in one piece, and telling cheaply whether it has changed since."""

import os
import stat
import time
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from mnemoscope_shared.errors import FileBusy, NotAFile, Unreadable
from mnemoscope_shared.store.redo import read_redo

# A file changed so shortly before it was read can be changed again without its times moving on: the
# “racily clean” entries of git's index. Some file systems count whole seconds only.
RACY_NS = 20_000_000
RACY_WHOLE_SECONDS_NS = 2_000_000_000
_PIECE_BYTES = 1 << 16
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Signature:
    """What the file system says of a file; equal signatures of a file that is not racy: same content."""

    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int

    @property
    def newest_ms(self) -> int:
        """When the file was last touched, in ms since 1970."""
        return max(self.modified_ns, self.changed_ns) // 1_000_000


class Content:
    """The bytes of a file, and their checksum once somebody has asked for it."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def checksum(self) -> str:
        """A short text that is equal for equal content."""
        return checksum(self.data)


@dataclass(frozen=True, slots=True)
class FileState:
    """What a file held at one moment.

    Attributes:
        content: its bytes; none where there is no file.
        signature: None where there is no file.
        racy: whether the signature alone cannot prove that nothing has changed since.
    """

    content: Content
    signature: Signature | None
    racy: bool

    @property
    def data(self) -> bytes:
        """The bytes of the content."""
        return self.content.data

    @property
    def checksum(self) -> str:
        """The checksum of the content."""
        return self.content.checksum


def checksum(data: bytes) -> str:
    """Return length and CRC-32; enough to recognise a version that one knows."""
    return f"{len(data)}-{zlib.crc32(data):08x}"


def signature_of(status: os.stat_result) -> Signature:
    """Return the signature in a stat result."""
    return Signature(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def current_signature(path: Path) -> Signature | None:
    """Return the signature of a file, or None where there is none; raise `Unreadable` if it is hidden."""
    try:
        return signature_of(path.stat())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreadable(path, error.strerror or str(error)) from error


def read_file(path: Path, known: Content | None = None, *, follow_redo: bool = True) -> FileState:
    """Read a file that nobody changed meanwhile.

    Where it still holds what is known, the state has that very object: nothing needs to be kept twice.
    A file that is just being written in place, or whose writer was killed at it, reads as what it is to hold;
    without `follow_redo`, as what is there.

    Raises:
        NotAFile: a directory or a device is in its place.
        Unreadable: the system does not let us.
        FileBusy: it is rewritten all the time.
    """
    for _ in range(_ATTEMPTS):
        try:
            state = _read_once(path, known, follow_redo)
        except (FileNotFoundError, NotADirectoryError):
            return FileState(Content(b""), None, racy=False)
        except OSError as error:
            raise Unreadable(path, error.strerror or str(error)) from error
        if state is not None:
            return state
        time.sleep(_PAUSE_SECONDS)
    raise FileBusy(path)


def _read_once(path: Path, known: Content | None, follow_redo: bool) -> FileState | None:
    started_ns = time.time_ns()
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotAFile(path)  # before opening it: a pipe would wait for its writer
    with path.open("rb") as file:
        before = os.fstat(file.fileno())
        content = _read_content(file, before.st_size, known)
        # Before the second look at the file: a write in place that ends between the two shows there.
        redo = read_redo(path) if follow_redo else None
        after = os.fstat(file.fileno())
    if signature_of(before) != signature_of(after):
        return None
    if redo is not None and redo.fits(content.data):
        return FileState(Content(redo.new), signature_of(after), racy=True)
    return FileState(content, signature_of(after), _is_racy(after, started_ns))


def _read_content(file: BinaryIO, size: int, known: Content | None) -> Content:
    if known is not None and size == len(known.data) and _holds(file, known.data):
        return known
    file.seek(0)
    return Content(file.read())


def _holds(file: BinaryIO, data: bytes) -> bool:
    """Return whether a file holds just this; small pieces, compared where they stand, are the fastest way."""
    at = 0
    while piece := file.read(_PIECE_BYTES):
        if not data.startswith(piece, at):
            return False
        at += len(piece)
    return at == len(data)


def _is_racy(status: os.stat_result, started_ns: int) -> bool:
    newest_ns = max(status.st_mtime_ns, status.st_ctime_ns)
    whole_seconds = status.st_mtime_ns % 1_000_000_000 == 0
    return newest_ns > started_ns - (RACY_WHOLE_SECONDS_NS if whole_seconds else RACY_NS)
