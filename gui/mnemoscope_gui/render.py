"""A picture of a memory without a window and without a screen."""

import os
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from mnemoscope_gui.canvas.layout.engine import lay_out
from mnemoscope_gui.canvas.picture import render_picture
from mnemoscope_gui.canvas.scene import build_scene
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

_SIZE = QSize(1600, 1000)


class PictureNotWritten(MnemoscopeError):
    """The picture cannot be put where it was asked for."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} could not be written. Name a .png file in a folder that exists.")


def render_file(memory_path: Path, picture_path: Path, *, dark: bool) -> None:
    """Draw a memory file to a PNG.

    Raises:
        StoreError: the memory cannot be read.
        PictureNotWritten: the picture cannot be written.
    """
    memory = MemoryFile(memory_path, Writer("window"), keep_history=False)
    image = draw(memory.read(), Theme.dark() if dark else Theme.light())
    if not image.save(str(picture_path)):
        raise PictureNotWritten(picture_path)


def draw(snapshot: Snapshot, theme: Theme, size: QSize = _SIZE) -> QImage:
    """Return the picture of a snapshot, laid out anew."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication([])
    slots = TypeSlots()
    slots.learn(entity.entity_type for entity in snapshot.entities)
    scene = build_scene(snapshot.entities, snapshot.relations, slots.slot)
    image = render_picture(scene, lay_out(scene.node_count, scene.edges), theme, size)
    del app
    return image
