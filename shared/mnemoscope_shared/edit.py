"""What an edit is: something with a name that turns a snapshot into a change and an answer."""

from typing import Generic, Protocol, TypeVar

from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import Snapshot

Result = TypeVar("Result", covariant=True)


class Outcome(Generic[Result]):
    """What an edit does to a snapshot: the change and the answer for whoever asked."""

    def __init__(self, change: Change, result: Result) -> None:
        self.change = change
        self.result = result


class Edit(Protocol[Result]):
    """What `MemoryFile.apply` takes."""

    @property
    def operation(self) -> str:
        """Its name in the history."""
        ...

    @property
    def label(self) -> str:
        """What it does, for the Undo menu: “Rename Alice to Bob”."""
        ...

    def apply(self, snapshot: Snapshot) -> Outcome[Result]:
        """Return the change and the answer; raise an `EditError` where the edit does not fit."""
        ...


def preview(snapshot: Snapshot, edit: Edit[Result]) -> Result:
    """Return what an edit would answer; nothing is written. Raise an `EditError` where it does not fit."""
    return edit.apply(snapshot).result
