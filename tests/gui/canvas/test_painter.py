"""Frames of large graphs: previews are cheap samples, the exact picture comes in pieces and is the same."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from mnemoscope_gui.canvas import painter as painter_module
from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (600, 400)


@pytest.fixture
def painted(random_scene):
    """A function from a number of nodes and edges to a painter, its projection and an empty frame."""

    def make(node_count, edge_count):
        scene, positions = random_scene(7, node_count, edge_count)
        painter = GraphPainter(Theme.light())
        painter.set_scene(PreparedScene(scene))
        frame = Frame(*SIZE)
        return painter, painter.project(positions, fit(bounds_of(positions), SIZE), SIZE), frame

    return make


def test_a_preview_of_a_small_graph_is_the_exact_picture(painted):
    painter, seen, frame = painted(100, 300)
    assert painter.paint_preview(frame, seen) is True
    exact = Frame(*SIZE)
    painter.paint_exact(exact, seen)
    assert np.array_equal(frame.pixels, exact.pixels)


def test_a_preview_of_a_large_graph_is_not_exact_but_shows_every_node(painted):
    painter, seen, frame = painted(7_000, 40_000)
    assert painter.paint_preview(frame, seen) is False
    exact = Frame(*SIZE)
    painter.paint_exact(exact, seen)
    colors = np.array([color.rgb() for color in Theme.light().type_colors], np.uint32)
    assert np.array_equal(np.isin(frame.pixels, colors), np.isin(exact.pixels, colors))


def test_the_exact_picture_of_a_large_graph_comes_in_pieces(painted):
    painter, seen, frame = painted(3_000, 20_000)
    assert sum(1 for _ in painter.paint_exact_in_pieces(frame, seen)) > 1
    assert frame.camera == seen.camera


def test_the_exact_picture_is_the_same_in_pieces_of_any_size(painted, monkeypatch):
    painter, seen, frame = painted(3_000, 20_000)
    painter.paint_exact(frame, seen)
    monkeypatch.setattr(painter_module, "PIECE_SECONDS", 1e-9)
    smaller = Frame(*SIZE)
    assert sum(1 for _ in painter.paint_exact_in_pieces(smaller, seen)) > 20
    assert np.array_equal(frame.pixels, smaller.pixels)


def test_hovering_fades_all_but_the_neighbourhood(make_scene):
    painter, frame = GraphPainter(Theme.light()), Frame(*SIZE)
    painter.set_scene(PreparedScene(make_scene([("a", "-"), ("b", "-"), ("c", "-")], [("a", "b")])))
    seen = painter.project(np.array([[-2, 0], [0, 0], [2, 0]]), Camera(1.0, 300, 200), SIZE)
    painter.paint_exact(frame, seen)
    painter.paint_emphasis(frame, seen, Emphasis(hovered=0))
    left, middle, right = frame.pixels[200, [120, 300, 480]].tolist()
    assert left == middle == Theme.light().type_colors[0].rgb()
    assert QColor(right).lightness() > QColor(middle).lightness() + 60


def test_another_theme_changes_the_ground_and_the_nodes(painted):
    painter, seen, frame = painted(50, 60)
    painter.set_theme(Theme.dark())
    painter.paint_exact(frame, seen)
    assert frame.pixels[0, 0] == Theme.dark().canvas.rgb()


def test_more_looks_than_an_atlas_should_hold_are_drawn_without_initials(make_scene):
    letters = [chr(0x4E00 + index) for index in range(3_000)]
    scene = make_scene([(letter, letter) for letter in letters])
    painter = GraphPainter(Theme.light(), 2.0)
    painter.set_scene(PreparedScene(scene))
    frame = Frame(*SIZE)
    seen = painter.project(np.zeros((3_000, 2)), fit((0, 0, 0, 0), SIZE), SIZE)
    painter.paint_exact(frame, seen)
    assert frame.camera == seen.camera
