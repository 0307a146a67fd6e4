"""One write of the history as a line for a person, or as JSON for a program."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from mnemoscope_server.terminal import printable, shortened
from mnemoscope_shared.store.history_labels import labels
from mnemoscope_shared.store.history_record import ChangeRecord
from mnemoscope_shared.writer_names import writer_name_and_version

_LONGEST_WRITER = 30
_LONGEST_LABEL = 60


def listing(records: Iterable[ChangeRecord]) -> Iterator[str]:
    """Yield a line for each write: local time, who, what, lines added, removed and changed, id."""
    records = list(records)
    rows = [_row(record, label) for record, label in zip(records, labels(records), strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))


def json_lines(records: Iterable[ChangeRecord]) -> Iterator[str]:
    """Yield a JSON object for each write, in ASCII; `time` is in ms since 1970."""
    for record in records:
        added, removed, changed = _counts(record)
        yield json.dumps(
            {
                "id": record.id,
                "time": record.time,
                "app": record.who.app,
                "client": record.who.client,
                "version": record.who.version,
                "pid": record.who.pid,
                "operation": record.operation,
                "label": record.label,
                "added": added,
                "removed": removed,
                "changed": changed,
                "undo": record.undo,
            }
        )


def _row(record: ChangeRecord, label: str) -> tuple[str, ...]:
    added, removed, changed = _counts(record)
    return (
        _local_time(record.time),
        shortened(printable(writer_name_and_version(record.who)), _LONGEST_WRITER),
        shortened(printable(label), _LONGEST_LABEL),
        f"+{added} -{removed} ~{changed}",
        printable(record.id),
    )


def _counts(record: ChangeRecord) -> tuple[int, int, int]:
    added = sum(change.before is None for change in record.changes)
    removed = sum(change.after is None for change in record.changes)
    return added, removed, len(record.changes) - added - removed


def _local_time(milliseconds: int) -> str:
    try:
        return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return f"{milliseconds} ms"
