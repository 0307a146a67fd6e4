"""The files of a history: the one that grows, and the older parts that were compressed beside it."""

import gzip
import os
import re
import stat
import zlib
from contextlib import suppress
from pathlib import Path

from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.store.atomic_replace import replace_file
from mnemoscope_shared.store.file_attributes import take_over_owner_and_mode
from mnemoscope_shared.store.file_state import current_signature
from mnemoscope_shared.store.history_record import new_id, next_id, now_ms

# Fast rather than small: somebody waits for it with the write lock held.
_COMPRESSION_LEVEL = 1
# zlib's way of saying that its format is gzip.
_GZIP = 16
_PIECE_BYTES = 1 << 14
# So many bytes of a part hold the id of its first record, which no other part has.
BEGINNING_BYTES = 64


def history_path(path: Path) -> Path:
    """Return where the history of a memory file is: `memory.history.jsonl` beside `memory.jsonl`."""
    return path.with_name(f"{path.stem}.history.jsonl")


def rotated_parts(path: Path, beginning: bytes) -> list[Path]:
    """Return the older parts of a history, oldest first: `memory.history-<ULID>.jsonl.gz`.

    Args:
        path: the history.
        beginning: the first `BEGINNING_BYTES` of it. A part that begins so too is left out: its rotation was
            interrupted, and the history still holds all of it.

    Raises:
        HistoryError: their folder cannot be read.
    """
    parts = _all_rotated_parts(path)
    return parts[:-1] if parts and _repeats(parts[-1], beginning) else parts


def all_parts(path: Path) -> list[Path]:
    """Return the files that make up a history, oldest first; raise `HistoryError` as `rotated_parts` does."""
    parts = rotated_parts(path, _beginning(path))
    return [*parts, path] if path.exists() else parts


def interrupted_part(path: Path) -> Path | None:
    """Return the part of an interrupted rotation, which holds nothing that the history does not hold."""
    parts = _all_rotated_parts(path)
    return parts[-1] if parts and _repeats(parts[-1], _beginning(path)) else None


def read_part(part: Path) -> tuple[bytes, bool]:
    """Return what a part holds, compressed or not, and whether that is all of it.

    Where the compression is damaged, what comes before the damage is returned.

    Raises:
        HistoryError: the file cannot be read.
    """
    try:
        data = part.read_bytes()
    except OSError as error:
        raise HistoryError(f"{part.name} cannot be read ({error.strerror}).") from error
    return _decompressed(data) if part.suffix == ".gz" else (data, True)


def _decompressed(data: bytes) -> tuple[bytes, bool]:
    decompressor = zlib.decompressobj(zlib.MAX_WBITS | _GZIP)
    content = bytearray()
    try:
        for start in range(0, len(data), _PIECE_BYTES):
            content += decompressor.decompress(data[start : start + _PIECE_BYTES])
    except zlib.error:
        return bytes(content), False
    return bytes(content), decompressor.eof


def write_part(part: Path, data: bytes, like: os.stat_result) -> None:
    """Write a part in one step, compressed if its name says so, with the owner and mode in a stat result.

    Raises:
        OSError, MnemoscopeError: that failed, and what was there stays.
    """
    part = Path(os.path.realpath(part))
    content = gzip.compress(data, _COMPRESSION_LEVEL, mtime=0) if part.suffix == ".gz" else data
    replace_file(part, content, current_signature(part))
    with part.open("rb") as file:
        take_over_owner_and_mode(file.fileno(), like, stat.S_IMODE(like.st_mode))


def rotate(path: Path, beginning: bytes) -> None:
    """Compress the history at `path` beside it, and let it begin anew.

    The write lock is held. Interrupted after the first of the two steps, the compressed part repeats what the
    history still holds: readers leave it out, and the next rotation removes it.

    Raises:
        OSError, MnemoscopeError: that failed, and the history stays.
    """
    sweep_temporaries(path)
    if (part := interrupted_part(path)) is not None:
        part.unlink()
    status = path.stat()
    write_part(_new_part(path), path.read_bytes(), status)
    write_part(path, beginning, status)


def sweep_temporaries(path: Path, *others: Path) -> None:
    """Remove what killed writers left of a history, and of other files beside it.

    The write lock is held, so that nobody uses them, however young they are.
    """
    prefixes = [f".~{_stem(path)}{separator}" for separator in ".-"] + [f".~{one.name}." for one in others]
    with suppress(OSError):
        for stray in path.parent.iterdir():
            if stray.name.startswith(tuple(prefixes)) and stray.name.endswith(".tmp"):
                with suppress(OSError):
                    stray.unlink()


def _all_rotated_parts(path: Path) -> list[Path]:
    name = re.compile(rf"{re.escape(_stem(path))}-[0-9A-HJKMNP-TV-Z]{{26}}\.jsonl\.gz")
    try:
        return sorted(one for one in path.parent.iterdir() if name.fullmatch(one.name))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HistoryError(f"{path.parent} cannot be read ({error.strerror}).") from error


def _repeats(part: Path, beginning: bytes) -> bool:
    return len(beginning) == BEGINNING_BYTES and beginning == _beginning(part)


def _new_part(path: Path) -> Path:
    part_id = new_id(now_ms())
    if parts := _all_rotated_parts(path):
        # The names keep the order of the parts even where the clock was set back.
        part_id = max(part_id, next_id(_id_of(path, parts[-1])))
    return path.with_name(f"{_stem(path)}-{part_id}.jsonl.gz")


def _id_of(path: Path, part: Path) -> str:
    return part.name.removeprefix(f"{_stem(path)}-").removesuffix(".jsonl.gz")


def _beginning(part: Path) -> bytes:
    try:
        with gzip.open(part) if part.suffix == ".gz" else part.open("rb") as file:
            return file.read(BEGINNING_BYTES)
    except (OSError, EOFError, zlib.error):
        return b""


def _stem(path: Path) -> str:
    return path.name.removesuffix(".jsonl")
