"""What each write of a history did, in the words of its edit."""

from collections.abc import Iterable, Iterator

from mnemoscope_shared.store.history_record import ChangeRecord


def labels(oldest_first: Iterable[ChangeRecord]) -> Iterator[str]:
    """Yield the label of each write; what takes back a write is an undo, what takes back an undo a redo."""
    undos: set[str] = set()
    for record in oldest_first:
        label = record.label or record.operation
        if record.undo is not None and record.undo in undos:
            label = f"Redo: {label}"
        elif record.undo is not None:
            undos.add(record.id)
            label = f"Undo: {label}"
        yield label
