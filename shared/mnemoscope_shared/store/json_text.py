"""Cutting JSON text into its values without changing how any of them is spelled.

Decoding and encoding again would lose what Python's types cannot hold: the digits of long numbers, the choice
of escapes.
"""

import re
from itertools import count

from mnemoscope_shared.store.foreign import decoder

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING_OR_SPACE = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+')


def split_values(text: str) -> list[str]:
    """Return the JSON values that follow each other in a text, with or without white space between them.

    Raises:
        ValueError: the text is anything else.
        RecursionError: a value is nested too deeply.
    """
    values = []
    at = _after_space(text, 0)
    while at < len(text):
        _, end = decoder.raw_decode(text, at)
        values.append(text[at:end])
        at = _after_space(text, end)
    return values


def compact(text: str) -> str:
    """Return JSON without the white space between its tokens, so that it fits on one line."""
    return _STRING_OR_SPACE.sub(lambda match: match[1] or "", text)


def items(array: str) -> list[str]:
    """Return the values in a compact JSON array."""
    found = []
    at = 1
    while array[at] != "]":
        _, end = decoder.raw_decode(array, at)
        found.append(array[at:end])
        at = end + (array[end] == ",")
    return found


def spare_key(wanted: str, taken: dict[str, str]) -> str:
    """Return a key that an object does not have yet: the wanted one, else numbered."""
    candidates = (wanted if number == 1 else f"{wanted}_{number}" for number in count(1))
    return next(key for key in candidates if key not in taken)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at
