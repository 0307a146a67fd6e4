"""Tooltips tell in full what the picture had to shorten."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from mnemoscope_gui.canvas.tooltip import tooltip_at

LONG_NAME = "A name that is longer than the canvas can show"


@pytest.fixture
def canvas(view, place, make_scene):
    scene = make_scene(
        [(LONG_NAME, "person", "likes tea"), "<b>Bob</b>"], [(LONG_NAME, "<b>Bob</b>", "is married to")]
    )
    place(view, scene, [[-1, 0], [1, 0]])
    return view


def test_a_node_tells_its_whole_name_its_type_and_an_observation(canvas):
    text = tooltip_at(canvas.state, (310, 300))
    assert all(part in text for part in (LONG_NAME, "person", "likes tea"))


def test_a_relation_tells_its_ends_and_its_verb(canvas):
    text = tooltip_at(canvas.state, (400, 303))
    assert all(part in text for part in (LONG_NAME, "is married to", "Bob"))


def test_names_that_look_like_markup_stay_text(canvas):
    assert "&lt;b&gt;Bob&lt;/b&gt;" in tooltip_at(canvas.state, (490, 300))


def test_nothing_is_told_where_nothing_is(canvas):
    assert tooltip_at(canvas.state, (100, 100)) == ""


def test_the_tooltip_appears_when_the_pointer_rests(canvas, qtbot):
    at = QPoint(310, 300)
    QApplication.sendEvent(canvas, QHelpEvent(QEvent.Type.ToolTip, at, canvas.mapToGlobal(at)))
    assert LONG_NAME in QToolTip.text()
    QToolTip.hideText()


def test_any_name_can_be_told(view, place, make_scene):
    place(view, make_scene(["\ud800\0" * 5_000]), [[0, 0]])
    tooltip_at(view.state, (400, 300)).encode()


def test_a_node_at_the_rim_of_the_focus_tells_how_many_neighbours_are_hidden(view, place, make_scene):
    place(view, make_scene("abcd", [("a", "b"), ("b", "c"), ("b", "d")]), [[-1, 0], [1, 0], [0, 2], [1, 2]])
    view.focus_mode.focus_on([0])
    x, y = float(view.state.seen.x[1]), float(view.state.seen.y[1])
    assert "2 neighbours not shown" in tooltip_at(view.state, (x, y))
    view.focus_mode.end()
    x, y = float(view.state.seen.x[1]), float(view.state.seen.y[1])
    assert "not shown" not in tooltip_at(view.state, (x, y))
