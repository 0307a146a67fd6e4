"""What a memory has lost by changes that others made, as long as it has not come back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mnemoscope_shared.model import Change, Entity, Line, Part, Record, RelationKey
from mnemoscope_shared.snapshot import Snapshot

_Key = str | RelationKey


@dataclass(frozen=True, slots=True)
class Lost:
    """An entity or relation that was removed.

    Attributes:
        part: the half of the file it stood in.
        raw, record: its line and what it held, as it was last.
        alike: how many entities had that name right before, itself among them; 1 for relations.
    """

    part: Part
    raw: bytes
    record: Record
    alike: int = 1


@dataclass(slots=True)
class Losses:
    """Gathers what several changes removed.

    An entity that was only renamed is no loss, nor are the relations that followed it.

    Attributes:
        base: the memory before the first of the changes; it tells where lines stood.
        lost: what went, in that order.
    """

    base: Snapshot
    lost: list[Lost] = field(default_factory=list)

    def note(self, before: Snapshot, change: Change) -> None:
        """Take note of what a change to the memory `before` removes."""
        renamed = _renamed(change)
        records = (one.after.record for one in change if one.after is not None)
        come = {record.key for record in records if record is not None}
        removed = [
            Lost(one.part, one.before.raw, one.before.record)
            for one in change
            if one.after is None and one.before is not None and one.before.record is not None
        ]
        lost = [one for one in removed if _renamed_key(one.record, renamed) not in come]
        counts = _name_counts(before, lost)
        for one in lost:
            is_entity = isinstance(one.record, Entity)
            self.lost.append(replace(one, alike=counts[one.record.key]) if is_entity else one)


def missing(lost: Sequence[Lost], now: Snapshot) -> list[Lost]:
    """Return what is not there now; of several versions of one thing the last."""
    wanted: Counter[_Key] = Counter()
    for one in lost:
        wanted[one.record.key] = max(one.alike, wanted[one.record.key])
    there = _name_counts(now, lost)
    for key in wanted:
        wanted[key] -= there[key] if isinstance(key, str) else int(key in now.lines_by_key)
    found = []
    for one in reversed(lost):
        if wanted[one.record.key] > 0:
            wanted[one.record.key] -= 1
            found.append(one)
    return found[::-1]


def _name_counts(memory: Snapshot, lost: Sequence[Lost]) -> Counter[_Key]:
    """Return how many entities of a memory have the name of each lost one."""
    names = {one.record.name for one in lost if isinstance(one.record, Entity)}
    if not memory.has_repeated_names:
        return Counter({name: 1 for name in names if name in memory.lines_by_name})
    return Counter(entity.name for entity in memory.entities if entity.name in names)


def _renamed(change: Change) -> dict[str, str]:
    """Return the new names of entities that came with all that one said that went, and no other like it."""
    gone = _names_by_content([one.before for one in change if one.after is None])
    come = _names_by_content([one.after for one in change if one.before is None])
    return {
        names[0]: come[content][0]
        for content, names in gone.items()
        if len(names) == 1 and len(come.get(content, ())) == 1
    }


def _names_by_content(lines: Sequence[Line | None]) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for line in lines:
        if line is not None and isinstance(line.record, Entity):
            content = line.record.entity_type, line.record.observations
            found.setdefault(content, []).append(line.record.name)
    return found


def _renamed_key(record: Record, renamed: dict[str, str]) -> _Key:
    if isinstance(record, Entity):
        return renamed.get(record.name, record.name)
    source, target, relation_type = record.key
    return renamed.get(source, source), renamed.get(target, target), relation_type
