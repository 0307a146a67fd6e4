"""Putting lines between others."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from mnemoscope_shared.model import Line, LineChange, Part
from mnemoscope_shared.store.jsonl import decode_line


def insertions(lines: list[Line], part: Part, places: Sequence[tuple[int, bytes]]) -> list[LineChange]:
    """Return the additions of raw lines to one half of the file.

    Args:
        lines: that half; there must be room between its lines, see `Snapshot.with_room`.
        part: which half it is.
        places: for each new line the gap it belongs into, 0 before all lines; in ascending order.
    """
    inserted: list[LineChange] = []
    for gap, group in groupby(places, key=itemgetter(0)):
        members = [raw for _, raw in group]
        low, step = _room(lines, gap, len(members))
        for position, raw in enumerate(members, start=1):
            line = Line(raw, decode_line(raw), low + position * step)
            inserted.append(LineChange(part, gap + len(inserted), None, line))
    return inserted


def _room(lines: list[Line], gap: int, count: int) -> tuple[float, float]:
    """Return the order before a gap between lines, and the step at which so many others fill it."""
    first = lines[0].order if lines else 0.0
    low = lines[gap - 1].order if gap > 0 else first - 1.0
    high = lines[gap].order if gap < len(lines) else low + count + 1
    return low, (high - low) / (count + 1)
