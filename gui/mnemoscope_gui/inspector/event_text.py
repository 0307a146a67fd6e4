"""What one write did to an entity, in lines: what has gone after “−”, what is new after “+”."""

from collections import Counter
from collections.abc import Iterable, Iterator

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.entity_history import EntityEvent
from mnemoscope_shared.wording import type_name

_MOST_LINES = 8
_LINE_LENGTH = 160


def event_text(event: EntityEvent) -> str:
    """Return the label of a write and, line by line, what it changed of the entity."""
    lines = list(_changes(event))
    more = len(lines) - _MOST_LINES
    if more > 0:
        lines = [*lines[:_MOST_LINES], f"… and {more:,} more"]
    return "\n".join(shortened(line, _LINE_LENGTH) for line in (event.label or "Changed", *lines))


def _changes(event: EntityEvent) -> Iterator[str]:
    before, after = event.before, event.after
    if before is not None and after is not None:
        yield from _differences(before, after)
    elif after is not None:
        yield f"+ {type_name(after.entity_type)}"
        yield from _marked("+", after.observations)
    elif before is not None:
        yield from _marked("−", before.observations)
    yield from (f"+ {entity.name}, merged into it" for entity in event.absorbed)
    yield from _marked("−", map(_relation_text, event.relations_removed))
    yield from _marked("+", map(_relation_text, event.relations_added))


def _differences(before: Entity, after: Entity) -> Iterator[str]:
    if before.name != after.name:
        yield f"{shortened(before.name, 60)} → {shortened(after.name, 60)}"
    if before.entity_type != after.entity_type:
        yield f"{type_name(before.entity_type)} → {type_name(after.entity_type)}"
    had, has = Counter(before.observations), Counter(after.observations)
    yield from _marked("−", (had - has).elements())
    yield from _marked("+", (has - had).elements())
    if had == has and before.observations != after.observations:
        yield "Another order of the observations"


def _marked(mark: str, texts: Iterable[str]) -> Iterator[str]:
    return (f"{mark} {text}" for text in texts)


def _relation_text(relation: Relation) -> str:
    return f"{relation.source} → {relation.relation_type} → {relation.target}"
