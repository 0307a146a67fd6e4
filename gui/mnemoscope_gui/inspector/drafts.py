"""Drafts: what a person has typed about entities and not committed, kept beside the memory file.

They are kept in the user's state folder: the memory file is the assistant's.
"""

import json
from pathlib import Path
from typing import Literal

import msgspec

from mnemoscope_gui.state_files import StateFiles

FieldName = Literal["name", "type", "observation", "new_observation", "relation_type", "relation_target"]
_FOLDER = "drafts"


class FieldDraft(msgspec.Struct, frozen=True):
    """The text in one field.

    Attributes:
        field: which one.
        base: what the memory had there when the typing began; empty for something new.
        text: what is typed.
    """

    field: FieldName
    base: str
    text: str

    @property
    def key(self) -> "DraftKey":
        """What identifies it within an entity: each observation has a field of its own."""
        return draft_key(self.field, self.base)


DraftKey = tuple[FieldName, str]
DraftsByName = dict[str, dict[DraftKey, FieldDraft]]


def draft_key(field: FieldName, base: str = "") -> DraftKey:
    """Return the key of a field; `base` tells observations apart."""
    return (field, base if field == "observation" else "")


class _Stored(msgspec.Struct):
    drafts: dict[str, list[FieldDraft]]


class DraftStore:
    """The drafts about each memory. The methods read and write files: not for the window's thread."""

    def __init__(self, state_folder: Path) -> None:
        self._files = StateFiles(state_folder / _FOLDER)

    def recall(self, memory: Path) -> DraftsByName:
        """Return the drafts about a memory; none where nothing is kept, or nothing that makes sense."""
        try:
            stored = msgspec.convert(json.loads(self._files.read(memory)), _Stored).drafts
        except (OSError, ValueError, RecursionError):
            return {}
        return {name: {draft.key: draft for draft in drafts} for name, drafts in stored.items() if drafts}

    def keep(self, memory: Path, drafts: dict[str, list[FieldDraft]]) -> None:
        """Keep these drafts in place of those of earlier; OSError where the system refuses."""
        # As `json` writes it, a text may hold half a surrogate pair.
        data = json.dumps(msgspec.to_builtins(_Stored(drafts))).encode()
        self._files.write(memory, data)
