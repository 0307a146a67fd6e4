"""Finding the words that a misspelt one may stand for."""

from collections.abc import Callable, Iterable, Mapping
from heapq import nsmallest

_SHORTEST = 4
_LONGEST = 32
_SIMILARITY = 0.75
_MASK_BITS = 64


class Spellings:
    """The words of an index that may be meant by a misspelt one, by their length. Never changed once made.

    Attributes:
        by_length: for each length the words, and for each of them a bit set of its letters.
    """

    def __init__(self, by_length: Mapping[int, dict[str, int]]) -> None:
        self.by_length = by_length

    @classmethod
    def of(cls, words: Iterable[str]) -> "Spellings":
        """Take the words that are no numbers, not very short and not very long."""
        return cls({}).after(words, ())

    def after(self, added: Iterable[str], removed: Iterable[str]) -> "Spellings":
        """Return the spellings with some words more and some fewer."""
        by_length = dict(self.by_length)
        copied: set[int] = set()
        changes = [(word, True) for word in added] + [(word, False) for word in removed]
        for word, stays in changes:
            if not _is_spelt(word):
                continue
            length = len(word)
            if length not in copied:
                copied.add(length)
                by_length[length] = dict(by_length.get(length, ()))
            if stays:
                by_length[length][word] = _letters(word)
            else:
                by_length[length].pop(word, None)
        return Spellings(by_length)

    def near(self, word: str, limit: int) -> dict[str, float]:
        """Return the words at least as similar as .75, the most similar first, each with its similarity."""
        if not _is_spelt(word):
            return {}
        distance_to = distances_from(word)
        found: list[tuple[float, str]] = []
        for length in _near_lengths(len(word)):
            longer = max(length, len(word))
            most = _most_edits(longer)
            distances = ((distance_to(other), other) for other in self._candidates(word, length, most))
            found += [(edits / longer, other) for edits, other in distances if edits <= most]
        return {other: 1 - difference for difference, other in nsmallest(limit, found)}

    def _candidates(self, word: str, length: int, most: int) -> list[str]:
        # Of each set an edit takes one letter at most that is not in the other.
        letters, words = _letters(word), self.by_length.get(length, {})
        return [
            other
            for other, mask in words.items()
            if (mask & ~letters).bit_count() <= most and (letters & ~mask).bit_count() <= most
        ]


def distances_from(word: str) -> Callable[[str], int]:
    """Return a function that tells how many edits make a word of this one.

    An edit inserts, deletes or replaces a letter, or swaps it with its neighbour; none touches a letter
    twice (Damerau and Levenshtein's distance, optimal string alignment). A column of the table of distances
    is kept as the bits of two numbers (Hyyrö, 2003, “A bit-vector algorithm for computing Levenshtein and
    Damerau edit distances”): where a distance is one more than the one above it, and where one less.
    """
    everywhere = (1 << len(word)) - 1
    last = 1 << len(word) >> 1
    places: dict[str, int] = {}
    for place, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << place

    def distance_to(other: str) -> int:
        distance, more, less = len(word), everywhere, 0
        same_before = diagonal = 0
        for letter in other:
            same = places.get(letter, 0)
            swapped = (~diagonal & same) << 1 & same_before
            diagonal = ((same & more) + more ^ more) | same | less | swapped
            right_more = (less | ~(diagonal | more)) & everywhere
            right_less = diagonal & more
            distance += bool(right_more & last) - bool(right_less & last)
            right_more = right_more << 1 | 1
            more = (right_less << 1 | ~(diagonal | right_more)) & everywhere
            less = diagonal & right_more
            same_before = same
        return distance if word else len(other)

    return distance_to


def _is_spelt(word: str) -> bool:
    return _SHORTEST <= len(word) <= _LONGEST and word.isalpha()


def _most_edits(length: int) -> int:
    return int(length * (1 - _SIMILARITY))


def _near_lengths(length: int) -> list[int]:
    return [other for other in range(1, 2 * length) if abs(other - length) <= _most_edits(max(other, length))]


def _letters(word: str) -> int:
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) % _MASK_BITS)
    return mask
