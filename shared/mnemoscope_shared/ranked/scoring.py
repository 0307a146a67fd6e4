"""Which entities answer an expanded query best, and by which of their texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from mnemoscope_shared.ranked.bm25 import Field, impact
from mnemoscope_shared.ranked.expansion import Expansion
from mnemoscope_shared.ranked.index import RankedIndex
from mnemoscope_shared.ranked.words import words_in

# Once so many entities hold a rarer word of the query, commoner words add to them and find no others.
_MOST_FOUND = 4000
# How much it counts that the words stand anywhere in the entity rather than in one text.
_ANYWHERE_SHARE = 0.3

Wanted = dict[str, list[tuple[int, float]]]
"""For each word which words of the query (by their place) it stands for, and how much each time it tells."""

Worths = dict[int, float]
"""What a text holds of the words of the query, by their place."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How well an entity answers a query, and the text of it that does so best."""

    score: float
    field: Field


def candidates(index: RankedIndex, expansions: Sequence[Expansion], limit: int) -> list[int]:
    """Return the numbers of the entities that hold the most of what was asked for, the best first.

    Words are looked up from the rarest to the most common, and those that come late find no further
    entities when there are many (Moffat and Zobel, 1996, "continue").
    """
    totals: dict[int, float] = {}
    for expansion in sorted(expansions, key=lambda one: -max(one.weights.values(), default=0.0)):
        found = _holders(index, expansion)
        both = found.keys() & totals.keys()
        sums = {number: totals[number] + found[number] for number in both}
        if len(totals) < _MOST_FOUND:
            totals |= found
        totals |= sums
    return _best(index, totals, limit)


def words_wanted(expansions: Sequence[Expansion]) -> Wanted:
    """Return for each word of the index which words of the query it may stand for, and how much it tells."""
    wanted: Wanted = {}
    for place, expansion in enumerate(expansions):
        for word, weight in expansion.weights.items():
            wanted.setdefault(word, []).append((place, weight))
    return wanted


def answer(fields: Sequence[Field], wanted: Wanted) -> Answer:
    """Return how well an entity of some texts, name and type first, answers.

    That is what the best observation holds together with name and type, and a little for what stands
    elsewhere in the entity.
    """
    (name, name_worths), (kind, kind_worths), *observations = [
        (field, _worths(field, wanted)) for field in fields
    ]
    heading = _greatest(name_worths, kind_worths)
    best, best_score = (name if _sum(name_worths) >= _sum(kind_worths) else kind), _sum(heading)
    anywhere = heading
    for field, worths in observations:
        if not worths:
            continue
        anywhere = _greatest(anywhere, worths)
        if (score := _sum(_greatest(heading, worths))) > best_score:
            best, best_score = field, score
    return Answer((1 - _ANYWHERE_SHARE) * best_score + _ANYWHERE_SHARE * _sum(anywhere), best)


def _holders(index: RankedIndex, expansion: Expansion) -> dict[int, float]:
    """Return the entities that hold a word of an expansion, and what the most telling word is worth there."""
    found: dict[int, float] = {}
    for word, weight in sorted(expansion.weights.items(), key=lambda item: (item[1], item[0])):
        posting = index.postings[word]
        found.update(zip(posting.entities, map(weight.__mul__, posting.impacts), strict=True))
    return found


def _best(index: RankedIndex, totals: Mapping[int, float], limit: int) -> list[int]:
    if len(totals) > limit:
        least = nlargest(limit, totals.values())[-1]
        totals = {number: total for number, total in totals.items() if total >= least}
    ordered = sorted(totals, key=lambda number: (-totals[number], index.lines[number].order))
    return ordered[:limit]


def _worths(field: Field, wanted: Wanted) -> Worths:
    words = words_in(field.text)
    worths: Worths = {}
    for word in wanted.keys() & words:
        worth = impact(field.kind, len(words), words.count(word))
        for place, weight in wanted[word]:
            worths[place] = max(worths.get(place, 0.0), weight * worth)
    return worths


def _greatest(first: Worths, second: Worths) -> Worths:
    return {place: max(first.get(place, 0.0), second.get(place, 0.0)) for place in first | second}


def _sum(worths: Worths) -> float:
    # In one order, so that equal answers get equal scores to the last digit.
    return sum(worths[place] for place in sorted(worths))
