"""A sheet with the picture of every graph and every sample memory, ours beside d3's, to be looked at."""

from pathlib import Path

import numpy as np
from layout_engines import lay_out_ours
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from sample_layouts import SampleLayout

from mnemoscope_gui.canvas.camera import bounds_of, fit
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.picture import render_picture
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.scene import Scene, build_scene
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.store.convert import plan_conversion
from mnemoscope_shared.store.jsonl import decode

SAMPLES = Path(__file__).parents[3] / "shared" / "samples"
TILE = (640, 420)
TITLE_HEIGHT = 24
COLUMNS = 4
COLOURS = 8


def draw_contact_sheet(pictures, d3, path):
    """Write a PNG: `pictures` are (size, graph, our layout, d3's or None), two tiles each.

    The samples are laid out here, also by `d3` where it is not None.
    """
    app = QGuiApplication.instance() or QGuiApplication([])
    tiles = []
    for size, graph, ours, theirs in pictures:
        tiles.append((f"{graph.name}, {size:,}: ours, {ours.seconds:.2f} s", _tile(graph, ours.positions)))
        if theirs is not None:
            title = f"{graph.name}, {size:,}: d3-force, {theirs.seconds:.1f} s"
            tiles.append((title, _tile(graph, theirs.positions)))
    tiles += _sample_tiles(d3)
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


def _sample_tiles(d3):
    return [tile for path in sorted(SAMPLES.glob("*.json*")) for tile in _tiles_of_sample(path, d3)]


def _tiles_of_sample(path, d3):
    """Return the pictures of one memory file, with labels."""
    snapshot = _read_sample(path)
    slots = TypeSlots()
    slots.learn(snapshot.entity_type_counts)
    scene = build_scene(snapshot.entities, snapshot.relations, slots.slot)
    graph = SampleLayout(path.name, scene.node_count, scene.edges)
    layouts = [("ours", lay_out_ours(graph))]
    if d3 is not None:
        layouts.append(("d3-force", d3.lay_out(graph)))
    return [
        (
            f"{path.name}: {engine}, {layout.seconds:.2f} s",
            render_picture(scene, layout.positions, Theme.light(), QSize(*TILE)),
        )
        for engine, layout in layouts
    ]


def _read_sample(path):
    """Return what the file holds, converted where it is a document of another kind."""
    data = path.read_bytes()
    plan = plan_conversion(data, path)
    return decode(data if plan is None else plan.data, path)


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
