"""The JSON Lines format of the memory file: bytes to a snapshot, records to bytes."""

import gc
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.model import Entity, Line, Record, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.foreign import FIELDS, read_members, read_record
from mnemoscope_shared.store.malformed import find_fault, is_document

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _HasRecord(Protocol):
    @property
    def record(self) -> Record | None: ...


ReadLine = TypeVar("ReadLine", bound=_HasRecord)

_strict: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Entity | Relation)
_encoder = msgspec.json.Encoder()
_lone_surrogate = re.compile("[\ud800-\udfff]")

# Read in one call, a large file would keep all other threads from running for a second.
_PIECE_BYTES = 1 << 20


def decode(data: bytes, path: Path) -> Snapshot:
    """Read a whole memory file.

    Lines of mixed kinds are sorted into the order in which they would be written: objects of other programs
    that come before everything else, entities, relations; each further such object after its predecessor.

    Raises:
        CorruptLine: a line is no JSON object, or the bytes are no UTF-8; `path` is named in the message.
        NotJsonLines: the file is one JSON document.
    """
    data = data.removeprefix(BYTE_ORDER_MARK)
    lines = split_lines(data)
    with _collector_off():
        records = _decode_strictly(data)
        if records is not None and len(records) == len(lines):
            return _snapshot_of(zip(lines, records, strict=True))
        return _snapshot_of(_decode_leniently(data, lines, path))


def split_lines(data: bytes) -> list[bytes]:
    """Return the lines without their newlines."""
    return [line for piece in _pieces(data) for line in piece.split(b"\n")]


def encode_record(record: Record) -> bytes:
    """Return the line of a record, byte for byte as JavaScript's `JSON.stringify` writes it."""
    try:
        return _encoder.encode(record)
    except UnicodeEncodeError:
        return encode_json(msgspec.to_builtins(record))


def encode_json(value: object) -> bytes:
    """Return compact JSON; a lone surrogate is written as its lower-case escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _lone_surrogate.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def rewrite_line(raw: bytes, before: Record, after: Record) -> bytes:
    """Return the line of a changed record.

    Values that did not change keep their spelling, and fields that the format does not know follow the
    standard ones as they were.
    """
    if encode_record(before) == raw:
        return encode_record(after)
    members = read_members(raw.decode())
    # Written anew always: it may have been the kind, the verb or both.
    members.pop("type", None)
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    spelled = {key: encode_json(value).decode() for key, value in new.items()}
    for key, names in FIELDS[type(after)].items():
        found = next((members.pop(name) for name in names if name in members), None)
        if found is not None and new[key] == old[key]:
            spelled[key] = found
    body = ",".join(f"{encode_json(key).decode()}:{value}" for key, value in (spelled | members).items())
    return f"{{{body}}}".encode()


def _pieces(data: bytes) -> Iterator[bytes]:
    """Cut bytes behind newlines, which are left out, into pieces of about _PIECE_BYTES and whole lines."""
    start, end = 0, len(data)
    while start < end:
        newline = data.find(b"\n", min(start + _PIECE_BYTES, end - 1))
        cut = end if newline < 0 else newline
        yield data[start:cut]
        start = cut + 1


def _decode_strictly(data: bytes) -> list[Record] | None:
    """Return the records of all lines where they are plainly one a line; else None: look closer."""
    records: list[Record] = []
    try:
        for piece in _pieces(data):
            piece.decode()
            found = _strict.decode_lines(piece)
            if len(found) != _count_of_object_lines(piece):
                return None
            records += found
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return records


def _count_of_object_lines(piece: bytes) -> int:
    """Return the number of lines if each holds whole objects: every newline is between a } and a {.

    The strict decoder takes any white space between and within objects, so that two objects on one line can
    make up for a blank line or for an object on two.
    """
    return piece.count(b"}\n{") + piece.count(b"}\r\n{") + 1


def _decode_leniently(data: bytes, lines: list[bytes], path: Path) -> Iterator[tuple[bytes, Record | None]]:
    read, record = 0, None
    for number, raw in enumerate(lines, start=1):
        if not raw.strip(b" \t\r"):
            continue
        try:
            record = decode_line(raw)
        except (ValueError, RecursionError):
            if is_document(data):
                raise NotJsonLines(path) from None
            column, why = find_fault(raw)
            raise CorruptLine(path, number, column, why, read) from None
        read += 1
        yield raw, record
    if read == 1 and record is None and is_document(data):
        raise NotJsonLines(path)


def decode_line(raw: bytes) -> Record | None:
    """Read one line, or raise `ValueError`; None stands for an object that is no part of the graph."""
    return _strict_record(raw) or read_record(raw.decode())


def _strict_record(raw: bytes) -> Record | None:
    try:
        raw.decode()
        return _strict.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _snapshot_of(pairs: Iterable[tuple[bytes, Record | None]]) -> Snapshot:
    return Snapshot(*partition(Line(raw, record, order) for order, (raw, record) in zip(count(0.0), pairs)))


def partition(lines: Iterable[ReadLine]) -> tuple[list[ReadLine], list[ReadLine]]:
    """Sort lines into the halves of the file; an object of another program comes after its predecessor."""
    entities: list[ReadLine] = []
    relations: list[ReadLine] = []
    part = entities
    for line in lines:
        record = line.record
        if record is not None:
            part = entities if isinstance(record, Entity) else relations
        part.append(line)
    return entities, relations


@contextmanager
def _collector_off() -> Iterator[None]:
    """Thousands of new containers, none of them garbage: looking for cycles among them is wasted."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
