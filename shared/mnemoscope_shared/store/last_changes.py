"""When each entity was last changed."""

from collections.abc import Iterable

import msgspec

from mnemoscope_shared.model import Change, Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import ChangeRecord
from mnemoscope_shared.store.jsonl import decode_line


class _Named(msgspec.Struct, tag_field="type", tag="entity", gc=False):
    """All of an entity that counts here: the rest need not be made."""

    name: str


_named = msgspec.json.Decoder(_Named)


class LastChanges:
    """For each entity when its own line was last written: a new name, type or observation, an undo of one.

    A change of its relations is none of its own. Built once from the history, then carried from change to
    change; not for several threads at once.

    Attributes:
        times: by name, in ms since 1970; an entity is missing that no write in the history tells of.
    """

    def __init__(self, newest_first: Iterable[ChangeRecord], snapshot: Snapshot) -> None:
        """Read the writes until one is found for each entity of the snapshot.

        Raises:
            HistoryError: the history cannot be read.
        """
        self.times: dict[str, int] = {}
        missing = set(snapshot.lines_by_name)
        records = iter(newest_first)
        while missing and (record := next(records, None)) is not None:
            written = missing.intersection(_names_written(record))
            self.times.update(dict.fromkeys(written, record.time))
            missing -= written

    def follow(self, change: Change, milliseconds: int) -> None:
        """Take note of a change to the memory and its time, in ms since 1970."""
        entity_changes = [one for one in change if one.part == "entities"]
        for one in entity_changes:
            if one.before is not None and isinstance(one.before.record, Entity):
                self.times.pop(one.before.record.name, None)
        for one in entity_changes:
            if one.after is not None and isinstance(one.after.record, Entity):
                self.times[one.after.record.name] = milliseconds


def _names_written(record: ChangeRecord) -> list[str]:
    """Return the names of the entities in the lines that a write left."""
    lines = [one.after for one in record.changes if one.part == "entities" and one.after is not None]
    return [name for name in map(_name_in, lines) if name is not None]


def _name_in(line: str) -> str | None:
    try:
        return _named.decode(line).name
    except (msgspec.DecodeError, UnicodeEncodeError):
        return _name_in_any_spelling(line)


def _name_in_any_spelling(line: str) -> str | None:
    try:
        record = decode_line(line.encode())
    except (ValueError, RecursionError):
        return None
    return record.name if isinstance(record, Entity) else None
