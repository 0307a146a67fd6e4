"""The bytes of a changed memory file, cut and pasted from the old ones.

Joining all lines anew takes several times as long; it stays what happens to files that we did not write, to
files with repeats, and for changes of many lines.
"""

from mnemoscope_shared.model import Change, Line, Part
from mnemoscope_shared.snapshot import Snapshot

# Looking for a line takes a while, too.
_FEW = 16

# Start and end in the old bytes, and what comes there.
_Cut = tuple[int, int, bytes]


def splice(data: bytes, before: Snapshot, change: Change) -> bytes | None:
    """Return the bytes of the state that a change leads to; None where it cannot be told from the old ones.

    `data` has to be `before.to_bytes()`.
    """
    removed = {one.part for one in change if one.before is not None}
    if (
        len(change) > _FEW
        or ("entities" in removed and before.has_repeated_names)
        or ("relations" in removed and before.has_repeated_relations)
    ):
        return None
    cuts = _cuts_removed(data, change)
    for part in ("entities", "relations"):
        added = [one.after for one in change if one.part == part and one.before is None and one.after]
        if added:
            cut = _cut_added(data, before, part, added)
            if cut is None:
                return None
            cuts.append(cut)
    return _paste(data, sorted(cuts))


def _cuts_removed(data: bytes, change: Change) -> list[_Cut]:
    """Return the cuts of removed and replaced lines, each looked for behind the one before."""
    cuts: list[_Cut] = []
    end = 0
    for one in sorted(change, key=lambda one: (one.part, one.index)):
        if one.before is not None:
            start = _find(data, one.before, end)
            end = start + len(one.before.raw) + 1
            cuts.append((start, end, b"" if one.after is None else one.after.raw + b"\n"))
    return cuts


def _cut_added(data: bytes, before: Snapshot, part: Part, added: list[Line]) -> _Cut | None:
    lines = before.part(part)
    if lines and added[0].order <= lines[-1].order:
        return None
    end = len(data)
    if part == "entities" and before.relation_lines:
        if before.relation_lines[0].record is None:
            return None
        end = _find(data, before.relation_lines[0])
    return (end, end, b"".join([line.raw + b"\n" for line in added]))


def _find(data: bytes, line: Line, start: int = 0) -> int:
    """Return where a line begins, at `start`, which is a line's beginning, or behind it."""
    whole = line.raw + b"\n"
    return start if data.startswith(whole, start) else data.index(b"\n" + whole, start) + 1


def _paste(data: bytes, cuts: list[_Cut]) -> bytes:
    view = memoryview(data)
    pieces: list[bytes | memoryview] = []
    at = 0
    for start, end, replacement in cuts:
        pieces += [view[at:start], replacement]
        at = end
    return b"".join([*pieces, view[at:]])
