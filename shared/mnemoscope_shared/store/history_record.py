"""What the history keeps of each write, and how it is spelled on its line."""

import json
import secrets
import time
from collections.abc import Sequence
from operator import itemgetter

import msgspec

from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.model import Change, LineChange, Part
from mnemoscope_shared.store.jsonl import encode_json

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Writer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who wrote.

    Attributes:
        app: `window`, `server`, `outside` (another program) or `recovery`.
        client: the assistant's program, as its MCP client names itself.
        version: that program's version.
        pid: the process that wrote; 0 where it is not known.
    """

    app: str
    client: str = ""
    version: str = ""
    pid: int = 0


class RecordedChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line change with the lines' text; see `LineChange`."""

    part: Part
    index: int
    before: str | None = None
    after: str | None = None


class ChangeRecord(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="change"):
    """One write.

    Attributes:
        id: a ULID.
        time: when, in ms since 1970.
        operation: the edit's name; `outside` for a write that was not ours.
        label: the edit's label, for menus.
        before: checksum of the file before the write; `after`: after it.
        undo: the id of the record that this write takes back.
    """

    id: str
    time: int
    who: Writer
    operation: str
    before: str
    after: str
    changes: tuple[RecordedChange, ...]
    label: str = ""
    undo: str | None = None
    episode: str | None = None
    note: str | None = None


class CheckpointRecord(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="checkpoint"):
    """The whole memory at one moment: what the changes after it can be counted from."""

    id: str
    time: int
    checksum: str
    entities: tuple[str, ...]
    relations: tuple[str, ...]


class VoidRecord(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="void"):
    """A change that was announced and never written: its writer was ended in between."""

    void: str


HistoryRecord = ChangeRecord | CheckpointRecord | VoidRecord

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[HistoryRecord] = msgspec.json.Decoder(
    ChangeRecord | CheckpointRecord | VoidRecord
)


def new_id(milliseconds: int) -> str:
    """Return a ULID: 26 characters that sort by time."""
    return _ulid((milliseconds << 80) | secrets.randbits(80))


def next_id(ulid: str) -> str:
    """Return the smallest ULID that sorts after one."""
    number = 0
    for character in ulid:
        number = number << 5 | _CROCKFORD.index(character)
    return _ulid(number + 1)


def _ulid(number: int) -> str:
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))


def now_ms() -> int:
    """Return the time in ms since 1970."""
    return time.time_ns() // 1_000_000


def recorded(change: Change) -> tuple[RecordedChange, ...]:
    """Return a change as the history keeps it."""
    return tuple(map(_recorded, change))


def _recorded(change: LineChange) -> RecordedChange:
    before = change.before.raw.decode() if change.before is not None else None
    after = change.after.raw.decode() if change.after is not None else None
    return RecordedChange(change.part, change.index, before, after)


def change_record(
    who: Writer,
    operation: str,
    checksums: tuple[str, str],
    changes: tuple[RecordedChange, ...],
    label: str,
    undo: str | None = None,
) -> ChangeRecord:
    """Return the record of a write that happens now; the checksums are those before and after it."""
    milliseconds = now_ms()
    return ChangeRecord(new_id(milliseconds), milliseconds, who, operation, *checksums, changes, label, undo)


def encode(record: HistoryRecord) -> bytes:
    """Return the line of a record, with its newline."""
    try:
        # As a line at once: a checkpoint of a large memory need not be copied for its newline.
        return _encoder.encode_lines((record,))
    except UnicodeEncodeError:
        return encode_json(msgspec.to_builtins(record)) + b"\n"


def decode(line: bytes) -> HistoryRecord:
    """Read the line of a record; raise `HistoryError` for one that is none."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _decode_with_surrogates(line)


def _decode_with_surrogates(line: bytes) -> HistoryRecord:
    try:
        value = json.loads(line)
        return msgspec.convert(value, ChangeRecord | CheckpointRecord | VoidRecord)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise HistoryError(
            "It holds a line that cannot be read. What that told of cannot be undone; the rest can."
        ) from error


def apply_recorded(lines: Sequence[str], changes: Sequence[RecordedChange]) -> list[str] | None:
    """Apply one part's changes to its lines; None where they do not fit."""
    result = list(lines)
    return result if apply_in_place(result, changes) else None


def apply_in_place(lines: list[str], changes: Sequence[RecordedChange]) -> bool:
    """Apply one part's changes to the very list; where they do not fit, say so and leave a ruin."""
    removed: set[int] = set()
    added: list[tuple[int, str]] = []
    for change in changes:
        if change.before is None:
            if change.after is None:
                return False
            added.append((change.index, change.after))
            continue
        if not 0 <= change.index < len(lines) or lines[change.index] != change.before:
            return False
        if change.after is not None:
            lines[change.index] = change.after
        elif change.index in removed:
            return False
        else:
            removed.add(change.index)
    for index in sorted(removed, reverse=True):
        del lines[index]
    return _insert(lines, added)


def _insert(lines: list[str], added: list[tuple[int, str]]) -> bool:
    for index, line in sorted(added, key=itemgetter(0)):
        if not 0 <= index <= len(lines):
            return False
        lines.insert(index, line)
    return True
