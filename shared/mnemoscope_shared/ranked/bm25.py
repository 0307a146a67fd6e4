"""What a word in a field is worth: BM25 over fields (Robertson, Zaragoza and Taylor, 2004).

A field's usual length is a constant and no average over the memory: then one entity's change leaves what
words are worth in all others as it is.
"""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from mnemoscope_shared.model import Entity
from mnemoscope_shared.ranked.words import words_in

FieldKind = Literal["name", "type", "observation"]

_SATURATION = 1.2
_LENGTH_SHARE = 0.5
_WEIGHTS: dict[FieldKind, float] = {"name": 1.6, "type": 0.6, "observation": 1.0}
_USUAL_LENGTHS: dict[FieldKind, float] = {"name": 3.0, "type": 1.0, "observation": 9.0}

# How fine impacts are where they are kept; the greatest is 3.5.
_STEPS = 64


class Field(NamedTuple):
    """One text of an entity."""

    kind: FieldKind
    text: str


def fields_of(entity: Entity) -> Iterator[Field]:
    """Return the texts of an entity: the name, the type, then the observations."""
    yield Field("name", entity.name)
    yield Field("type", entity.entity_type)
    for observation in entity.observations:
        yield Field("observation", observation)


@cache
def impact(kind: FieldKind, length: int, count: int) -> float:
    """Return what a word is worth in a field of `length` words that holds it `count` times."""
    relative_length = length / _USUAL_LENGTHS[kind]
    slowness = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * relative_length)
    return _WEIGHTS[kind] * (_SATURATION + 1) * count / (count + slowness)


@cache
def _steps(kind: FieldKind, length: int, count: int) -> int:
    return min(255, int(impact(kind, length, count) * _STEPS) + 1)


def greatest_impacts(entity: Entity) -> dict[str, int]:
    """Return for each word of an entity what it is worth in the field where it is worth the most.

    Impacts come in steps, from 1 to 255, so that each has room in a byte.
    """
    greatest: dict[str, int] = {}
    repeated: list[tuple[str, int]] = []
    worths = [(field.kind, words_in(field.text)) for field in fields_of(entity)]
    # Whole fields overwrite each other, those where a word is worth the most last: that is fast.
    for kind, words in sorted(worths, key=lambda one: _steps(one[0], len(one[1]), 1)):
        greatest.update(dict.fromkeys(words, _steps(kind, len(words), 1)))
        if len(words) > len(set(words)):
            counts = Counter(words).items()
            repeated += [(word, _steps(kind, len(words), count)) for word, count in counts if count > 1]
    for word, worth in repeated:
        greatest[word] = max(greatest[word], worth)
    return greatest


def rarity(entities: int, holders: int) -> float:
    """Return what it tells that an entity holds a word which `holders` of all `entities` hold (IDF)."""
    return math.log1p((entities - holders + 0.5) / (holders + 0.5))
