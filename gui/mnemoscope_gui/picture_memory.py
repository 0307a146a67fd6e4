"""What the program remembers of each memory's picture: a file of its own in the user's state folder.

Nothing here matters enough to trouble a person: what cannot be read counts as not there, and what cannot be
written is left out.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta

from mnemoscope_gui.canvas.remembered import RememberedCamera, RememberedPicture
from mnemoscope_gui.state_files import StateFiles
from mnemoscope_gui.theme import TYPE_SLOT_COUNT

_FOLDER = "pictures"
_FARTHEST = 1e7
"""Edge lengths from the origin; float32 still tells neighbours apart there."""

_DECIMALS = 4
"""Of a position: a hundredth of a pixel at 100 %."""

_Slot = Annotated[int, Meta(ge=0, lt=TYPE_SLOT_COUNT)]
_Coordinate = Annotated[float, Meta(ge=-_FARTHEST, le=_FARTHEST)]
_Scale = Annotated[float, Meta(ge=1e-6, le=100)]
_Natural = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True)
class Remembered:
    """What is kept for one memory file.

    Attributes:
        picture: nodes and camera.
        type_slots: the colour slot of each type that has one.
    """

    picture: RememberedPicture
    type_slots: dict[str, int] = field(default_factory=dict)


class _Stored(msgspec.Struct):
    """The JSON in the file."""

    version: Literal[1]
    keys: list[tuple[str, _Natural]]
    positions: list[tuple[_Coordinate, _Coordinate]]
    pinned: list[_Natural]
    isolated: list[_Natural]
    camera: tuple[_Scale, _Coordinate, _Coordinate] | None
    type_slots: dict[str, _Slot]


class PictureMemory:
    """The pictures of the newest memory files.

    The methods read and write files; call them off the window's thread.
    """

    def __init__(self, state_folder: Path) -> None:
        self._files = StateFiles(state_folder / _FOLDER)

    def file_for(self, memory: Path) -> Path:
        """Where the picture of a memory file, named by its resolved path, is kept."""
        return self._files.path(memory)

    def recall(self, memory: Path) -> Remembered | None:
        """What is remembered of a memory file; None where nothing is, or nothing that makes sense."""
        try:
            return _remembered(msgspec.convert(json.loads(self._files.read(memory)), _Stored))
        except (OSError, ValueError, RecursionError):
            return None

    def keep(self, memory: Path, remembered: Remembered) -> None:
        """Remember, in place of what was; where the folder cannot be written, nothing happens."""
        data = json.dumps(msgspec.to_builtins(_stored(remembered)), separators=(",", ":")).encode()
        with suppress(OSError):
            self._files.write(memory, data)


def _stored(remembered: Remembered) -> _Stored:
    picture = remembered.picture
    camera = picture.camera
    return _Stored(
        version=1,
        keys=list(picture.keys),
        positions=picture.positions.astype(np.float64).round(_DECIMALS).tolist(),
        pinned=sorted(picture.pinned),
        isolated=sorted(picture.isolated),
        camera=None if camera is None else (camera.scale, *camera.centre),
        type_slots=remembered.type_slots,
    )


def _remembered(stored: _Stored) -> Remembered:
    """What a file says; ValueError where its parts contradict each other."""
    count = len(stored.keys)
    is_sound = len(stored.positions) == count == len(set(stored.keys))
    if not is_sound or any(node >= count for node in (*stored.pinned, *stored.isolated)):
        raise ValueError
    if len(set(stored.type_slots.values())) < len(stored.type_slots):
        raise ValueError
    positions = np.array(stored.positions, np.float32).reshape(-1, 2)
    if not np.isfinite(positions).all():
        raise ValueError
    camera = stored.camera
    picture = RememberedPicture(
        keys=tuple(stored.keys),
        positions=positions,
        pinned=frozenset(stored.pinned),
        isolated=frozenset(stored.isolated),
        camera=None if camera is None else RememberedCamera(camera[0], camera[1:]),
    )
    return Remembered(picture, stored.type_slots)
