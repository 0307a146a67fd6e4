"""The words that a memory is written in: types of entities and of relations."""

from mnemoscope_shared.snapshot import Snapshot


def entity_types(snapshot: Snapshot) -> list[str]:
    """Return the types of entities in use, sorted, without the empty one."""
    return sorted(snapshot.entity_type_counts.keys() - {""})


def relation_types(snapshot: Snapshot) -> list[str]:
    """Return the types of relations in use, sorted, without the empty one."""
    return sorted(snapshot.relation_type_counts.keys() - {""})
