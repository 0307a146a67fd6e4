"""Notes: a second text beside a result whose silence would mislead a model. None where all went as asked."""

from collections.abc import Iterable, Sequence

from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.model import Relation
from mnemoscope_shared.search import Subgraph, nearest_names
from mnemoscope_shared.snapshot import Snapshot

_NAMES = 10
_NEAREST = 3


def skipped_note(skipped: Iterable[str]) -> str | None:
    """Say which entities were not created, as there is one of that name."""
    names = _distinct(skipped)
    if not names:
        return None
    return (
        f"Skipped, as an entity of that name exists: {_listed(names)}. "
        "Their observations were not added: use add_observations to extend an existing entity."
    )


def missing_ends_note(relations: Iterable[Relation], snapshot: Snapshot) -> str | None:
    """Say which ends of relations do not exist as entities."""
    ends = [end for relation in relations for end in (relation.source, relation.target)]
    return _not_found("No entity exists for these ends of relations", _missing(ends, snapshot), snapshot)


def missing_entities_note(names: Iterable[str], snapshot: Snapshot) -> str | None:
    """Say which of the names that were asked for do not exist, and which ones are near."""
    return _not_found("Not found", _missing(names, snapshot), snapshot)


def missing_observations_note(items: Sequence[EntityObservations], snapshot: Snapshot) -> str | None:
    """Say which entities, and which observations of existing ones, were not found."""
    texts = [
        f"“{text}” of {item.entity_name}"
        for item in items
        if item.entity_name in snapshot.lines_by_name
        for text in item.observations
    ]
    observations = f"Observations not found: {_listed(_distinct(texts))}." if texts else None
    entities = missing_entities_note((item.entity_name for item in items), snapshot)
    return " ".join(filter(None, (entities, observations))) or None


def missing_relations_note(relations: Iterable[Relation]) -> str | None:
    """Say which relations were not found."""
    texts = _distinct(f"{one.source} → {one.relation_type} → {one.target}" for one in relations)
    return f"Relations not found: {_listed(texts)}." if texts else None


def separate_words_note(found: Subgraph, query: str, snapshot: Snapshot) -> str | None:
    """Say which entities hold words of a query that nothing holds as a whole, or words spelt like them."""
    if found.entities:
        return None
    # It loads and builds what most servers never need.
    from mnemoscope_shared.ranked_search import ranked_search

    names = _distinct(hit.name for hit in ranked_search(snapshot, query, _NAMES))
    if not names:
        return None
    return f"Nothing contains “{query}” as a whole. Its words or similar ones match: {', '.join(names)}."


def _not_found(what: str, names: list[str], snapshot: Snapshot) -> str | None:
    if not names:
        return None
    near = [nearest_names(snapshot, name, _NEAREST) for name in names[:_NAMES]]
    nearest = _distinct(name for found in near for name in found)
    suggestion = f" Nearest existing names: {', '.join(nearest)}." if nearest else ""
    return f"{what}: {_listed(names)}.{suggestion}"


def _missing(names: Iterable[str], snapshot: Snapshot) -> list[str]:
    return _distinct(name for name in names if name not in snapshot.lines_by_name)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more
