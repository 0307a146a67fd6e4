"""The index of the ranked search: which words which entities hold, and how much a word is worth there.

Never changed once made. Following changes copies the tables and makes anew only what the changes touch.
"""

from array import array
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import contains
from typing import NamedTuple

from mnemoscope_shared.folding import plain_name
from mnemoscope_shared.model import Entity, Line, LineChange
from mnemoscope_shared.ranked.bm25 import fields_of, greatest_impacts
from mnemoscope_shared.ranked.spelling import Spellings
from mnemoscope_shared.ranked.stems import load_stemmer
from mnemoscope_shared.ranked.words import forget_words

LONGEST_NAME = 200
# From so many new words on, sorting all words takes less time than inserting each.
_MANY_WORDS = 200


class Posting(NamedTuple):
    """Where a word stands: the numbers of the entities, ascending, and its impact in each (1 to 255)."""

    entities: "array[int]"
    impacts: bytes


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankedIndex:
    """The words and names of all entities.

    Attributes:
        postings: for each word where it stands.
        words: the same words, sorted.
        spellings: the same words, for those who misspell them.
        lines: the line of each entity, by the entity's number.
        numbers: the other way round.
        names: the folded names without separators, sorted, each with the entity's number.
        next_number: the number that a new entity gets.
    """

    postings: Mapping[str, Posting]
    words: Sequence[str]
    spellings: Spellings
    lines: Mapping[int, Line]
    numbers: Mapping[Line, int]
    names: Sequence[tuple[str, int]]
    next_number: int

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "RankedIndex":
        """Index the entities among some lines; loads what queries need, too, as that takes its time."""
        load_stemmer()
        numbered = dict(enumerate(line for line in lines if isinstance(line.record, Entity)))
        postings = _postings(numbered)
        return cls(
            postings=postings,
            words=sorted(postings),
            spellings=Spellings.of(postings),
            lines=numbered,
            numbers={line: number for number, line in numbered.items()},
            names=sorted(_name_entry(line, number) for number, line in numbered.items()),
            next_number=len(numbered),
        )

    def after(self, changes: Iterable[LineChange]) -> "RankedIndex":
        """Return the index after changes to entity lines, in the order in which they were made."""
        draft = _Draft(self)
        for change in changes:
            draft.follow(change)
        return draft.index()

    def words_beginning(self, beginning: str) -> Sequence[str]:
        """Return the words that begin so, sorted."""
        start = bisect_left(self.words, beginning)
        stop = bisect_left(self.words, True, start, key=lambda word: not word.startswith(beginning))
        return self.words[start:stop]

    def names_beginning(self, plain: str) -> Sequence[tuple[str, int]]:
        """Return the folded names that begin so, sorted, each with the entity's number."""
        start = bisect_left(self.names, (plain,))
        stop = bisect_left(self.names, True, start, key=lambda entry: not entry[0].startswith(plain))
        return self.names[start:stop]

    def has_part(self, letters: str) -> bool:
        """Return whether some letters stand within a word."""
        return any(map(contains, self.words, repeat(letters)))

    def holders(self, word: str) -> int:
        """Return how many entities hold a word."""
        posting = self.postings.get(word)
        return len(posting.entities) if posting is not None else 0


class _Draft:
    """The tables of an index while changes are followed."""

    def __init__(self, index: RankedIndex) -> None:
        self._before = index
        self._lines = dict(index.lines)
        self._numbers = dict(index.numbers)
        self._names = list(index.names)
        self._next_number = index.next_number
        self._impacts: dict[str, dict[int, int]] = {}
        self._gone: list[str] = []

    def follow(self, change: LineChange) -> None:
        """Take one line's change; foreign objects hold no words."""
        number = self._without(change.before) if change.before is not None else None
        if change.after is not None and isinstance(change.after.record, Entity):
            if number is None:
                number, self._next_number = self._next_number, self._next_number + 1
            self._add(change.after, number)
        if number is not None:
            self._note_impacts(change, number)

    def index(self) -> RankedIndex:
        """Return the index that the changes lead to."""
        postings = dict(self._before.postings)
        for word, changes in self._impacts.items():
            following = _posting_after(postings.get(word), changes)
            if following is not None:
                postings[word] = following
            else:
                postings.pop(word, None)
        old = self._before.postings
        added = sorted(word for word in self._impacts if word in postings and word not in old)
        removed = [word for word in self._impacts if word in old and word not in postings]
        if removed:
            forget_words(self._gone, postings)
        return RankedIndex(
            postings,
            _words_after(self._before.words, added, removed),
            self._before.spellings.after(added, removed) if added or removed else self._before.spellings,
            self._lines,
            self._numbers,
            self._names,
            self._next_number,
        )

    def _without(self, line: Line) -> int | None:
        number = self._numbers.pop(line, None)
        if number is not None:
            del self._lines[number]
            del self._names[bisect_left(self._names, _name_entry(line, number))]
        return number

    def _add(self, line: Line, number: int) -> None:
        self._numbers[line] = number
        self._lines[number] = line
        insort(self._names, _name_entry(line, number))

    def _note_impacts(self, change: LineChange, number: int) -> None:
        self._gone += _texts_of(change.before) - _texts_of(change.after)
        old, new = _impacts(change.before), _impacts(change.after)
        for word in {**old, **new}:
            if old.get(word) != new.get(word):
                self._impacts.setdefault(word, {})[number] = new.get(word, 0)


def _postings(lines: Mapping[int, Line]) -> dict[str, Posting]:
    tables: defaultdict[str, tuple[array[int], bytearray]] = defaultdict(lambda: (array("I"), bytearray()))
    for number, line in lines.items():
        for word, impact in _impacts(line).items():
            entities, impacts = tables[word]
            entities.append(number)
            impacts.append(impact)
    return {word: Posting(entities, bytes(impacts)) for word, (entities, impacts) in tables.items()}


def _impacts(line: Line | None) -> dict[str, int]:
    return greatest_impacts(line.record) if line is not None and isinstance(line.record, Entity) else {}


def _texts_of(line: Line | None) -> set[str]:
    entity = line.record if line is not None else None
    return {field.text for field in fields_of(entity)} if isinstance(entity, Entity) else set()


def _posting_after(posting: Posting | None, changes: Mapping[int, int]) -> Posting | None:
    """Return a posting with other impacts for some entities, 0 for none; None if no entity is left."""
    entities = posting.entities[:] if posting is not None else array("I")
    worths = bytearray(posting.impacts) if posting is not None else bytearray()
    for number, impact in changes.items():
        place = bisect_left(entities, number)
        stands = place < len(entities) and entities[place] == number
        if stands and impact:
            worths[place] = impact
        elif stands:
            del entities[place], worths[place]
        elif impact:
            entities.insert(place, number)
            worths.insert(place, impact)
    return Posting(entities, bytes(worths)) if entities else None


def _words_after(words: Sequence[str], added: list[str], removed: list[str]) -> Sequence[str]:
    if not added and not removed:
        return words
    following = list(words)
    for word in removed:
        del following[bisect_left(following, word)]
    if len(added) > _MANY_WORDS:
        return sorted(following + added)
    for word in added:
        insort(following, word)
    return following


def _name_entry(line: Line, number: int) -> tuple[str, int]:
    name = line.record.name if isinstance(line.record, Entity) else ""
    return plain_name(name[:LONGEST_NAME]), number
