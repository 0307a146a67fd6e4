"""Mending one line that cannot be read, where it is certain what it was."""

from dataclasses import dataclass

from mnemoscope_shared.store.foreign import decoder
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode_line

_BETWEEN_OBJECTS = " \t\r,"


@dataclass(frozen=True, slots=True)
class Mended:
    """What becomes of a line.

    Attributes:
        kept: the lines that take its place, each of which can be read.
        rejected: the part of it that cannot be read, or all of it where more than white space, a comma or a
            byte order mark was left out; None where nothing is lost.
        action: what was done, in words for a person.
    """

    kept: tuple[bytes, ...]
    rejected: bytes | None
    action: str


def is_readable(raw: bytes) -> bool:
    """Return whether a line can be read as it is."""
    try:
        decode_line(raw)
    except (ValueError, RecursionError):
        return False
    return True


def mend(raw: bytes) -> Mended | None:
    """Mend a line without its newline; None where it is not certain what it was.

    What is certain: NUL bytes or a byte order mark around whole objects are none of theirs, whole objects one
    after the other are lines that ran together, and what is cut off after them is another line.
    """
    unpadded = raw.strip(b"\0 \t\r")
    unmarked = unpadded.removeprefix(BYTE_ORDER_MARK)
    objects, rest = _whole_objects(unmarked)
    if not objects or not (not rest or rest.startswith(b"{")) or not all(map(is_readable, objects)):
        return None
    taken = f"split into {len(objects)} lines" if len(objects) > 1 else "taken"
    if b"\0" in raw:
        return Mended(objects, raw, f"{taken} without the NUL bytes; the line as it was is put aside")
    if rest:
        return Mended(objects, rest, f"{taken} as far as it is whole; the rest is put aside")
    if unmarked != unpadded:
        return Mended(objects, None, f"{taken} without the byte order mark")
    return Mended(objects, None, taken if len(objects) > 1 else "taken without the comma after it")


def _whole_objects(raw: bytes) -> tuple[tuple[bytes, ...], bytes]:
    """Return the objects that a line begins with, and what follows them."""
    text = raw.decode(errors="surrogateescape")
    objects = []
    at = _skip(text, 0)
    while text.startswith("{", at):
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        objects.append(_bytes_of(text[at:end]))
        at = _skip(text, end)
    return tuple(objects), _bytes_of(text[at:])


def _bytes_of(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BETWEEN_OBJECTS:
        at += 1
    return at
