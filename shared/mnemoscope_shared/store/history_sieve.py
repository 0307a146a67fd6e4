"""Picking from a history, newest line first and within a bound, what is worth decoding.

A history can be larger than anybody wants to wait for. What it says of a few entities is found from the bytes
of its lines, most of which need not be decoded for that.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

MOST_BYTES = 64 << 20
"""So far back a history is read, in bytes, unless it is told otherwise."""
_CHECKPOINT_BEGINNING = b'{"kind":"checkpoint"'
_VOID_BEGINNING = b'{"kind":"void"'
# What JSON always spells in another way, or may.
_SPELLED_OTHERWISE = re.compile('["\\\\/\0-\x1f\x7f\ud800-\udfff]')
# Begins an escape that may stand for any character.
_ESCAPE = "\\u"
_ESCAPE_BYTES = _ESCAPE.encode()


class _Dated(msgspec.Struct, gc=False):
    time: int = 0


_dated = msgspec.json.Decoder(_Dated)


class Sieve:
    """Lets all writes through, and no checkpoint, until the bound is reached; for `History.newest_first`.

    Attributes:
        is_cut: whether the bound ended the reading before the history did.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.is_cut = False
        self._left = most_bytes
        self._oldest = b""

    @property
    def since(self) -> int | None:
        """When the oldest line that was read was written, in ms since 1970; None if there was none."""
        try:
            return _dated.decode(self._oldest).time or None
        except msgspec.DecodeError:
            return None

    def __call__(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines that are worth decoding."""
        for line in lines:
            self._left -= len(line)
            if self._left < 0:
                self.is_cut = True
                return
            is_void = line.startswith(_VOID_BEGINNING)
            if not is_void:
                self._oldest = line
            if is_void or (not line.startswith(_CHECKPOINT_BEGINNING) and self.passes(line)):
                yield line

    def passes(self, _line: bytes) -> bool:
        """Return whether the line of a write is worth decoding."""
        return True


class NameSieve(Sieve):
    """Lets through what may tell of entities with some names, which may change on the way.

    Nothing that tells of them is held back, however it is spelled: a line with an escape for any character
    is let through. What does not tell of them may be let through as well.
    """

    def __init__(self, names: Iterable[str], most_bytes: int = MOST_BYTES) -> None:
        super().__init__(most_bytes)
        self._names: frozenset[str] = frozenset()
        self._needles: tuple[str, ...] = ()
        self._needle_bytes: tuple[bytes, ...] = ()
        self.look_for(names)

    def look_for(self, names: Iterable[str]) -> None:
        """Go on with other names."""
        names = frozenset(names)
        if names != self._names:
            self._names = names
            self._needles = tuple({_plain_part(name) for name in names})
            self._needle_bytes = tuple(needle.encode() for needle in self._needles)

    def passes(self, line: bytes) -> bool:
        """Return whether a line may tell of one of the names."""
        return any(needle in line for needle in self._needle_bytes) or _ESCAPE_BYTES in line

    def may_be_named_in(self, text: str) -> bool:
        """Return whether the text of a line of the memory may hold one of the names."""
        return any(needle in text for needle in self._needles) or _ESCAPE in text


def _plain_part(name: str) -> str:
    """Return the longest part of a name that JSON spells as it is, unless it escapes what it need not."""
    return max(_SPELLED_OTHERWISE.split(name), key=len)
