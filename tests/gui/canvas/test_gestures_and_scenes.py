"""What a person is doing goes on when the file changes, through real events."""

import numpy as np
import pytest
from mouse_events import hover, send_move
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mnemoscope_gui.canvas.hovering import HOVER_MILLISECONDS
from mnemoscope_gui.canvas.pointer import Gesture

LEFT = Qt.MouseButton.LeftButton
NOTHING = Qt.KeyboardModifier.NoModifier

# At 100 % with the origin in the middle of 800 x 600.
ALICE, BOB, EMPTY = QPoint(310, 300), QPoint(490, 300), QPoint(120, 100)


@pytest.fixture
def canvas(view, place, make_scene):
    """Alice left, Bob right, Carol below; Alice knows Bob."""
    place(view, make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob")]), [[-1, 0], [1, 0], [0, 2]])
    return view


@pytest.fixture
def changed(make_scene):
    """Another program wrote: Carol has gone, Zoe stands first in the file and knows Bob."""
    return make_scene(["Zoe", "Alice", "Bob"], [("Alice", "Bob"), ("Zoe", "Bob")])


def on_screen(canvas, name):
    seen, node = canvas.state.seen, canvas.state.scene.node_named(name)
    return [seen.x[node], seen.y[node]]


def test_a_node_that_is_dragged_stays_under_the_pointer(canvas, changed, qtbot):
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(40, 0), LEFT)
    canvas.set_scene(changed)
    send_move(canvas, ALICE + QPoint(60, 30), LEFT)
    assert on_screen(canvas, "Alice") == pytest.approx([ALICE.x() + 60, ALICE.y() + 30], abs=1)
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(60, 30))
    with qtbot.waitSignal(canvas.settled, timeout=20_000):
        pass
    assert on_screen(canvas, "Alice") == pytest.approx([ALICE.x() + 60, ALICE.y() + 30], abs=1)
    apart = np.subtract(on_screen(canvas, "Zoe"), on_screen(canvas, "Bob"))
    assert np.hypot(*apart) > 20, "once it rests, the new node finds a place of its own"


def test_the_drag_of_a_node_that_goes_ends(canvas, make_scene, qtbot):
    QTest.mousePress(canvas, LEFT, NOTHING, ALICE)
    send_move(canvas, ALICE + QPoint(40, 0), LEFT)
    canvas.set_scene(make_scene(["Bob"]))
    assert canvas.pointer.gesture is Gesture.NONE
    send_move(canvas, ALICE + QPoint(60, 30), LEFT)
    QTest.mouseRelease(canvas, LEFT, NOTHING, ALICE + QPoint(60, 30))
    qtbot.waitUntil(lambda: not canvas.drag.is_active, timeout=10_000)


def test_a_relation_is_drawn_on_from_its_node(canvas, changed, qtbot):
    canvas.pointer.begin_relation(0)
    send_move(canvas, EMPTY)
    with qtbot.waitSignal(canvas.settled, timeout=20_000):
        canvas.set_scene(changed)
    bob = QPoint(*(round(value) for value in on_screen(canvas, "Bob")))
    send_move(canvas, bob)
    with qtbot.waitSignal(canvas.relation_requested, timeout=3_000) as asked:
        QTest.mouseClick(canvas, LEFT, NOTHING, bob)
    assert asked.args == ["Alice", "Bob"]


def test_the_hovered_node_stays_so(canvas, changed, qtbot):
    hover(qtbot, canvas, ALICE, 0)
    with qtbot.assertNotEmitted(canvas.hovered, wait=2 * HOVER_MILLISECONDS):
        canvas.set_scene(changed)
    assert canvas.state.emphasis.hovered == 1


def test_a_hovered_node_that_goes_is_not_hovered_any_more(canvas, make_scene, qtbot):
    hover(qtbot, canvas, ALICE, 0)
    with qtbot.waitSignal(canvas.hovered, timeout=3_000) as told:
        canvas.set_scene(make_scene(["Bob"]))
    assert told.args == [None]
    assert canvas.state.emphasis.hovered is None


def test_the_hover_follows_the_camera_under_a_pointer_that_rests(canvas, qtbot):
    hover(qtbot, canvas, ALICE, 0)
    canvas.state.set_camera(canvas.state.camera.panned(ALICE.x() - BOB.x(), 0))
    qtbot.waitUntil(lambda: canvas.state.emphasis.hovered == 1, timeout=3_000)
