"""The words that a memory is written in: types of entities and of relations, and how often each occurs."""

from collections import Counter

from mnemoscope_shared.snapshot import Snapshot


def entity_type_counts(snapshot: Snapshot) -> Counter[str]:
    """Return how many entities there are of each type, the empty one among them."""
    return Counter(entity.entity_type for entity in snapshot.entities)


def relation_type_counts(snapshot: Snapshot) -> Counter[str]:
    """Return how many relations there are of each type, repeats counted."""
    return Counter(relation.relation_type for relation in snapshot.relations)


def entity_types(snapshot: Snapshot) -> list[str]:
    """Return the types of entities in use, sorted, without the empty one."""
    return sorted(entity_type_counts(snapshot).keys() - {""})


def relation_types(snapshot: Snapshot) -> list[str]:
    """Return the types of relations in use, sorted, without the empty one."""
    return sorted(relation_type_counts(snapshot).keys() - {""})
