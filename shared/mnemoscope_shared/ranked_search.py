"""Ranked search: what a person or a model most likely means by some words, in any order and spelling."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

from mnemoscope_shared.folding import plain_name
from mnemoscope_shared.model import Entity, Line
from mnemoscope_shared.ranked.bm25 import Field, FieldKind, fields_of
from mnemoscope_shared.ranked.expansion import Expansion, expanded
from mnemoscope_shared.ranked.index import LONGEST_NAME, RankedIndex
from mnemoscope_shared.ranked.scoring import Answer, Wanted, answer, candidates, words_wanted
from mnemoscope_shared.ranked.words import LONGEST_TEXT, places_of
from mnemoscope_shared.search import entity_lines_holding
from mnemoscope_shared.snapshot import Snapshot

# The first look is coarser than the second: so many more than asked for get one.
_SPARE = 10
# Characters of the found entities that are read to see which of their texts fits best.
_READ = 200_000
_WORDS_ONLY = re.compile(r"[\w\s.,;:?!'’\"()-]*")

# What comes before all scores.
_NAME, _NAME_BEGINNING, _MATCH, _OTHER = range(4)


@dataclass(frozen=True, slots=True)
class Hit:
    """An entity that answers a query.

    Attributes:
        name: the entity's.
        score: how well it answers, to be compared within one search only.
        field: in which kind of text the answer stands.
        text: that text.
        places: what matched in it, start and end in characters, ascending; may be empty.
        line: the entity's line, as another may have the same name.
    """

    name: str
    score: float
    field: FieldKind
    text: str
    places: tuple[tuple[int, int], ...]
    line: Line


def ranked_search(snapshot: Snapshot, query: str, limit: int) -> list[Hit]:
    """Return at most `limit` entities that answer a query, the best first; none for a blank query.

    First come those of that name, then those whose names begin so, then by the words they hold. Letter
    case, accents and separators do not count; the last word may be unfinished. Whatever holds the query as
    it is, is found, too: it comes last where the query has known words only, and before what holds its words
    where it has others, or signs (“C++”, “@home”). Equal scores are ordered by the number of relations, then
    as in the file.
    """
    text = query.strip()
    if not text or not snapshot.entity_lines:
        return []
    index = snapshot.ranked_index
    expansions = expanded(index, query)
    wanted = words_wanted(expansions)
    is_literal = _is_literal(index, text, expansions)
    tiers = _tiers(
        snapshot, text, candidates(index, expansions, limit + _SPARE), limit, is_literal=is_literal
    )
    answers = _answers(index, tiers, wanted)

    def place(number: int) -> tuple[float, ...]:
        line = index.lines[number]
        degree = len(snapshot.lines_by_end.get(_entity(line).name, ()))
        return (tiers[number], -answers[number].score, -degree, line.order)

    def hit(number: int) -> Hit:
        entity, found = _entity(index.lines[number]), answers[number]
        field = _shown(entity, found, tiers[number], text, is_literal=is_literal)
        places = _places(field, text, wanted, is_literal=is_literal)
        return Hit(entity.name, found.score, field.kind, field.text, places, index.lines[number])

    return [hit(number) for number in nsmallest(limit, tiers, key=place)]


def _is_literal(index: RankedIndex, text: str, expansions: Sequence[Expansion]) -> bool:
    """Whether a query says more than its words: it has signs, or begins with the end of a word."""
    if _WORDS_ONLY.fullmatch(text) is None:
        return True
    return any(one.is_guess and index.has_part(one.word) for one in expansions[:1])


def _tiers(
    snapshot: Snapshot, text: str, found: list[int], limit: int, *, is_literal: bool
) -> dict[int, int]:
    """Return the tier of every entity that comes into question, by its number."""
    index = snapshot.ranked_index
    tiers = dict.fromkeys(found, _OTHER if is_literal else _MATCH) | _named(index, text, limit)
    if is_literal or len(tiers) < limit:
        tier = _MATCH if is_literal else _OTHER
        for line in entity_lines_holding(snapshot, text)[:limit]:
            number = index.numbers[line]
            tiers[number] = min(tier, tiers.get(number, tier))
    return tiers


def _named(index: RankedIndex, text: str, limit: int) -> dict[int, int]:
    """Return the tiers of the entities of a name, and of those with the shortest names that begin so."""
    plain = plain_name(text[:LONGEST_NAME])
    if not plain:
        return {}
    entries = index.names_beginning(plain)
    shortest = nsmallest(limit, entries, key=lambda entry: (len(entry[0]), index.lines[entry[1]].order))
    return {number: _NAME if name == plain else _NAME_BEGINNING for name, number in shortest}


def _answers(index: RankedIndex, numbers: Iterable[int], wanted: Wanted) -> dict[int, Answer]:
    answers: dict[int, Answer] = {}
    left = _READ
    for number in numbers:
        fields = list(_fields_within(_entity(index.lines[number]), left))
        left -= sum(min(len(field.text), LONGEST_TEXT) for field in fields)
        answers[number] = answer(fields, wanted)
    return answers


def _fields_within(entity: Entity, characters: int) -> Iterator[Field]:
    """Return the name, the type and as many of the observations as some characters suffice for."""
    fields = fields_of(entity)
    yield from islice(fields, 2)
    for field in fields:
        characters -= min(len(field.text), LONGEST_TEXT)
        if characters < 0:
            return
        yield field


def _shown(entity: Entity, found: Answer, tier: int, text: str, *, is_literal: bool) -> Field:
    """Return the text of an entity that shows best why it was found."""
    if tier in (_NAME, _NAME_BEGINNING):
        return Field("name", entity.name)
    if is_literal or not found.score:
        return _field_holding(entity, text) or found.field
    return found.field


def _places(field: Field, text: str, wanted: Wanted, *, is_literal: bool) -> tuple[tuple[int, int], ...]:
    literal = _literal_places(field.text, text)
    return (is_literal and literal) or places_of(wanted, field.text) or literal


def _field_holding(entity: Entity, text: str) -> Field | None:
    wanted = text.lower()
    return next((field for field in fields_of(entity) if wanted in field.text.lower()), None)


def _literal_places(text: str, part: str) -> tuple[tuple[int, int], ...]:
    lower, wanted = text.lower(), part.lower()
    start = lower.find(wanted)
    # Some letters are two in lower case, and then nothing stands where it stood.
    return ((start, start + len(wanted)),) if start >= 0 and len(lower) == len(text) else ()


def _entity(line: Line) -> Entity:
    if not isinstance(line.record, Entity):
        raise TypeError("only lines of entities are indexed")
    return line.record
