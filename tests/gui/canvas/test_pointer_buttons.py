"""Several buttons, and what a held one keeps from happening, through real events."""

import numpy as np
import pytest
from mouse_events import hover, send_button, send_move
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from mnemoscope_gui.canvas.hovering import HOVER_MILLISECONDS
from mnemoscope_gui.canvas.pointer import Gesture

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NOTHING = Qt.KeyboardModifier.NoModifier

# At 100 % with the origin in the middle of 800 x 600.
ALICE, EMPTY = QPoint(310, 300), QPoint(120, 100)


@pytest.fixture
def canvas(view, place, make_scene):
    """Alice left, Bob right, Carol below; Alice knows Bob."""
    place(view, make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob")]), [[-1, 0], [1, 0], [0, 2]])
    return view


@pytest.mark.parametrize("other", [MIDDLE, Qt.MouseButton.RightButton])
def test_another_button_does_not_end_the_drag_of_a_node(canvas, qtbot, other):
    press = QEvent.Type.MouseButtonPress
    release = QEvent.Type.MouseButtonRelease
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(40, 0), LEFT)
    send_button(canvas, press, ALICE + QPoint(40, 0), other, LEFT | other)
    send_button(canvas, release, ALICE + QPoint(40, 0), other, LEFT)
    send_move(canvas, ALICE + QPoint(80, 0), LEFT)
    assert canvas.drag.is_active
    assert canvas.state.seen.x[0] == pytest.approx(ALICE.x() + 80, abs=1)
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(80, 0))
    assert canvas.pointer.gesture is Gesture.NONE
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=10_000)


def test_a_button_whose_release_got_lost_does_not_matter(canvas):
    camera = canvas.state.camera
    send_button(canvas, QEvent.Type.MouseButtonPress, EMPTY, MIDDLE, LEFT | MIDDLE)
    send_move(canvas, EMPTY + QPoint(30, 20), MIDDLE)
    send_button(canvas, QEvent.Type.MouseButtonRelease, EMPTY + QPoint(30, 20), MIDDLE, LEFT)
    assert canvas.state.camera == camera.panned(30, 20)
    assert canvas.pointer.gesture is Gesture.NONE


def test_escape_puts_a_dragged_node_back_unpinned(canvas, qtbot):
    before = canvas.state.positions.copy()
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(40, 60), LEFT)
    assert canvas.state.emphasis.pinned == {0}
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert np.array_equal(canvas.state.positions, before)
    assert not canvas.state.emphasis.pinned
    send_move(canvas, ALICE + QPoint(80, 60), LEFT)
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(80, 60))
    assert np.array_equal(canvas.state.positions, before)
    assert not canvas.drag.is_active


def test_a_relation_is_not_begun_in_the_middle_of_a_drag(canvas):
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(40, 0), LEFT)
    canvas.pointer.begin_relation(0)
    assert canvas.pointer.gesture is Gesture.DRAGGING
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(40, 0))
    assert canvas.pointer.gesture is Gesture.NONE


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_nothing_begins_to_stand_out_once_a_button_is_held(canvas, qtbot, button):
    send_move(canvas, ALICE)
    QTest.mousePress(canvas, button, NOTHING, EMPTY)
    with qtbot.assertNotEmitted(canvas.hovered, wait=3 * HOVER_MILLISECONDS):
        send_move(canvas, EMPTY + QPoint(60, 0), button)
    QTest.mouseRelease(canvas, button, NOTHING, EMPTY + QPoint(60, 0))
    hover(qtbot, canvas, ALICE + QPoint(60, 0), 0)
