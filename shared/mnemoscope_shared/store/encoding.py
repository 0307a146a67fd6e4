"""Recognising files that are UTF-16, as Windows tools write them, and making them UTF-8."""

from dataclasses import dataclass

_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Utf16:
    """The content of a UTF-16 file.

    Attributes:
        encoding: `utf-16-le` or `utf-16-be`.
        text: without the byte order mark; half characters are kept.
        rest: an odd last byte, which is no part of the text.
    """

    encoding: str
    text: str
    rest: bytes

    def bytes_of(self, text: str) -> bytes:
        """Return a part of the text as it was in the file."""
        return text.encode(self.encoding, "surrogatepass")


def read_utf_16(data: bytes) -> Utf16 | None:
    """Return the content of a file that is UTF-16, told by its byte order mark or its first characters."""
    encoding = _MARKS.get(data[:2]) or _encoding_without_mark(data[:4])
    if encoding is None:
        return None
    whole = len(data) // 2 * 2
    text = data[:whole].decode(encoding, "surrogatepass").removeprefix("\ufeff")
    return Utf16(encoding, text, data[whole:])


def _encoding_without_mark(begin: bytes) -> str | None:
    """Tell by the first two characters: in JSON they are ASCII, so that every other byte is NUL."""
    if len(begin) < 4:
        return None
    if begin[1] == begin[3] == 0 and begin[0] and begin[2]:
        return "utf-16-le"
    if begin[0] == begin[2] == 0 and begin[1] and begin[3]:
        return "utf-16-be"
    return None


def as_utf_8(text: str) -> bytes:
    r"""Return UTF-8; half a character, which can stand in a JSON string only, becomes its escape `\udxxx`."""
    return text.encode("utf-8", "backslashreplace")
