"""Where a draft and the memory disagree, as others wrote while a person was typing."""

from collections.abc import Iterable
from dataclasses import dataclass

from mnemoscope_gui.inspector.drafts import DraftKey, FieldDraft, draft_key
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.entity_history import EntityEvent
from mnemoscope_shared.store.history_record import Writer


@dataclass(frozen=True, slots=True)
class Rival:
    """The write that a draft stands against.

    Attributes:
        writer: who wrote.
        theirs: what they made of the text that is being edited; None where they removed it.
    """

    writer: Writer
    theirs: str | None


def conflicts(drafts: Iterable[FieldDraft], entity: Entity) -> list[FieldDraft]:
    """Return the drafts whose text in the memory is not what it was when the typing began."""
    return [draft for draft in drafts if _is_in_conflict(draft, entity)]


def saved_drafts(drafts: Iterable[FieldDraft], name: str, snapshot: Snapshot) -> list[DraftKey]:
    """Return the keys of the drafts that the memory has already: their window closed as they were saved."""
    drafts, entity = list(drafts), snapshot.entity(name)
    if entity is None:
        return []
    keys = [draft.key for draft in drafts if _is_saved(draft, entity)]
    texts = {draft.field: draft.text.strip() for draft in drafts}
    typed = (name, texts.get("relation_target"), texts.get("relation_type"))
    lines = snapshot.relation_lines_at([name]) if all(typed) else []
    if any(line.record is not None and line.record.key == typed for line in lines):
        keys += [draft_key("relation_type"), draft_key("relation_target")]
    return keys


def rival(events: Iterable[EntityEvent], draft: FieldDraft) -> Rival | None:
    """Return the last write that changed what a draft is about, of events with the newest first."""
    for event in events:
        before, after = event.before, event.after
        if before is None or after is None:
            continue
        if draft.field == "observation":
            if draft.base in before.observations and draft.base not in after.observations:
                return Rival(event.writer, replacement(before, after, draft.base))
        elif _value(draft, before) != _value(draft, after):
            return Rival(event.writer, _value(draft, after))
    return None


def deletion(events: Iterable[EntityEvent]) -> EntityEvent | None:
    """Return the last write that removed the entity, of events with the newest first."""
    return next((one for one in events if one.before is not None and one.after is None), None)


def replacement(before: Entity, after: Entity, observation: str) -> str | None:
    """Return what stands in an observation's place after a write: what is new there, or the only new one."""
    added = [text for text in after.observations if text not in before.observations]
    place = before.observations.index(observation)
    if place < len(after.observations) and after.observations[place] in added:
        return after.observations[place]
    return added[0] if len(added) == 1 else None


def _is_in_conflict(draft: FieldDraft, entity: Entity) -> bool:
    if draft.field == "observation":
        return draft.base not in entity.observations
    now = _value(draft, entity)
    return now is not None and now not in (draft.base, draft.text)


def _is_saved(draft: FieldDraft, entity: Entity) -> bool:
    text = draft.text.strip()
    if draft.field == "observation":
        return draft.base not in entity.observations and text in entity.observations
    if draft.field == "new_observation":
        return text in entity.observations
    return text == _value(draft, entity)


def _value(draft: FieldDraft, entity: Entity) -> str | None:
    values = {"name": entity.name, "type": entity.entity_type}
    return values.get(draft.field)
