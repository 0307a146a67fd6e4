"""What the indexes of a snapshot hold, to be compared with those of another."""

from mnemoscope_shared.model import Line
from mnemoscope_shared.snapshot import Snapshot

INDEXES = [
    *("entities", "relations", "lines_by_name", "lines_by_key", "lines_by_end"),
    *("search_texts", "has_repeated_names", "has_repeated_relations"),
    *("entity_type_counts", "relation_type_counts", "size"),
]


def content(value: object) -> object:
    """Return the same with the lines' bytes in place of the lines, which are equal only to themselves."""
    if isinstance(value, Line):
        return value.raw
    if isinstance(value, dict):
        return {key: content(item) for key, item in value.items()}
    return [content(item) for item in value] if isinstance(value, list) else value


def built_content(snapshot: Snapshot) -> dict[str, object]:
    """Return what those indexes hold that a snapshot has already."""
    return {name: content(value) for name, value in vars(snapshot).items() if name in INDEXES}
