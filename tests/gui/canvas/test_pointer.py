"""Mouse and wheel, through real events."""

import numpy as np
import pytest
from mouse_events import hover, send_move
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.canvas.hovering import HOVER_MILLISECONDS
from mnemoscope_gui.canvas.relation_handle import free_side

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NOTHING = Qt.KeyboardModifier.NoModifier
NO_PIXELS = QPoint()

# At 100 % with the origin in the middle of 800 x 600.
ALICE, BOB, CAROL, EMPTY = QPoint(310, 300), QPoint(490, 300), QPoint(400, 480), QPoint(120, 100)


@pytest.fixture
def canvas(view, place, make_scene):
    """Alice left, Bob right, Carol below; Alice knows Bob."""
    place(view, make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob")]), [[-1, 0], [1, 0], [0, 2]])
    return view


def drag(view, start, end, button=LEFT, modifiers=NOTHING):
    QTest.mousePress(view, button, modifiers, start)
    send_move(view, start + (end - start) / 2, button, modifiers)
    send_move(view, end, button, modifiers)
    QTest.mouseRelease(view, button, modifiers, end)


def scroll(view, point, notches, pixels=NO_PIXELS, phase=Qt.ScrollPhase.NoScrollPhase, modifiers=NOTHING):
    event = QWheelEvent(
        QPointF(point),
        view.mapToGlobal(QPointF(point)),
        pixels,
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        modifiers,
        phase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_a_notch_of_the_wheel_zooms_at_the_pointer(canvas):
    before = canvas.state.camera.to_scene((310.0, 300.0))
    scroll(canvas, ALICE, 1)
    assert canvas.zoom == pytest.approx(1.15)
    assert canvas.state.camera.to_scene((310.0, 300.0)) == pytest.approx(before)
    scroll(canvas, ALICE, -1)
    assert canvas.zoom == pytest.approx(1.0)


def test_the_wheel_stops_at_eight_times(canvas):
    scroll(canvas, ALICE, 200)
    assert canvas.zoom == 8.0


def test_a_touchpad_pans_where_the_preference_says_so(canvas):
    canvas.pointer.scrolling_pans = True
    scroll(canvas, ALICE, 0.2, QPoint(12, -8), Qt.ScrollPhase.ScrollUpdate)
    assert (canvas.state.camera.offset_x, canvas.state.camera.offset_y) == (412, 292)
    assert canvas.zoom == 1.0
    scroll(canvas, ALICE, 1, QPoint(0, 30), Qt.ScrollPhase.ScrollUpdate, CONTROL)
    assert canvas.zoom > 1.0


def test_a_pinch_zooms(canvas):
    device = QPointingDevice.primaryPointingDevice()
    kind, at = Qt.NativeGestureType.ZoomNativeGesture, QPointF(ALICE)
    event = QNativeGestureEvent(kind, device, 2, at, at, canvas.mapToGlobal(at), 0.25, QPointF())
    QApplication.sendEvent(canvas, event)
    assert canvas.zoom == pytest.approx(1.25)


def test_a_click_selects_and_a_click_on_nothing_selects_none(canvas, qtbot):
    with qtbot.waitSignal(canvas.selection_changed) as changed:
        QTest.mouseClick(canvas, LEFT, NOTHING, ALICE)
    assert changed.args == [["Alice"]]
    QTest.mouseClick(canvas, LEFT, NOTHING, EMPTY)
    assert canvas.selected_names() == []


@pytest.mark.parametrize("modifier", [CONTROL, SHIFT])
def test_a_click_with_a_modifier_toggles(canvas, modifier):
    QTest.mouseClick(canvas, LEFT, NOTHING, ALICE)
    QTest.mouseClick(canvas, LEFT, modifier, BOB)
    assert canvas.selected_names() == ["Alice", "Bob"]
    QTest.mouseClick(canvas, LEFT, modifier, ALICE)
    assert canvas.selected_names() == ["Bob"]


def test_a_click_on_one_of_several_selected_nodes_leaves_only_that(canvas):
    canvas.select(["Alice", "Bob"])
    QTest.mouseClick(canvas, LEFT, NOTHING, BOB)
    assert canvas.selected_names() == ["Bob"]


def test_a_small_node_can_be_hit_twelve_pixels_beside_its_centre(canvas):
    QTest.mouseClick(canvas, LEFT, NOTHING, CAROL + QPoint(11, 0))
    assert canvas.selected_names() == ["Carol"]


def test_dragging_on_empty_canvas_pans_and_keeps_the_selection(canvas):
    canvas.select(["Alice"])
    drag(canvas, EMPTY, EMPTY + QPoint(60, 40))
    assert (canvas.state.camera.offset_x, canvas.state.camera.offset_y) == (460, 340)
    assert canvas.selected_names() == ["Alice"]


def test_the_middle_button_pans_from_a_node_too(canvas):
    before = canvas.state.positions.copy()
    drag(canvas, ALICE, ALICE + QPoint(60, 40), MIDDLE)
    assert (canvas.state.camera.offset_x, canvas.state.camera.offset_y) == (460, 340)
    assert np.array_equal(canvas.state.positions, before)


def test_dragging_with_space_held_pans_from_a_node_too(canvas):
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    drag(canvas, ALICE, ALICE + QPoint(60, 40))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert canvas.state.camera.offset_x == 460
    drag(canvas, QPoint(370, 340), QPoint(400, 340))
    assert canvas.state.camera.offset_x == 460


def test_dragging_with_shift_selects_what_the_rectangle_holds(canvas):
    drag(canvas, QPoint(250, 250), QPoint(550, 350), modifiers=SHIFT)
    assert canvas.selected_names() == ["Alice", "Bob"]
    assert canvas.state.camera.offset_x == 400


def test_the_rubber_band_is_visible(canvas):
    before = canvas.grab().toImage()
    QTest.mousePress(canvas, LEFT, SHIFT, QPoint(40, 40))
    send_move(canvas, QPoint(200, 200), LEFT, SHIFT)
    assert canvas.grab().toImage().pixelColor(150, 150) != before.pixelColor(150, 150)
    QTest.mouseRelease(canvas, LEFT, SHIFT, QPoint(200, 200))


def test_a_dragged_node_follows_the_pointer_and_is_pinned(canvas, qtbot):
    drag(canvas, ALICE, ALICE + QPoint(-90, 90))
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=5_000)
    assert canvas.state.positions[0] == pytest.approx([-2, 1], abs=1e-3)
    assert canvas.state.names(canvas.state.emphasis.pinned) == ["Alice"]


def test_the_neighbourhood_of_a_dragged_node_gives_way_and_the_rest_stays(canvas, qtbot):
    before = canvas.state.positions.copy()
    drag(canvas, ALICE, ALICE + QPoint(-180, -90))
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=5_000)
    moved = np.hypot(*(canvas.state.positions - before).T)
    assert moved[1] > 0.05
    assert moved[2] == 0


