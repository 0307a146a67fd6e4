"""Bringing back what others removed."""

from dataclasses import dataclass
from typing import ClassVar

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.model import Change, Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import RecordedChange, Writer, change_record, recorded
from mnemoscope_shared.store.jsonl import decode_line
from mnemoscope_shared.store.revert import Revert, same_object
from mnemoscope_shared.wording import counted, name_or_count


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put removed lines back where they stood; an entity or relation that is there again stays as it is.

    It inserts: see `MemoryFile.apply`.
    """

    removed: tuple[RecordedChange, ...]
    operation: ClassVar[str] = "put_back"

    @classmethod
    def of(cls, removed: Change) -> "PutBack":
        """Make the edit of the changes that removed the lines."""
        return cls(recorded(removed))

    @property
    def label(self) -> str:
        """What comes back."""
        records = [decode_line(one.before.encode()) for one in self.removed if one.before is not None]
        names = [record.name for record in records if isinstance(record, Entity)]
        if not names:
            return f"Put back {counted(len(self.removed), 'relation', 'relations')}"
        return f"Put back {name_or_count(names, 'entities')}"

    def apply(self, snapshot: Snapshot) -> Outcome[None]:
        """Return the additions."""
        missing = tuple([one for one in self.removed if same_object(snapshot, one.before) is None])
        removal = change_record(Writer("outside"), "outside", ("", ""), missing, self.label)
        return Revert(removal).apply(snapshot)
