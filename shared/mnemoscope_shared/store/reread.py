"""Reading a memory again that others have changed: what they left alone stays the same objects.

So the indexes follow a write of another program as they follow our own, at the cost of what it changed, and
thousands of objects are not made anew, equal to those that go.
"""

from collections.abc import Iterable, Iterator
from operator import attrgetter, lt
from pathlib import Path
from typing import NamedTuple

from mnemoscope_shared.model import Line, LineChange, Part, Record
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode, decode_line, partition, split_lines

# With more of them in a file, reading all of it in one go takes less time.
_LARGEST_NEW_SHARE = 0.5

_raw = attrgetter("raw")


class _New(NamedTuple):
    raw: bytes
    record: Record | None


_Read = Line | _New


def decode_after(before: Snapshot, data: bytes, path: Path) -> Snapshot:
    """Return what `jsonl.decode` returns, made of an earlier snapshot's lines where they are there.

    The indexes of the earlier snapshot are carried over. Where most is new, or the lines have changed
    places, all is made anew.

    Raises:
        CorruptLine: see `jsonl.decode`.
        NotJsonLines: see `jsonl.decode`.
    """
    read = _read(before, data)
    if read is None:
        return decode(data, path)
    entities, relations = partition(read)
    entity_lines = _lines_after(before.entity_lines, entities)
    relation_lines = _lines_after(before.relation_lines, relations)
    if entity_lines is None or relation_lines is None:
        return decode(data, path)
    changes = [
        *_changes("entities", before.entity_lines, entity_lines),
        *_changes("relations", before.relation_lines, relation_lines),
    ]
    return before.followed_by(Snapshot(entity_lines, relation_lines), changes)


def _read(before: Snapshot, data: bytes) -> list[_Read] | None:
    """Return the lines, of those that were there the objects; None where most are new, or it is not plain."""
    if not before.entity_lines and not before.relation_lines:
        return None
    raws = split_lines(data.removeprefix(BYTE_ORDER_MARK))
    lines = [*before.entity_lines, *before.relation_lines]
    known = dict(zip(map(_raw, lines), lines, strict=True))
    found = list(map(known.get, raws))
    # One line alone may be a document that is no memory file.
    if len(raws) < 2 or found.count(None) > _LARGEST_NEW_SHARE * len(raws):
        return None
    try:
        return [
            line if line is not None else _New(raw, decode_line(raw))
            for raw, line in zip(raws, found, strict=True)
        ]
    except (ValueError, RecursionError):
        return None


def _lines_after(lines: list[Line], read: list[_Read]) -> list[Line] | None:
    """Return the lines of one half as they are now; None where those that stayed changed places or repeat."""
    stayed = {line for line in read if isinstance(line, Line)}
    gone = {line.record.key: line.order for line in lines if line.record is not None and line not in stayed}
    orders = [
        one.order if isinstance(one, Line) else gone.pop(one.record.key, None) if one.record else None
        for one in read
    ]
    filled = list(_filled(orders))
    if not all(map(lt, filled, filled[1:])):
        return None
    return [
        one if isinstance(one, Line) else Line(one.raw, one.record, order)
        for one, order in zip(read, filled, strict=True)
    ]


def _filled(orders: Iterable[float | None]) -> Iterator[float]:
    """Give those without an order one between their neighbours'; those at the end follow 1 apart."""
    previous, waiting = -1.0, 0
    for order in orders:
        if order is None:
            waiting += 1
            continue
        step = (order - previous) / (waiting + 1)
        yield from (previous + step * place for place in range(1, waiting + 1))
        yield order
        previous, waiting = order, 0
    yield from (previous + place for place in range(1, waiting + 1))


def _changes(part: Part, before: list[Line], after: list[Line]) -> Iterator[LineChange]:
    """Tell which lines went and came; one that came where another went replaces it."""
    were, are = set(before), set(after)
    come = {line.order: (index, line) for index, line in enumerate(after) if line not in were}
    for index, line in enumerate(before):
        if line not in are:
            _, replacement = come.pop(line.order, (index, None))
            yield LineChange(part, index, line, replacement)
    yield from (LineChange(part, index, None, line) for index, line in come.values())
