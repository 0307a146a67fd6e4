"""English word stems: relations, related and relate are one to the search."""

import threading
from functools import cache, lru_cache
from typing import Any

_SHORTEST = 3
_REMEMBERED = 20_000
# A stemmer keeps the word that it works on.
_ONE_AT_A_TIME = threading.Lock()


def stem(word: str) -> str:
    """Return the stem of a folded word (Porter's Snowball stemmer for English); other scripts stay."""
    is_english = len(word) >= _SHORTEST and word.isascii() and word.isalpha()
    return english_stem(word) if is_english else word


@lru_cache(_REMEMBERED)
def english_stem(word: str) -> str:
    """Return the stem of a word of English letters."""
    with _ONE_AT_A_TIME:
        return str(load_stemmer().stemWord(word))


def beginning_of(word_stem: str) -> str:
    """Return what all words of a stem begin with: the stemmer only changes a last y to i, or adds an e."""
    return word_stem[:-1] if word_stem[-1:] in ("i", "e") else word_stem


@cache
def load_stemmer() -> Any:
    """Return Snowball's stemmer for English; the first call loads all languages (some 150 ms)."""
    from snowballstemmer import stemmer

    return stemmer("english")
