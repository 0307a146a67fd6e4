"""What a purge takes out of a history: all of it, what holds a text, or what is old."""

from dataclasses import dataclass
from typing import Protocol

from mnemoscope_shared.store.history_replay import StateRecord
from mnemoscope_shared.store.history_text import holds, tells_of


class Selection(Protocol):
    """What is to go."""

    def takes(self, record: StateRecord) -> bool:
        """Return whether a record goes."""

    def forbids(self, line: str) -> bool:
        """Return whether a line of the memory may not be in a new checkpoint."""


@dataclass(frozen=True, slots=True)
class Everything:
    """The whole history."""

    def takes(self, _record: StateRecord) -> bool:
        """Return whether a record goes."""
        return True

    def forbids(self, _line: str) -> bool:
        """Return whether a line of the memory may not be in a new checkpoint."""
        return True


@dataclass(frozen=True, slots=True)
class Holding:
    """Every record that holds a text, which no new checkpoint may bring back; see `history_text.holds`."""

    text: str

    def takes(self, record: StateRecord) -> bool:
        """Return whether a record goes."""
        return tells_of(record, self.text)

    def forbids(self, line: str) -> bool:
        """Return whether a line of the memory may not be in a new checkpoint."""
        return holds(line, self.text)


@dataclass(frozen=True, slots=True)
class OlderThan:
    """Every record from before a time, in ms since 1970."""

    milliseconds: int

    def takes(self, record: StateRecord) -> bool:
        """Return whether a record goes."""
        return record.time < self.milliseconds

    def forbids(self, _line: str) -> bool:
        """Return whether a line of the memory may not be in a new checkpoint."""
        return False
