"""The redo file: a write in place is complete on the disk before the first byte of the file changes."""

import os
import stat
import zlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

_PAGE_BYTES = 4096
_READ_FLAGS = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
)


class _Header(msgspec.Struct, frozen=True):
    """The lengths of both versions and the checksum of the two."""

    old: int
    new: int
    crc: int


@dataclass(frozen=True, slots=True)
class Redo:
    """A write in place: what the file held before, and what it is to hold.

    The old version is kept so that a file in the middle of the write can be told from one that somebody has
    changed since.
    """

    old: bytes
    new: bytes

    def encode(self) -> bytes:
        """Return the redo file's content: a line with lengths and checksum, the old version, the new one."""
        body = self.old + self.new
        header = _Header(len(self.old), len(self.new), zlib.crc32(body))
        return msgspec.json.encode(header) + b"\n" + body

    def fits(self, found: bytes) -> bool:
        """Return whether the file is somewhere between the two versions.

        A killed writer leaves a beginning of the new one and the rest of the old one; a power cut may leave
        pages of both in any order, or zeros.
        """
        shorter, longer = sorted((len(self.old), len(self.new)))
        if not shorter <= len(found) <= longer:
            return False
        return all(
            self._fits_page(found[start : start + _PAGE_BYTES], slice(start, start + _PAGE_BYTES))
            for start in range(0, len(found), _PAGE_BYTES)
        )

    def _fits_page(self, page: bytes, where: slice) -> bool:
        old, new = (version[where].ljust(len(page), b"\0") for version in (self.old, self.new))
        if page in (old, new):
            return True
        triples = zip(page, old, new, strict=False)
        return all(byte in (before, after, 0) for byte, before, after in triples)


def redo_path(path: Path) -> Path:
    """Return where the redo file of a file is, if there is one."""
    return path.with_name(f".~{path.name}.redo")


def read_redo(path: Path) -> Redo | None:
    """Return what a file's redo file says; None where there is none, it is torn, or not to be trusted.

    In a folder that everybody may write to, anybody may put a file of that name: it counts only if its owner
    could have written to the file itself.
    """
    try:
        descriptor = os.open(redo_path(path), _READ_FLAGS)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        try:
            if not _could_write(os.fstat(descriptor), path.stat()):
                return None
            return _decode(file.read())
        except OSError:
            return None


def _could_write(writer: os.stat_result, file: os.stat_result) -> bool:
    if not stat.S_ISREG(writer.st_mode):
        return False
    if not hasattr(os, "geteuid") or writer.st_uid in (0, file.st_uid, os.geteuid()):
        return True
    same_group = writer.st_gid == file.st_gid
    return bool(file.st_mode & stat.S_IWOTH or (same_group and file.st_mode & stat.S_IWGRP))


def _decode(data: bytes) -> Redo | None:
    line, _, body = data.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=_Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if len(body) != header.old + header.new or zlib.crc32(body) != header.crc:
        return None
    return Redo(body[: header.old], body[header.old :])
