"""The map in the lower left corner of the canvas."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.canvas.corner_controls import MARGIN, CornerControls
from mnemoscope_gui.theme import Theme

LEFT = Qt.MouseButton.LeftButton
NAMES = "abcdefghijkl"
GRID = [[column, row] for row in range(3) for column in range(4)]


@pytest.fixture
def canvas(qtbot, view, place, make_scene):
    """Twelve nodes in a grid, of which the canvas shows the upper left part."""
    view.controls = CornerControls(view)
    place(view, make_scene(NAMES, [("a", "b")]), GRID)
    qtbot.waitUntil(lambda: view.controls.minimap.is_current, timeout=3_000)
    view.fit_all()
    return view


@pytest.fixture
def minimap(canvas):
    canvas.zoom_by(4)
    return canvas.controls.minimap


def middle(canvas):
    return canvas.state.camera.to_scene((canvas.width() / 2, canvas.height() / 2))


def colours(minimap):
    image = minimap.grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_the_map_is_hidden_while_everything_is_in_sight(canvas):
    assert not canvas.controls.minimap.isVisible()
    canvas.zoom_by(4)
    assert canvas.controls.minimap.isVisible()
    canvas.fit_all()
    assert not canvas.controls.minimap.isVisible()


def test_a_graph_of_fewer_than_twelve_nodes_needs_no_map(canvas, place, make_scene):
    place(canvas, make_scene(NAMES[:11]), GRID[:11])
    canvas.zoom_by(4)
    assert not canvas.controls.minimap.isVisible()


def test_the_map_never_takes_more_than_a_third_of_a_small_canvas(minimap, canvas):
    canvas.resize(500, 600)
    assert not minimap.isVisible()
    canvas.resize(800, 330)
    assert not minimap.isVisible()
    canvas.resize(510, 340)
    assert minimap.isVisible()


def test_the_map_can_be_unwanted(minimap):
    minimap.is_wanted = False
    assert not minimap.isVisible()
    minimap.is_wanted = True
    assert minimap.isVisible()


def test_the_map_stays_in_the_lower_left_corner(minimap, canvas):
    canvas.resize(700, 500)
    assert minimap.geometry().bottomLeft() == QPoint(MARGIN, 500 - MARGIN - 1)


def test_the_map_has_a_name_and_never_takes_the_keyboard(minimap):
    assert minimap.accessibleName()
    assert minimap.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_all_nodes_are_dots_in_the_colour_of_their_type(minimap, canvas):
    assert Theme.light().type_color(0).rgb() in colours(minimap)
    canvas.controls.set_theme(Theme.dark())
    shown = colours(minimap)
    assert Theme.dark().type_color(0).rgb() in shown
    assert Theme.dark().window.rgb() in shown


def test_the_frame_shows_what_the_canvas_shows(minimap, canvas):
    frame = minimap.view_frame()
    canvas.state.set_camera(canvas.state.camera.panned(-90, 0))
    assert minimap.view_frame().center().x() > frame.center().x()
    canvas.zoom_by(2)
    assert minimap.view_frame().width() < frame.width()


def test_the_frame_stays_visible_at_the_largest_zoom(minimap, canvas, qtbot):
    canvas.state.set_positions(np.array(GRID, np.float32) * 100)
    qtbot.waitUntil(lambda: minimap.is_current, timeout=3_000)
    canvas.zoom_by(8)
    assert minimap.view_frame().width() >= 6


def test_a_click_brings_the_view_there(minimap, canvas):
    QTest.mouseClick(minimap, LEFT, pos=QPoint(minimap.width() - 9, minimap.height() // 2))
    x, y = middle(canvas)
    assert x > 2
    assert y == pytest.approx(1, abs=0.1)


def test_dragging_the_frame_moves_the_view_along_without_a_jump(minimap, canvas):
    start = minimap.view_frame().center().toPoint() + QPoint(4, 3)
    before = middle(canvas)
    QTest.mousePress(minimap, LEFT, pos=start)
    assert middle(canvas) == pytest.approx(before, abs=1e-6)
    QTest.mouseMove(minimap, start + QPoint(10, 0))
    QTest.mouseRelease(minimap, LEFT, pos=start + QPoint(10, 0))
    assert middle(canvas)[0] > before[0]
    assert middle(canvas)[1] == pytest.approx(before[1], abs=1e-6)


def test_a_press_on_the_map_reaches_nothing_under_it(minimap, canvas):
    canvas.select(["a"])
    QTest.mouseClick(minimap, LEFT, pos=QPoint(5, 5))
    QTest.mouseDClick(minimap, LEFT, pos=QPoint(5, 5))
    assert canvas.selected_names() == ["a"]


def test_the_wheel_over_the_map_zooms_about_the_middle(minimap, canvas):
    at, before, zoom = QPointF(20, 20), middle(canvas), canvas.zoom
    nothing = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, minimap.mapToGlobal(at), QPoint(), QPoint(0, 120), *nothing, phase, False)
    QApplication.sendEvent(minimap, event)
    assert canvas.zoom == pytest.approx(zoom * 1.15)
    assert middle(canvas) == pytest.approx(before)


def test_the_map_follows_moving_nodes_after_a_moment(minimap, canvas, qtbot):
    before = minimap.grab().toImage()
    moved = canvas.state.positions.copy()
    moved[0] += 0.7
    canvas.state.set_positions(moved)
    canvas.state.set_positions(moved + np.float32(0.1))
    assert not minimap.is_current
    qtbot.waitUntil(lambda: minimap.is_current, timeout=3_000)
    assert minimap.grab().toImage() != before


def test_only_nodes_in_focus_are_on_the_map(canvas):
    canvas.focus_mode.focus_on([0])
    canvas.zoom_by(8)
    assert not canvas.controls.minimap.isVisible()
