"""Names as they can be shown: any text becomes one short visible line.

Names may hold anything a JSON string can: control characters, line breaks, lone surrogates, any script.
"""

import unicodedata
from functools import lru_cache

NAME_LIMIT = 24
"""Characters of a name on the canvas before the ellipsis."""

OBSERVATION_LIMIT = 40

_REPLACEMENT = "\ufffd"
_SYMBOLS = {"\n": "↵", "\r": "↵", "\t": "⇥", "\u2028": "↵", "\u2029": "↵"}
"""Symbols that common fonts have; the pictures of control characters are missing in most."""

_INVISIBLE = frozenset("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def displayable(text: str) -> str:
    """`text` with control characters as symbols, lone surrogates replaced and direction marks removed."""
    return "".join(_visible(character) for character in text.replace("\r\n", "\n"))


def shortened(text: str, limit: int = NAME_LIMIT) -> str:
    """One line of at most `limit` characters, then an ellipsis; never cut inside an accent or emoji."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text.strip() or "(no name)"
    return _shortened(text[: 8 * limit], limit, len(text) > 8 * limit)


@lru_cache(maxsize=1024)
def _shortened(beginning: str, limit: int, has_more: bool) -> str:
    """Shorten a text of which only this much counts: what is remembered is never as long as the text."""
    shown = displayable(beginning).strip()
    if len(shown) <= limit and not has_more:
        return shown or "(no name)"
    cut = limit
    while cut > 1 and _continues(shown[cut - 1 : cut + 1]):
        cut -= 1
    return shown[:cut].rstrip() + "…"


def initial_of(entity_type: str) -> str:
    """The capital that stands for a type inside its nodes, `""` where the type has no letter or digit."""
    for character in entity_type[:64]:
        if character.isalnum():
            return character.upper()[:1]
    return ""


def _visible(character: str) -> str:
    if character in _SYMBOLS:
        return _SYMBOLS[character]
    if character in _INVISIBLE:
        return ""
    is_unseen = unicodedata.category(character) in ("Cc", "Cs")
    return _REPLACEMENT if is_unseen else character


def _continues(pair: str) -> bool:
    """Whether the second character belongs to the first, so that a cut between them would break a sign."""
    if len(pair) < 2:
        return False
    return pair[0] == "\u200d" or pair[1] in _JOINERS or unicodedata.combining(pair[1]) != 0
