"""Finding entities: the reference server's search, and help for those who misspelt."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress, repeat
from operator import contains

from mnemoscope_shared.folding import plain_name
from mnemoscope_shared.model import Entity, Line, Record, Relation
from mnemoscope_shared.snapshot import Snapshot

# Comparing two names letter by letter takes some 10 µs: more than this many would be felt.
_COMPARED_NAMES = 2000
# It takes the square of their length: a longer name is no slip of the pen but a text.
_COMPARED_LENGTH = 100
_SIMILARITY = 0.6


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Some entities, and the relations with at least one end among them; both in the file's order."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]


def search(snapshot: Snapshot, query: str) -> Subgraph:
    """Return the entities that hold the whole query, in any letter case, in name, type or an observation."""
    records = [line.record for line in entity_lines_holding(snapshot, query)]
    return _with_relations(snapshot, [record for record in records if isinstance(record, Entity)])


def entity_lines_holding(snapshot: Snapshot, text: str) -> list[Line]:
    """Return the lines of the entities that hold a text, in any letter case, in the file's order."""
    wanted = text.lower()
    holding = map(contains, snapshot.search_texts, repeat(wanted))
    found = [line for line in compress(snapshot.entity_lines, holding) if isinstance(line.record, Entity)]
    # NUL stands between the fields of a search text: a match may reach across two of them.
    return [line for line in found if _holds(line.record, wanted)] if "\0" in wanted else found


def open_entities(snapshot: Snapshot, names: Iterable[str]) -> Subgraph:
    """Return the entities of exactly these names."""
    records = [line.record for line in snapshot.entity_lines_named(names)]
    return _with_relations(snapshot, [record for record in records if isinstance(record, Entity)])


def nearest_names(snapshot: Snapshot, name: str, limit: int) -> list[str]:
    """Return existing names that one may have meant by a name that does not exist, the nearest first.

    Names that differ in letter case, accents and separators only come first, then similar spellings
    (Ratcliff and Obershelp's measure) among a bounded number of names of similar length, unless the name is
    very long.
    """
    plain = plain_name(name)
    spellings: dict[str, str] = {}
    for existing in snapshot.lines_by_name:
        spellings.setdefault(plain_name(existing), existing)
    if plain in spellings:
        return [spellings[plain]]
    length = len(plain)
    if length > _COMPARED_LENGTH:
        return []
    similar = [other for other in spellings if abs(len(other) - length) <= max(2, length // 2)]
    near = difflib.get_close_matches(plain, similar[:_COMPARED_NAMES], limit, _SIMILARITY)
    return [spellings[spelling] for spelling in near]


def _with_relations(snapshot: Snapshot, entities: list[Entity]) -> Subgraph:
    lines = snapshot.relation_lines_at(entity.name for entity in entities)
    relations = [line.record for line in lines if isinstance(line.record, Relation)]
    return Subgraph(tuple(entities), tuple(relations))


def _holds(entity: Record | None, wanted: str) -> bool:
    return isinstance(entity, Entity) and any(
        wanted in text.lower() for text in (entity.name, entity.entity_type, *entity.observations)
    )
