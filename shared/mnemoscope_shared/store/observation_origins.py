"""Where each observation of an entity came from: who wrote it, and when."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import ChangeRecord, Writer
from mnemoscope_shared.store.history_sieve import NameSieve
from mnemoscope_shared.store.recorded_records import EntityChange, entity_changes


@dataclass(frozen=True, slots=True)
class Origin:
    """The write that added an observation.

    Attributes:
        time: when, in ms since 1970. Without a writer: since when the history would tell of that write; None
            if it would not.
        writer: who wrote; None where no write in the history did: it is older, or was purged.
        record_id: the history's record; empty where there is none.
    """

    time: int | None
    writer: Writer | None = None
    record_id: str = ""


@dataclass(slots=True, eq=False)
class _Trace:
    """One observation on its way back in time.

    Attributes:
        name: the entity that has it.
        text: the observation.
        is_there: whether it is there, or was put back later on by a write that only undid its removal.
        origin: where it came from, once found.
    """

    name: str
    text: str
    is_there: bool = True
    origin: Origin | None = None


def observation_origins(
    newest_first: Iterable[ChangeRecord], entity: Entity, sieve: NameSieve
) -> tuple[Origin, ...]:
    """Return for each observation of an entity, as it is now, the last write that added it.

    An observation keeps its origin when its entity is renamed, when one write takes it from an entity and
    gives it to another (a move, a merge), and when it was removed and an undo or a recovery put it back. An
    observation that was written anew is a new one. Of equal texts in one entity the later ones are taken for
    the younger ones.

    Args:
        newest_first: the writes, as `sieve` lets them through.
        entity: as it is after the newest write; no other one has its name.
        sieve: looks for its name; it is told of the other ones.

    Raises:
        HistoryError: the history cannot be read.
    """
    traces = unexplained = [_Trace(entity.name, text) for text in entity.observations]
    records = iter(newest_first)
    while unexplained and (record := next(records, None)) is not None:
        _WriteBack(record, entity_changes(record, sieve.may_be_named_in)).follow(unexplained)
        unexplained = [trace for trace in unexplained if trace.origin is None]
        sieve.look_for(trace.name for trace in unexplained)
    older = Origin(sieve.since)
    return tuple(trace.origin or older for trace in traces)


class _WriteBack:
    """A write, gone through from what it left to what it found."""

    def __init__(self, record: ChangeRecord, changes: Sequence[EntityChange]) -> None:
        self._record = record
        self._changes = changes
        self._sources: dict[str, list[str]] | None = None

    def follow(self, traces: Iterable[_Trace]) -> None:
        """Take observations back to before the write."""
        places: defaultdict[str, defaultdict[str, list[_Trace]]] = defaultdict(lambda: defaultdict(list))
        for trace in traces:
            places[trace.name][trace.text].append(trace)
        states = _by_name(self._changes)
        for name in places.keys() & states.keys():
            before, after = states[name]
            had, has = _counts(before), _counts(after)
            for text, alike in places[name].items():
                added = _take_back(alike, had[text], has[text])
                for trace in alike:
                    trace.name = before.name if before is not None else name
                for trace in added:
                    self._find_origin(trace)

    def _find_origin(self, trace: _Trace) -> None:
        """Decide about an observation that the write added to an entity."""
        record = self._record
        if sources := self._sources_of(trace.text):
            trace.name = sources.pop()
        elif record.undo is not None or record.who.app == "recovery":
            trace.is_there = False
        else:
            trace.origin = Origin(record.time, record.who, record.id)

    def _sources_of(self, text: str) -> list[str]:
        """Return the entities from which the write took an observation, as often as it did."""
        if self._sources is None:
            self._sources = defaultdict(list)
            for before, after in entity_changes(self._record):
                if before is not None:
                    lost = Counter(before.observations) - Counter(after.observations if after else ())
                    for lost_text in lost.elements():
                        self._sources[lost_text].append(before.name)
        return self._sources.get(text, [])


def _by_name(changes: Iterable[EntityChange]) -> dict[str, EntityChange]:
    """Return entities before and after a write by their names after it; those that it removed by their own.

    A name that an entity gave up for another one stood for nothing, before and after.
    """
    states: dict[str, EntityChange] = {after.name: (before, after) for before, after in changes if after}
    for before, after in changes:
        if before is not None:
            states.setdefault(before.name, (before, None) if after is None else (None, None))
    return states


def _counts(entity: Entity | None) -> Counter[str]:
    return Counter(entity.observations if entity is not None else ())


def _take_back(alike: list[_Trace], had: int, has: int) -> list[_Trace]:
    """Take equal observations of an entity back to before a write, and return those that it added.

    Args:
        alike: the observations, in their order.
        had, has: how many of them the entity had before the write, and after it.
    """
    there = [trace for trace in alike if trace.is_there]
    put_back = [trace for trace in alike if not trace.is_there]
    while put_back and len(there) < has:  # the history does not have the write that removed it
        there.append(put_back.pop())
    for trace in there[has:]:  # nor the one that added it
        trace.origin = Origin(None)
    for trace in [*there[:has], *put_back[: max(0, had - has)]]:
        trace.is_there = True
    return there[had:has]
