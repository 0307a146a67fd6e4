"""Folding texts, so that letter case, accents and forms of a letter do not count when they are compared."""

import re
import unicodedata

_SEPARATORS = re.compile(r"[\s_.\-]+")
# Letters with a stroke, and joined ones, that Unicode does not take apart.
_SPELT_OUT = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
)
# The combining classes of the points of Hebrew, Arabic and Syriac, and of what stands above or below any
# letter. The other marks make another letter of it: in Indic scripts, in Thai, Lao and Tibetan, in Japanese.
_ACCENTS = frozenset((*range(10, 37), *range(200, 241)))
# Putting marks in order takes the square of their number, so a long text is folded in pieces (characters).
_PIECE = 256


def fold(text: str) -> str:
    """Return a text in lower case without accents, in compatibility form (NFKD, composed again)."""
    if text.isascii():
        return text.lower()
    return "".join(_folded(text[start : start + _PIECE]) for start in range(0, len(text), _PIECE))


def plain_name(name: str) -> str:
    """Return a name folded and without what separates its words: John Smith and john_smith are one."""
    return _SEPARATORS.sub("", fold(name))


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join([letter for letter in letters if unicodedata.combining(letter) not in _ACCENTS])
    return unicodedata.normalize("NFC", plain).translate(_SPELT_OUT)
