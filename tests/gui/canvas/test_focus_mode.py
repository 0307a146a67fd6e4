"""Concentrating on a neighbourhood with the mouse."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton
POSITIONS = [[-2, 0], [-1, 0], [0, 0], [1, 0], [-1, 1], [3, 2]]
RELATIONS = [("a", "b"), ("b", "c"), ("c", "d"), ("b", "e")]


@pytest.fixture
def canvas(view, place, make_scene):
    """a-b-c-d in a row, e below b, f alone."""
    place(view, make_scene("abcdef", RELATIONS), POSITIONS)
    return view


def at(canvas, name):
    seen, node = canvas.state.seen, canvas.state.scene.node_named(name)
    return QPoint(round(seen.x[node]), round(seen.y[node]))


def double_click(canvas, name):
    QTest.mouseDClick(canvas, LEFT, pos=at(canvas, name))


def shown(canvas):
    return "".join(canvas.state.names(np.flatnonzero(canvas.state.shown).tolist()))


def change(qtbot, canvas, scene):
    with qtbot.waitSignal(canvas.settled, timeout=20_000):
        canvas.set_scene(scene)


def test_a_double_click_focuses_on_a_node_and_selects_it(canvas, qtbot):
    with qtbot.assertNotEmitted(canvas.node_activated):
        double_click(canvas, "a")
    assert shown(canvas) == "ab"
    assert canvas.selected_names() == ["a"]


def test_a_second_double_click_on_the_same_node_goes_one_deeper(canvas):
    double_click(canvas, "a")
    double_click(canvas, "a")
    assert shown(canvas) == "abce"
    assert canvas.state.focus_area.depth == 2


def test_the_depth_stops_growing_when_nothing_more_would_be_shown(canvas):
    for _ in range(6):
        double_click(canvas, "a")
    assert canvas.state.focus_area.depth == 3


def test_the_camera_frames_what_is_in_focus(canvas):
    double_click(canvas, "b")
    seen = canvas.state.seen
    nodes = np.flatnonzero(canvas.state.shown)
    assert ((seen.x[nodes] > 0) & (seen.x[nodes] < canvas.width())).all()
    middle = (seen.x[nodes].min() + seen.x[nodes].max()) / 2
    assert middle == pytest.approx(canvas.width() / 2, abs=1)


def test_hidden_nodes_are_neither_painted_nor_hit_nor_selected_with_all(canvas):
    canvas.focus_mode.focus_on([0])
    canvas.state.set_camera(canvas.state.camera.zoom_at((400, 300), 0.4))
    x, y = canvas.state.camera.to_screen((3, 2))
    ground = canvas.theme.canvas
    assert canvas.grab().toImage().pixelColor(round(x), round(y)) == ground
    assert canvas.state.node_at((x, y)) is None
    QTest.keyClick(canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert canvas.selected_names() == ["a", "b"]


def test_leaving_the_focus_shows_everything_where_it_was(canvas):
    before, camera = canvas.state.positions.copy(), canvas.state.camera
    double_click(canvas, "a")
    assert canvas.focus_mode.end()
    assert shown(canvas) == "abcdef"
    assert np.array_equal(canvas.state.positions, before)
    assert canvas.state.camera == camera
    assert not canvas.focus_mode.end()


def test_after_a_new_layout_leaving_the_focus_shows_everything(canvas, qtbot):
    canvas.state.set_camera(canvas.state.camera.panned(900, 0))
    canvas.focus_mode.focus_on([0])
    with qtbot.waitSignal(canvas.settled, timeout=20_000):
        canvas.tidy()
    canvas.focus_mode.end()
    assert canvas.state.camera == canvas.state.camera_for_all()


def test_a_double_click_at_the_rim_shows_neighbours_and_another_hides_them(canvas):
    double_click(canvas, "a")
    double_click(canvas, "b")
    assert shown(canvas) == "abce"
    assert canvas.state.focus_area.depth == 1
    double_click(canvas, "b")
    assert shown(canvas) == "ab"


def test_a_double_click_on_a_node_with_nothing_hidden_focuses_on_that(canvas):
    double_click(canvas, "b")
    double_click(canvas, "e")
    assert shown(canvas) == "be"


def test_a_drag_in_focus_moves_nothing_that_is_hidden(canvas, qtbot):
    before = canvas.state.positions.copy()
    double_click(canvas, "a")
    start = at(canvas, "a")
    QTest.mousePress(canvas, LEFT, pos=start)
    QTest.mouseMove(canvas, start + QPoint(0, 40))
    QTest.mouseMove(canvas, start + QPoint(0, 80))
    QTest.mouseRelease(canvas, LEFT, pos=start + QPoint(0, 80))
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=5_000)
    assert canvas.state.positions[0, 1] > before[0, 1]
    assert np.allclose(canvas.state.positions[2:], before[2:], atol=1e-4)


def test_what_comes_from_outside_joins_the_focus_where_it_belongs(canvas, qtbot, make_scene):
    double_click(canvas, "a")
    change(qtbot, canvas, make_scene("abcdefgh", [*RELATIONS, ("g", "a"), ("h", "f")]))
    assert shown(canvas) == "abg"
    canvas.focus_mode.end()
    assert shown(canvas) == "abcdefgh"
    assert np.isfinite(canvas.state.positions).all()


def test_the_focus_is_announced_but_not_at_every_change_from_outside(canvas, qtbot, make_scene):
    said = []
    canvas.focus_mode.announced.connect(said.append)
    double_click(canvas, "a")
    change(qtbot, canvas, make_scene("abcdefg", [*RELATIONS, ("g", "a")]))
    double_click(canvas, "a")
    canvas.focus_mode.end()
    assert said == ["Focus: a, 1 step", "Focus: a, 2 steps", "7 entities, 5 relations"]


def test_the_focus_ends_when_its_centre_is_deleted(canvas, qtbot, make_scene):
    double_click(canvas, "a")
    with qtbot.waitSignal(canvas.focus_changed):
        change(qtbot, canvas, make_scene("bcdef", RELATIONS[1:]))
    assert shown(canvas) == "bcdef"


def test_a_selected_node_that_leaves_the_focus_leaves_the_selection(canvas):
    double_click(canvas, "a")
    double_click(canvas, "a")
    canvas.select(["c"])
    canvas.focus_mode.lessen()
    assert canvas.selected_names() == []


def test_a_hidden_node_that_is_asked_for_is_shown_too(canvas):
    double_click(canvas, "a")
    canvas.select(["a", "f"])
    assert canvas.selected_names() == ["a"]
    canvas.select(["f"])
    canvas.reveal("d")
    assert shown(canvas) == "abdf"
    assert canvas.selected_names() == ["f"]


def test_keys_lead_only_to_nodes_that_are_shown(canvas):
    said = []
    canvas.announced.connect(said.append)
    canvas.focus_mode.focus_on([0])
    canvas.state.focus(1)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.state.emphasis.focused == 1
    QTest.keyClick(canvas, Qt.Key.Key_PageDown)
    assert said == ["Focus: a, 1 step", "knows ← a, 1 of 1"]


def test_several_nodes_can_be_focused_on(canvas):
    canvas.focus_mode.focus_on([0, 3])
    assert shown(canvas) == "abcd"
    canvas.focus_mode.focus_on([])
    assert shown(canvas) == "abcd"
