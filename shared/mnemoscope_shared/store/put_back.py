"""Bringing back what others removed."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.losses import Lost, missing
from mnemoscope_shared.model import Entity, Line, LineChange, Part
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.insertions import insertions
from mnemoscope_shared.wording import counted, name_or_count

_PARTS: tuple[Part, Part] = ("entities", "relations")


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put lost lines back where they stood; an entity or relation that is there again stays as it is.

    It inserts: see `MemoryFile.apply`.

    Attributes:
        base: the memory in which they stood.
        lost: what comes back; what is not in `base` comes to the end.
    """

    base: Snapshot
    lost: Sequence[Lost]
    operation: ClassVar[str] = "put_back"

    @property
    def label(self) -> str:
        """What comes back."""
        names = [one.record.name for one in self.lost if isinstance(one.record, Entity)]
        if not names:
            return f"Put back {counted(len(self.lost), 'relation', 'relations')}"
        return f"Put back {name_or_count(names, 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        """Return the additions."""
        wanted = missing(self.lost, snapshot)
        changes: list[LineChange] = []
        for part in _PARTS:
            lost = [one for one in wanted if one.part == part]
            lines = snapshot.part(part)
            changes += insertions(lines, part, _places(self.base.part(part), lines, lost))
        return Outcome(tuple(changes), None)


def _places(base: list[Line], lines: list[Line], lost: list[Lost]) -> list[tuple[int, bytes]]:
    """Return each lost line with the gap behind the nearest line before it that is still there."""
    waiting: dict[object, list[bytes]] = {}
    for one in lost:
        waiting.setdefault(one.record.key, []).append(one.raw)
    index_of = {line.raw: index for index, line in enumerate(lines)}
    places, gap = [], 0
    for line in base if waiting else ():
        raws = waiting.get(line.record.key) if line.record is not None else None
        if raws and line.raw not in index_of:
            places.append((gap, raws.pop(0)))
        else:
            gap = index_of.get(line.raw, gap - 1) + 1
    places += [(len(lines), raw) for raws in waiting.values() for raw in raws]
    return sorted(places, key=itemgetter(0))