def test_selected_nodes_are_dragged_together(canvas, qtbot):
    canvas.select(["Alice", "Carol"])
    before = canvas.state.positions.copy()
    drag(canvas, ALICE, ALICE + QPoint(0, -90))
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=5_000)
    assert (canvas.state.positions - before)[[0, 2]] == pytest.approx(np.array([[0, -1], [0, -1]]), abs=1e-3)
    assert canvas.selected_names() == ["Alice", "Carol"]


def test_a_slight_tremble_is_a_click_and_no_drag(canvas):
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(1, 1), LEFT)
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(1, 1))
    assert not canvas.state.emphasis.pinned
    assert canvas.selected_names() == ["Alice"]


def test_control_and_the_wheel_zoom_too(canvas):
    scroll(canvas, ALICE, 1, modifiers=CONTROL)
    assert canvas.zoom == pytest.approx(1.15)


def test_the_neighbourhood_of_a_hovered_node_stays_while_the_rest_fades(canvas, qtbot):
    def colours():
        image = canvas.grab().toImage()
        return [image.pixelColor(point - QPoint(0, 6)) for point in (ALICE, BOB, CAROL)]

    before = colours()
    hover(qtbot, canvas, ALICE, 0)
    after = colours()
    assert after[:2] == before[:2]
    assert after[2] != before[2]


def test_a_pointer_that_only_passes_lets_nothing_fade(canvas, qtbot):
    with qtbot.assertNotEmitted(canvas.hovered, wait=2 * HOVER_MILLISECONDS):
        send_move(canvas, ALICE)
        send_move(canvas, EMPTY)


