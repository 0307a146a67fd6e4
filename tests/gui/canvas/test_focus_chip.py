"""The chip that says what is in focus."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mnemoscope_gui.canvas.corner_controls import MARGIN, CornerControls

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(view, place, make_scene):
    """Alice, b and c in a row."""
    view.controls = CornerControls(view)
    place(view, make_scene(["Alice", "b", "c"], [("Alice", "b"), ("b", "c")]), [[-1, 0], [0, 0], [1, 0]])
    return view


@pytest.fixture
def chip(canvas):
    canvas.focus_mode.focus_on([0])
    return canvas.controls.focus_chip


def test_the_chip_is_there_only_while_something_is_in_focus(canvas):
    chip = canvas.controls.focus_chip
    assert not chip.isVisible()
    canvas.focus_mode.focus_on([0])
    assert chip.isVisible()
    assert chip.pos() == QPoint(MARGIN, MARGIN)
    assert chip.text == chip.accessibleName() == "Focus: Alice, 1 step"
    canvas.focus_mode.end()
    assert not chip.isVisible()


def test_the_chip_changes_the_depth_as_far_as_there_is_anything(chip, canvas):
    assert not chip.less.isEnabled()
    QTest.mouseClick(chip.more, LEFT)
    assert chip.text == "Focus: Alice, 2 steps"
    assert not chip.more.isEnabled()
    QTest.mouseClick(chip.less, LEFT)
    assert chip.text == "Focus: Alice, 1 step"
    assert chip.more.isEnabled()


def test_the_chip_ends_the_focus(chip, canvas):
    QTest.mouseClick(chip.end, LEFT)
    assert canvas.state.focus_area is None
    assert canvas.state.shown.all()


def test_the_buttons_of_the_chip_say_what_they_do(chip):
    names = [button.accessibleName() for button in (chip.less, chip.more, chip.end)]
    assert names == ["One step less", "One step more", "End the focus"]


def test_several_centres_are_counted(chip, canvas):
    canvas.focus_mode.focus_on([0, 2])
    assert chip.text == "Focus: 2 entities, 1 step"


def test_a_renamed_centre_is_shown_under_its_new_name(chip, canvas, make_scene, qtbot):
    with qtbot.waitSignal(canvas.settled, timeout=20_000):
        scene = make_scene(["Alice Moreau", "b", "c"], [("Alice Moreau", "b"), ("b", "c")])
        canvas.set_scene(scene, renamed={"Alice": "Alice Moreau"})
    assert chip.text == "Focus: Alice Moreau, 1 step"


def test_a_click_on_the_words_reaches_nothing_under_them(chip, canvas, qtbot):
    canvas.select(["b"])
    with qtbot.assertNotEmitted(canvas.new_entity_requested):
        QTest.mouseDClick(chip, LEFT, pos=QPoint(30, 15))
    assert canvas.selected_names() == ["b"]
