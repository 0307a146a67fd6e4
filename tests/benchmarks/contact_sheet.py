"""A sheet with the picture of every graph, ours beside d3's, and of the sample memories, to be looked at."""

import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from mnemoscope_gui.canvas.camera import bounds_of, fit
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.layout.engine import lay_out
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.picture import render_picture
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.scene import Scene, build_scene
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

SAMPLES = Path(__file__).parents[3] / "shared" / "samples"
TILE = (640, 420)
TITLE_HEIGHT = 24
COLUMNS = 4
COLOURS = 8


def draw_contact_sheet(pictures, path):
    """Write a PNG: `pictures` are (size, graph, our layout, d3's or None), two tiles each."""
    app = QGuiApplication.instance() or QGuiApplication([])
    tiles = []
    for size, graph, ours, d3 in pictures:
        tiles.append((f"{graph.name}, {size:,}: ours, {ours.seconds:.2f} s", _tile(graph, ours.positions)))
        if d3 is not None:
            tiles.append(
                (f"{graph.name}, {size:,}: d3-force, {d3.seconds:.1f} s", _tile(graph, d3.positions))
            )
    tiles += _sample_tiles()
    _arranged(tiles).save(str(path))
    del app


def scene_of(graph):
    """Return a scene without names in which communities have colours."""
    count = graph.node_count
    groups = np.zeros(count, int) if graph.communities is None else graph.communities
    degrees = np.bincount(graph.edges.ravel(), minlength=count).astype(np.int32)
    return Scene(
        keys=tuple(("", node) for node in range(count)),
        types=("",) * count,
        type_slots=(groups % COLOURS).astype(np.int32),
        degrees=degrees,
        weights=degrees.astype(np.float64),
        is_ghost=np.zeros(count, bool),
        first_observations=("",) * count,
        edges=graph.edges.astype(np.int32),
        relation_types=("",) * len(graph.edges),
    )


def _tile(graph, positions):
    """Return the picture as the canvas paints it, without labels."""
    frame = Frame(*TILE)
    painter = GraphPainter(Theme.light())
    painter.set_scene(PreparedScene(scene_of(graph)))
    painter.paint_exact(frame, painter.project(positions, fit(bounds_of(positions), TILE), TILE))
    return frame.image.copy()


def _sample_tiles():
    return [tile for path in sorted(SAMPLES.glob("*.json*")) for tile in _tiles_of_sample(path)]


def _tiles_of_sample(path):
    """Return the picture of one memory file, with labels; a note where it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        try:
            snapshot = MemoryFile(copy, Writer("window")).read()
        except MnemoscopeError as error:
            return [(f"{path.name}: {error}", QImage())]
    slots = TypeSlots()
    slots.learn(entity.entity_type for entity in snapshot.entities)
    scene = build_scene(snapshot.entities, snapshot.relations, slots.slot)
    positions = lay_out(scene.node_count, scene.edges)
    return [(path.name, render_picture(scene, positions, Theme.light(), QSize(*TILE)))]


def _arranged(tiles):
    rows = -(-len(tiles) // COLUMNS)
    sheet = QImage(COLUMNS * TILE[0], rows * (TILE[1] + TITLE_HEIGHT), QImage.Format.Format_RGB32)
    sheet.fill(QColor("white"))
    font = QFont()
    font.setPixelSize(15)
    with QPainter(sheet) as painter:
        painter.setFont(font)
        painter.setPen(QColor("black"))
        for number, (title, image) in enumerate(tiles):
            row, column = divmod(number, COLUMNS)
            x, y = column * TILE[0], row * (TILE[1] + TITLE_HEIGHT)
            place = QRectF(x + 6, y, TILE[0] - 12, TITLE_HEIGHT)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
            painter.drawImage(x, y + TITLE_HEIGHT, image)
            painter.drawRect(x, y + TITLE_HEIGHT, TILE[0] - 1, TILE[1] - 1)
    return sheet
