"""What a screen reader is told, as events of Qt."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest

from mnemoscope_gui.canvas.accessible import existing_nodes
from mnemoscope_gui.canvas.accessible_events import MOST_SINGLE_CHANGES, AccessibleEvents

KEY, EVENT = Qt.Key, QAccessible.Event


@pytest.fixture
def screen_reader(qapp):
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def canvas(view, place, make_scene):
    """A middle that likes east and is heard by west; the keyboard is on the canvas and on no node yet."""
    scene = make_scene(["middle", "west", "east"], [("middle", "east", "likes"), ("west", "middle", "hears")])
    place(view, scene, [[0, 0], [-2, 0], [2, 0]])
    view.clearFocus()
    view.setFocus(Qt.FocusReason.OtherFocusReason)
    return view


@pytest.fixture
def told(canvas):
    """What is told from now on: (event, first word of the item, or what is announced)."""
    heard = []

    def hear(event):
        if isinstance(event, QAccessibleAnnouncementEvent):
            heard.append((event.type(), event.message()))
        else:
            name = event.accessibleInterface().text(QAccessible.Text.Name)
            heard.append((event.type(), name.split(",")[0]))

    canvas.second_listener = AccessibleEvents(canvas, hear)
    return heard


def test_selecting_tells_what_comes_and_what_goes(screen_reader, canvas, told):
    canvas.select(["west"])
    canvas.select(["west", "east"])
    canvas.select(["east"])
    assert told == [
        (EVENT.Selection, "west"),
        (EVENT.SelectionAdd, "east"),
        (EVENT.SelectionRemove, "west"),
    ]


def test_selecting_much_at_once_is_told_in_one_word(screen_reader, canvas, place, make_scene, told):
    names = [f"n{number}" for number in range(MOST_SINGLE_CHANGES + 1)]
    place(canvas, make_scene(names), [[number, 0] for number in range(len(names))])
    told.clear()
    canvas.select(names)
    assert told == [(EVENT.SelectionWithin, "Graph of the memory")]


def test_an_arrow_key_tells_the_node_once(screen_reader, canvas, told):
    canvas.state.focus(0)
    told.clear()
    QTest.keyClick(canvas, KEY.Key_Right)
    assert told == [(EVENT.Focus, "east"), (EVENT.Selection, "east")]


def test_going_to_a_neighbour_announces_the_relation(screen_reader, canvas, told):
    canvas.state.focus(0)
    told.clear()
    QTest.keyClick(canvas, KEY.Key_PageDown)
    assert told == [
        (EVENT.Focus, "east"),
        (EVENT.Selection, "east"),
        (EVENT.Announcement, "likes → east, 1 of 2"),
    ]


def test_coming_to_the_canvas_tells_the_node_that_the_keyboard_is_on(screen_reader, canvas, told, qtbot):
    canvas.state.focus(1)
    canvas.clearFocus()
    told.clear()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: (EVENT.Focus, "west") in told, timeout=3_000)


def test_a_node_in_a_canvas_without_the_keyboard_is_not_told_as_focused(screen_reader, canvas, told):
    canvas.clearFocus()
    canvas.state.focus(2)
    assert told == []


def test_another_graph_is_told_as_a_change_of_the_list(screen_reader, canvas, told, place, make_scene):
    QAccessible.queryAccessibleInterface(canvas)
    place(canvas, make_scene(["east"]), [[0, 0]])
    assert (EVENT.ObjectReorder, "Graph of the memory") in told


def test_hovering_and_searching_tell_nothing(screen_reader, canvas, told, qtbot):
    with qtbot.waitSignal(canvas.hovered, timeout=3_000):
        canvas.hover.point_at(1)
    canvas.set_highlight(["west"])
    assert told == []


def test_without_a_screen_reader_nothing_is_told_and_no_item_is_made(canvas, told):
    QTest.keyClick(canvas, KEY.Key_PageDown)
    QTest.keyClick(canvas, KEY.Key_PageDown)
    canvas.select(["west"])
    assert told == []
    nodes = existing_nodes(canvas)
    assert nodes is None or len(nodes) == 0
