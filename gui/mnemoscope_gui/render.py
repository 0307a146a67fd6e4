"""A picture of a memory without a window and without a screen."""

import os
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication

from mnemoscope_gui.canvas.camera import bounds_of, fit
from mnemoscope_gui.canvas.focus import FocusArea, shown_nodes
from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.canvas.layout.engine import lay_out
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.scene import Scene, build_scene
from mnemoscope_gui.picture_file import check_path, draw_for, write_picture
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.search import nearest_names
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

_SUGGESTIONS = 3


class NothingToFocus(MnemoscopeError):
    """No node has the name that the picture is to be about."""

    def __init__(self, name: str, suggestions: list[str]) -> None:
        names = " or ".join(f"“{shortened(suggestion, 80)}”" for suggestion in suggestions)
        advice = f"Did you mean {names}?" if names else "Look up the name in the window or in the file."
        super().__init__(f"No entity is named “{shortened(name, 80)}”. {advice}")


def render_file(
    memory_path: Path,
    picture_path: Path,
    *,
    dark: bool = False,
    size: tuple[int, int],
    focus: str | None = None,
    depth: int = 1,
) -> None:
    """Draw a memory file to a PNG, SVG or PDF of `size` px, laid out anew.

    With `focus` only what is at most `depth` relations away from the entity of that name is drawn.

    Raises:
        StoreError: the memory cannot be read.
        NothingToFocus: no node has the name `focus`.
        PictureNotWritten: the picture cannot be written.
    """
    check_path(picture_path)
    memory = MemoryFile(memory_path, Writer("window"), keep_history=False)
    scene = _scene_of(memory.read(), focus, depth)
    positions = lay_out(scene.node_count, scene.edges)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication([])
    theme = Theme.dark() if dark else Theme.light()
    camera = fit(bounds_of(positions), size)
    picture = draw_for(picture_path, PreparedScene(scene), positions, theme, camera, QSize(*size))
    write_picture(picture, picture_path)
    del app


def _scene_of(snapshot: Snapshot, focus: str | None, depth: int) -> Scene:
    slots = TypeSlots()
    slots.learn(snapshot.entity_type_counts)
    scene = build_scene(snapshot.entities, snapshot.relations, slots.slot)
    if focus is None:
        return scene
    node = scene.node_named(focus)
    if node is None:
        raise NothingToFocus(focus, nearest_names(snapshot, focus, _SUGGESTIONS))
    shown = shown_nodes(scene, FocusArea(frozenset((node,)), min(depth, scene.node_count)))
    edges = np.flatnonzero(shown[scene.edges].all(axis=1))
    entities = [entity for entity, is_shown in zip(snapshot.entities, shown, strict=False) if is_shown]
    return build_scene(entities, [snapshot.relations[edge] for edge in edges], slots.slot)
