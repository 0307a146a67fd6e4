"""Finding entities: the reference server's search, and help for those who misspelt."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import Snapshot

_SEPARATORS = re.compile(r"[\s_.\-]+")
# Comparing two names letter by letter takes some 10 µs: more than this many would be felt.
_COMPARED_NAMES = 2000
# It takes the square of their length: a longer name is no slip of the pen but a text.
_COMPARED_LENGTH = 100
# More words than this are no query, and each of them is looked for in every entity.
_QUERY_WORDS = 50
_SIMILARITY = 0.6


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Some entities, and the relations with at least one end among them; both in the file's order."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]


def search(snapshot: Snapshot, query: str) -> Subgraph:
    """Return the entities that hold the whole query, in any letter case, in name, type or an observation."""
    wanted = query.lower()
    pairs = zip(snapshot.entity_lines, snapshot.search_texts, strict=True)
    found = [line.record for line, text in pairs if wanted in text]
    entities = [record for record in found if isinstance(record, Entity)]
    if "\0" in wanted:
        # NUL stands between the fields of a search text: the match may reach across two of them.
        entities = [entity for entity in entities if _holds(entity, wanted)]
    return _with_relations(snapshot, entities)


def open_entities(snapshot: Snapshot, names: Iterable[str]) -> Subgraph:
    """Return the entities of exactly these names."""
    records = [line.record for line in snapshot.entity_lines_named(names)]
    return _with_relations(snapshot, [record for record in records if isinstance(record, Entity)])


def find_entities_by_words(snapshot: Snapshot, query: str, limit: int) -> list[str]:
    """Return the names of the entities that hold the most words of a query, wherever each of them stands.

    Of a long query only the first words count.
    """
    words = set(query.lower().split()[:_QUERY_WORDS])
    counts = [sum(word in text for word in words) for text in snapshot.search_texts]
    most = max(counts, default=0)
    if most == 0:
        return []
    pairs = zip(snapshot.entity_lines, counts, strict=True)
    records = [line.record for line, count in pairs if count == most]
    return [record.name for record in records if isinstance(record, Entity)][:limit]


def nearest_names(snapshot: Snapshot, name: str, limit: int) -> list[str]:
    """Return existing names that one may have meant by a name that does not exist, the nearest first.

    Names that differ in letter case and separators only come first, then similar spellings (Ratcliff and
    Obershelp's measure) among a bounded number of names of similar length, unless the name is very long.
    """
    plain = _plain(name)
    spellings: dict[str, str] = {}
    for existing in snapshot.lines_by_name:
        spellings.setdefault(_plain(existing), existing)
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


def _holds(entity: Entity, wanted: str) -> bool:
    return any(wanted in text.lower() for text in (entity.name, entity.entity_type, *entity.observations))


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name).casefold()
