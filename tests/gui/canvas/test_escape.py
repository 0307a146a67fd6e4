"""Esc ends one thing at a time, the innermost first."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


@pytest.fixture
def canvas(view, place, make_scene):
    place(view, make_scene("abc", [("a", "b")]), [[-1, 0], [1, 0], [0, 2]])
    return view


def press_escape(canvas):
    QTest.keyClick(canvas, Qt.Key.Key_Escape)


def test_escape_peels_gesture_search_selection_and_focus_in_this_order(canvas, qtbot):
    canvas.focus_mode.focus_on([0])
    canvas.select(["a"])
    canvas.set_highlight(["b"])
    QTest.keyClick(canvas, Qt.Key.Key_R)

    def layers():
        emphasis = canvas.state.emphasis
        return [
            canvas.pointer.relation_source is not None,
            emphasis.highlighted is not None,
            bool(emphasis.selected),
            canvas.state.focus_area is not None,
        ]

    for left in range(4, 0, -1):
        assert layers() == [False] * (4 - left) + [True] * left
        press_escape(canvas)
    assert layers() == [False] * 4


def test_the_end_of_a_highlight_is_told_so_that_the_search_can_end_too(canvas, qtbot):
    canvas.set_highlight(["b"])
    with qtbot.waitSignal(canvas.highlight_dismissed):
        press_escape(canvas)


def test_escape_with_nothing_to_end_is_left_to_the_window(canvas):
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(canvas, event)
    assert not event.isAccepted()
