"""What each word of a query stands for: the word itself, others of its stem, beginnings and misspellings."""

from heapq import nsmallest
from typing import NamedTuple

from mnemoscope_shared.ranked.bm25 import rarity
from mnemoscope_shared.ranked.index import RankedIndex
from mnemoscope_shared.ranked.stems import beginning_of, stem
from mnemoscope_shared.ranked.words import query_words

# More is no query but a document; what a person or a model looks for is among the first words.
_LONGEST_QUERY = 1000
_QUERY_WORDS = 24
_SHORTEST_STEM = 3
_STEM_SHARE = 0.9
_JOINED_SHARE = 0.9
_BEGINNING_SHARE = 0.6
_NEAR_SHARE = 0.8
# What a last word may become while it is typed, and what may stand for one that is missing.
_COMPLETIONS = 24
_SUBSTITUTES = 3
_JOINED_WORDS = 4


class Expansion(NamedTuple):
    """What a word of a query stands for.

    Attributes:
        word: the word itself.
        weights: for each word of the index that it may be, if any, how much it tells that this word is held.
        is_guess: whether the index holds neither it nor anything that begins so.
    """

    word: str
    weights: dict[str, float]
    is_guess: bool


def expanded(index: RankedIndex, query: str) -> list[Expansion]:
    """Return what each word of a query stands for; of a long query only the first words count.

    The last word may be unfinished unless a space follows it.
    """
    query = query.lstrip()[:_LONGEST_QUERY]
    words = query_words(query)[:_QUERY_WORDS]
    is_typed = query[-1:].isalnum()
    joined = _joined_words(index, words)
    return [
        _expansion(index, word, joined[place], may_go_on=is_typed and place == len(words) - 1)
        for place, word in enumerate(words)
    ]


def _expansion(index: RankedIndex, word: str, joined: set[str], *, may_go_on: bool) -> Expansion:
    shares = dict.fromkeys(joined, _JOINED_SHARE)
    shares |= dict.fromkeys(_words_of_stem(index, word), _STEM_SHARE)
    if word in index.postings:
        shares[word] = 1.0
    completions = _completions(index, word, _COMPLETIONS) if may_go_on or not shares else []
    if not shares:
        shares = dict.fromkeys(completions[: None if may_go_on else _SUBSTITUTES], _BEGINNING_SHARE)
    if is_guess := not shares:
        near = index.spellings.near(word, _SUBSTITUTES)
        shares = {other: similarity * _NEAR_SHARE for other, similarity in near.items()}
    further = [other for other in completions if other not in shares]
    weights = _weighted(index, dict.fromkeys(further, _BEGINNING_SHARE)) | _weighted(index, shares)
    return Expansion(word, weights, is_guess)


def _weighted(index: RankedIndex, shares: dict[str, float]) -> dict[str, float]:
    holders = sum(index.holders(word) for word in shares)
    tells = rarity(len(index.lines), min(holders, len(index.lines)))
    return {word: share * tells for word, share in shares.items()}


def _words_of_stem(index: RankedIndex, word: str) -> list[str]:
    wanted = stem(word)
    if len(wanted) < _SHORTEST_STEM or not wanted.isascii():
        return []
    return [other for other in index.words_beginning(beginning_of(wanted)) if stem(other) == wanted]


def _completions(index: RankedIndex, word: str, limit: int) -> list[str]:
    """Return the words that begin with a word, those that the most entities hold first."""
    longer = (other for other in index.words_beginning(word) if other != word)
    return nsmallest(limit, longer, key=lambda other: (-index.holders(other), other))


def _joined_words(index: RankedIndex, words: list[str]) -> list[set[str]]:
    """Return for each word the words of the index that it makes together with its neighbours."""
    joined: list[set[str]] = [set() for _ in words]
    for start in range(len(words)):
        for stop in range(start + 2, min(start + _JOINED_WORDS, len(words)) + 1):
            whole = "".join(words[start:stop])
            if whole in index.postings:
                for place in range(start, stop):
                    joined[place].add(whole)
    return joined
