"""Views of a memory that a person has saved: what is hidden, what is in focus, where the camera stands.

They are kept beside the remembered pictures, in the user's state folder: the memory file is the assistant's.
"""

import json
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from mnemoscope_gui.state_files import StateFiles

VIEWS_KEPT = 100
_FOLDER = "views"
_Scale = Annotated[float, Meta(ge=1e-6, le=100)]
_Coordinate = Annotated[float, Meta(ge=-1e7, le=1e7)]


class SavedView(msgspec.Struct, frozen=True):
    """One view.

    Attributes:
        name: what the person calls it.
        hidden_types, hidden_relation_types: what is not shown.
        focus: the names of the entities in focus; none where everything is shown.
        depth: how many relations the focus reaches.
        camera: zoom, and the scene point in the middle, edge lengths.
    """

    name: str
    hidden_types: list[str] = msgspec.field(default_factory=list)
    hidden_relation_types: list[str] = msgspec.field(default_factory=list)
    focus: list[str] = msgspec.field(default_factory=list)
    depth: Annotated[int, Meta(ge=1, le=1_000)] = 1
    camera: tuple[_Scale, _Coordinate, _Coordinate] | None = None


class _Stored(msgspec.Struct):
    views: list[SavedView]


class ViewStore:
    """The saved views of each memory file. The methods read and write files: not for the window's thread."""

    def __init__(self, state_folder: Path) -> None:
        self._files = StateFiles(state_folder / _FOLDER)

    def recall(self, memory: Path) -> list[SavedView]:
        """Return the views of a memory; none where nothing is kept, or nothing that makes sense."""
        try:
            return msgspec.convert(json.loads(self._files.read(memory)), _Stored).views[:VIEWS_KEPT]
        except (OSError, ValueError, RecursionError):
            return []

    def keep(self, memory: Path, views: list[SavedView]) -> bool:
        """Keep these views in place of those of earlier; return whether the system allowed it."""
        data = json.dumps(msgspec.to_builtins(_Stored(views[:VIEWS_KEPT]))).encode()
        try:
            self._files.write(memory, data)
        except OSError:
            return False
        return True
