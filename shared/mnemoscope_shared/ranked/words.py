"""Cutting texts into the words that are indexed and looked for.

`BookingGateway`, `booking_gateway` and `booking-gateway` are each the words booking, gateway and
bookinggateway; scripts without spaces are cut into pairs of letters.
"""

import re
from collections.abc import Container, Iterable, Iterator
from itertools import chain, pairwise
from sys import intern
from typing import NamedTuple

from mnemoscope_shared.folding import fold

# A text is read to here: longer ones are documents, and what stands at their beginning tells what they are.
LONGEST_TEXT = 20_000
# A longer run of letters is no word but data.
LONGEST_WORD = 64
_REMEMBERED_RUNS = 50_000
# What falls into more parts is a key or a hash, not a name.
_MOST_BOUNDS = 8
_STOP_LIST = """
    a about am an and any are as at be been being but by can could did do does doing for from had has have
    having he her him his how i if in into is it its me must my no nor not of on or our s shall she should so
    some such t than that the their them then there these they this those to us was we were what when where
    which who whom whose why will with would you your
"""
_STOP_WORDS = frozenset(_STOP_LIST.split())

# Marks that Python does not count among the letters, and whole blocks of scripts that are written with them.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u0900-\u0963\u0966-\u0e3a\u0e40-\u109f\u1780-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a"
)
_RUN = re.compile(rf"[\w{_MARKS}]+(?:[-'’.][\w{_MARKS}]+){{0,7}}")
_PART = re.compile(r"[^_\-'’.]+")
_POSSESSIVE = re.compile(r"['’][sS]$")
# Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer: where a word ends only a dictionary tells.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)


class Piece(NamedTuple):
    """A word and where it stands in its text, in characters."""

    start: int
    end: int
    word: str


class WordsOfRuns(dict[str, tuple[str, ...]]):
    """The words of the runs of letters that were met last: texts repeat their words, and cutting is slow.

    Those met since the last turn are in here. When they are too many they become the old ones, and the old
    ones before them are forgotten.
    """

    def __init__(self, most: int) -> None:
        """Remember at most twice `most` runs."""
        super().__init__()
        self._most = most
        self._old: dict[str, tuple[str, ...]] = {}

    def forget(self, run: str) -> None:
        """Forget a run, where it is known."""
        self.pop(run, None)
        self._old.pop(run, None)

    def knows(self, run: str) -> bool:
        """Whether a run need not be cut."""
        return run in self or run in self._old

    def __missing__(self, run: str) -> tuple[str, ...]:
        words = self._old.get(run)
        if words is None:
            words = tuple(intern(piece.word) for piece in pieces(run) if piece.word not in _STOP_WORDS)
        if len(run) <= LONGEST_WORD:
            if len(self) >= self._most:
                self._old = self.copy()
                self.clear()
            self[run] = words
        return words


_remembered = WordsOfRuns(_REMEMBERED_RUNS)
_words_of = _remembered.__getitem__


def words_in(text: str) -> list[str]:
    """Return the words of a text in order, folded and without stop words; compounds whole and in parts."""
    return list(chain.from_iterable(map(_words_of, _RUN.findall(text, 0, LONGEST_TEXT))))


def forget_words(gone: Iterable[str], in_use: Container[str]) -> None:
    """Give back what was remembered of texts that are gone and said something that nobody else says.

    Args:
        gone: the texts.
        in_use: the words of all other texts.
    """
    for run in {run for text in gone for run in _RUN.findall(text, 0, LONGEST_TEXT)}:
        if is_remembered(run) and not all(word in in_use for word in _words_of(run)):
            _remembered.forget(run)


def is_remembered(run: str) -> bool:
    """Whether the words of a run of letters are known without cutting it."""
    return _remembered.knows(run)


def query_words(query: str) -> list[str]:
    """Return the words of a query in order, once each; of compounds the parts only."""
    found = (part.word for run in _RUN.findall(query) for part in _parts(run))
    return [word for word in dict.fromkeys(found) if word not in _STOP_WORDS]


def places_of(words: Iterable[str], text: str) -> tuple[tuple[int, int], ...]:
    """Return where some words stand in a text: start and end in characters, ascending, apart."""
    wanted = frozenset(words)
    found = [
        (run.start() + piece.start, run.start() + piece.end)
        for run in _RUN.finditer(text, 0, LONGEST_TEXT)
        if not wanted.isdisjoint(_words_of(run.group()))
        for piece in pieces(run.group())
        if piece.word in wanted
    ]
    return tuple(_merged(sorted(found)))


def pieces(run: str) -> list[Piece]:
    """Return the parts of a run of letters, and the whole where it has several parts."""
    parts = _parts(run)
    if len(parts) < 2 or (not run.isascii() and _UNSPACED.search(run)):
        return parts
    whole = "".join(part.word for part in parts)[:LONGEST_WORD]
    return [*parts, Piece(parts[0].start, parts[-1].end, whole)]


def _parts(run: str) -> list[Piece]:
    end = _POSSESSIVE.search(run)
    spans = [match.span() for match in _PART.finditer(run, 0, end.start() if end else len(run))]
    found = chain.from_iterable(_parts_between(run, start, stop) for start, stop in spans)
    return [piece for piece in found if piece.word]


def _parts_between(run: str, start: int, stop: int) -> Iterator[Piece]:
    """Cut a part without separators where the script, the letter case or letters and digits change."""
    for unspaced in _UNSPACED.finditer(run, start, stop) if not run.isascii() else ():
        yield from _spaced_parts(run, start, unspaced.start())
        yield from _pairs(run, *unspaced.span())
        start = unspaced.end()
    yield from _spaced_parts(run, start, stop)


def _pairs(run: str, start: int, stop: int) -> Iterator[Piece]:
    if stop - start == 1:
        yield Piece(start, stop, fold(run[start:stop]))
    folded = fold(run[start:stop])
    is_in_place = len(folded) == stop - start
    for first in range(start, stop - 1):
        pair = folded[first - start : first - start + 2] if is_in_place else fold(run[first : first + 2])
        yield Piece(first, first + 2, pair)


def _spaced_parts(run: str, start: int, stop: int) -> Iterator[Piece]:
    stop = min(stop, start + LONGEST_WORD)
    if start >= stop:
        return
    part = run[start:stop]
    if part.isdigit() or (part.isalpha() and part[1:].islower()):
        yield Piece(start, stop, fold(part))
        return
    bounds = [start, *(at for at in range(start + 1, stop) if _is_bound(run, at, stop)), stop]
    if len(bounds) > _MOST_BOUNDS:
        bounds = [start, stop]
    for first, last in pairwise(bounds):
        yield Piece(first, last, fold(run[first:last]))


def _is_bound(run: str, at: int, stop: int) -> bool:
    """Whether a new part begins at a place: `booking|Gateway`, `HTTP|Server`, `python|3`."""
    before, here = run[at - 1], run[at]
    if before.isdigit() != here.isdigit():
        return True
    if not here.isupper():
        return False
    return before.islower() or (before.isupper() and at + 1 < stop and run[at + 1].islower())


def _merged(places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    if not places:
        return
    start, end = places[0]
    for next_start, next_end in places[1:]:
        if next_start > end:
            yield start, end
            start, end = next_start, next_end
        end = max(end, next_end)
    yield start, end
