"""What differs between two snapshots, as a change that leads from one to the other."""

from collections import Counter
from operator import itemgetter

from mnemoscope_shared.model import Change, Entity, Line, LineChange, Part
from mnemoscope_shared.snapshot import Snapshot

_Placed = tuple[int, Line]
"""A line and its index in its half of the file."""


def diff(before: Snapshot, after: Snapshot) -> Change:
    """Return the lines that were removed, replaced and added; a line that only moved is no difference.

    A removed and an added line that hold the same entity or relation count as one that was replaced.
    """
    return (*_diff_part(before, after, "entities"), *_diff_part(before, after, "relations"))


def changes_of_meaning(change: Change) -> Change:
    """Return a change without the lines that say the same, only spelled in another program's way."""
    return tuple([one for one in change if not _is_spelling(one)])


def renamed_entities(change: Change) -> dict[str, str]:
    """Return the new name of each entity that a change renames, by its old one."""
    pairs = ((one.before.record, one.after.record) for one in change if one.before and one.after)
    return {
        old.name: new.name
        for old, new in pairs
        if isinstance(old, Entity) and isinstance(new, Entity) and old.name != new.name
    }


def _diff_part(before: Snapshot, after: Snapshot, part: Part) -> list[LineChange]:
    old, new = before.part(part), after.part(part)
    gone, come = _apart_from(old, new), _apart_from(new, old)
    removed, added = _missing_from(gone, come), _missing_from(come, gone)
    if not removed:
        return [LineChange(part, index, None, line) for index, line in added]
    partners: dict[object, list[_Placed]] = {}
    for index, line in reversed(added):
        partners.setdefault(_identity(line), []).append((index, line))
    changes = []
    for index, line in removed:
        same = partners.get(_identity(line))
        changes.append(LineChange(part, index, line, same.pop()[1] if same else None))
    left = sorted((pair for pairs in partners.values() for pair in pairs), key=itemgetter(0))
    return changes + [LineChange(part, index, None, line) for index, line in left]


def _apart_from(lines: list[Line], others: list[Line]) -> list[_Placed]:
    """Return the lines, each with its index, that are not among others as the same objects."""
    if not others:
        return list(enumerate(lines))
    known = set(others)
    return [(index, line) for index, line in enumerate(lines) if line not in known]


def _missing_from(lines: list[_Placed], others: list[_Placed]) -> list[_Placed]:
    if not others:
        return lines
    there = Counter(line.raw for _, line in others)
    missing = []
    for index, line in lines:
        if there[line.raw] > 0:
            there[line.raw] -= 1
        else:
            missing.append((index, line))
    return missing


def _is_spelling(change: LineChange) -> bool:
    if change.before is None or change.after is None or change.before.record is None:
        return False
    return change.before.record == change.after.record


def _identity(line: Line) -> object:
    return line.record.key if line.record is not None else line