def test_hovering_tells_the_node_after_a_pause_and_none_when_the_pointer_leaves(canvas, qtbot):
    names = []
    canvas.hovered.connect(names.append)
    hover(qtbot, canvas, ALICE, 0)
    hover(qtbot, canvas, EMPTY, None)
    hover(qtbot, canvas, BOB, 1)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: canvas.state.emphasis.hovered is None, timeout=3_000)
    assert names == ["Alice", None, "Bob", None]


def test_the_fading_takes_its_time_where_motion_is_wanted(canvas, qtbot):
    canvas.animation_duration_scale = 1.0
    fades = []
    canvas.state.emphasis_changed.connect(lambda: fades.append(canvas.state.emphasis.fade))
    send_move(canvas, ALICE)
    qtbot.waitUntil(lambda: bool(fades) and fades[-1] == 1.0, timeout=3_000)
    assert fades[0] == 0.0
    send_move(canvas, EMPTY)
    qtbot.waitUntil(lambda: canvas.state.emphasis.hovered is None, timeout=3_000)


def test_a_double_click_on_nothing_asks_for_a_new_entity_there(canvas, qtbot):
    with qtbot.waitSignal(canvas.new_entity_requested) as asked:
        QTest.mouseDClick(canvas, LEFT, NOTHING, QPoint(310, 210))
    assert asked.args == [QPointF(-1, -1)]


def test_a_drag_from_the_handle_of_a_hovered_node_asks_for_a_relation(canvas, qtbot):
    hover(qtbot, canvas, ALICE, 0)
    handle = ALICE + QPoint(round(canvas.state.seen.radii[0]) + 14, 0)
    hover(qtbot, canvas, handle, 0)
    with qtbot.waitSignal(canvas.relation_requested) as asked:
        drag(canvas, handle, CAROL)
    assert asked.args == ["Alice", "Carol"]
    assert not canvas.state.emphasis.pinned


def test_the_handle_keeps_clear_of_labels_and_of_the_border(canvas):
    state, radius = canvas.state, float(canvas.state.seen.radii[0])
    over_right = QRectF(ALICE.x() + radius + 4, ALICE.y() - 8, 90, 16)
    over_left = over_right.translated(-2 * radius - 100, 0)
    assert free_side(state, 0, []) == (1, 0)
    assert free_side(state, 0, [over_right]) == (-1, 0)
    assert free_side(state, 0, [over_right, over_left]) == (0, -1)
    state.set_camera(state.camera.panned(canvas.width() - ALICE.x() - radius - 2, 0))
    assert free_side(state, 0, []) == (-1, 0)


def test_a_relation_that_is_dropped_on_nothing_is_not_asked_for(canvas, qtbot):
    hover(qtbot, canvas, ALICE, 0)
    with qtbot.assertNotEmitted(canvas.relation_requested):
        drag(canvas, ALICE + QPoint(round(canvas.state.seen.radii[0]) + 14, 0), EMPTY)


def test_a_relation_can_be_begun_before_the_first_layout_has_come(view, make_scene):
    view.set_scene(make_scene("ab"))
    view.select(["a"])
    QTest.keyClick(view, Qt.Key.Key_R)
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.selected_names() == ["a"]


def test_the_right_button_selects_and_asks_for_a_menu(canvas, qtbot):
    for point, name in ((BOB, "Bob"), (EMPTY, None)):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, canvas.mapToGlobal(point))
        with qtbot.waitSignal(canvas.context_menu_requested) as asked:
            QApplication.sendEvent(canvas, event)
        assert asked.args == [name, canvas.mapToGlobal(point)]
    assert canvas.selected_names() == ["Bob"]


def test_a_drag_stops_the_layout(canvas, qtbot, random_scene):
    scene, _ = random_scene(2, 3_000, 9_000)
    canvas.animation_duration_scale = 1.0
    with qtbot.waitSignal(canvas.layout_thread.positions_changed, timeout=20_000):
        canvas.set_scene(scene)
    seen = canvas.state.seen
    at = QPoint(round(seen.x[0]), round(seen.y[0]))
    drag(canvas, at, at + QPoint(50, 0))
    assert not canvas.layout_thread.is_running
