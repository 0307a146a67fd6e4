"""The buttons in the lower right corner of the canvas."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from mnemoscope_gui.canvas.corner_controls import MARGIN, CornerControls
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(view, place, make_scene):
    view.controls = CornerControls(view)
    place(view, make_scene("ab", [("a", "b")]), [[-1, 0], [1, 0]])
    return view


def test_the_buttons_zoom_and_fit(canvas):
    buttons = canvas.controls.zoom_buttons
    QTest.mouseClick(buttons.zoom_in, LEFT)
    assert canvas.zoom == pytest.approx(1.25)
    QTest.mouseClick(buttons.zoom_out, LEFT)
    QTest.mouseClick(buttons.zoom_out, LEFT)
    assert canvas.zoom == pytest.approx(0.8)
    QTest.mouseClick(buttons.fit, LEFT)
    assert canvas.state.camera == canvas.state.camera_for_all()


def test_the_buttons_stay_in_the_lower_right_corner(canvas):
    canvas.resize(640, 480)
    corner = canvas.controls.zoom_buttons.geometry().bottomRight()
    assert corner == QPoint(640 - MARGIN - 1, 480 - MARGIN - 1)


def test_every_button_says_what_it_does_and_which_key_does_the_same(canvas):
    buttons = canvas.controls.zoom_buttons
    names = [button.accessibleName() for button in (buttons.zoom_in, buttons.zoom_out, buttons.fit)]
    assert names == ["Zoom in", "Zoom out", "Fit all"]
    assert buttons.fit.toolTip() == "Fit all (Ctrl+0)"


def test_a_press_between_the_buttons_reaches_nothing_under_them(canvas):
    canvas.select(["a"])
    QTest.mouseClick(canvas.controls.zoom_buttons, LEFT, pos=QPoint(1, 1))
    assert canvas.selected_names() == ["a"]


def test_the_keyboard_passes_the_buttons_by_and_stays_on_the_canvas_when_one_is_pressed(qtbot):
    window = QWidget()
    canvas, field = GraphView(Theme.light()), QLineEdit()
    controls = CornerControls(canvas)
    box = QVBoxLayout(window)
    box.addWidget(canvas)
    box.addWidget(field)
    qtbot.addWidget(window, before_close_func=lambda _: canvas.stop())
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    canvas.setFocus()
    QTest.mouseClick(controls.zoom_buttons.zoom_in, LEFT)
    assert canvas.hasFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert field.hasFocus()
