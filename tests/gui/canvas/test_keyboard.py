"""Everything on the canvas can be reached by keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

KEY = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def canvas(view, place, make_scene):
    """North, south, west and east of a middle, which knows east and is known by west."""
    scene = make_scene(
        ["middle", "north", "south", "west", "east"],
        [("middle", "east", "likes"), ("west", "middle", "hears")],
    )
    place(view, scene, [[0, 0], [0, -2], [0, 2], [-2, 0], [2, 0]])
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    return view


def press(view, *keys, modifiers=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        QTest.keyClick(view, key, modifiers)


def test_the_keyboard_enters_at_the_node_nearest_the_middle(canvas, qtbot):
    qtbot.waitUntil(lambda: canvas.state.emphasis.focused == 0, timeout=3_000)


def test_tab_enters_the_canvas_from_another_widget(qtbot, place, make_scene):
    window = QWidget()
    canvas = GraphView(Theme.light())
    field = QLineEdit()
    box = QVBoxLayout(window)
    box.addWidget(field)
    box.addWidget(canvas)
    qtbot.addWidget(window, before_close_func=lambda _: canvas.stop())
    canvas.animation_duration_scale = 0.0
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    place(canvas, make_scene("ab"), [[0, 0], [3, 0]])
    field.setFocus()
    QTest.keyClick(field, KEY.Key_Tab)
    assert canvas.hasFocus()
    assert canvas.state.emphasis.focused == 0
    assert canvas.presenter.shows_focus_frame


@pytest.mark.parametrize(
    ("key", "name"),
    [(KEY.Key_Up, "north"), (KEY.Key_Down, "south"), (KEY.Key_Left, "west"), (KEY.Key_Right, "east")],
)
def test_arrows_lead_to_the_nearest_node_that_way(canvas, key, name):
    canvas.state.focus(0)
    press(canvas, key)
    assert canvas.selected_names() == [name]


def test_a_node_out_of_sight_is_brought_into_sight(canvas, place, make_scene):
    place(canvas, make_scene("ab"), [[0, 0], [50, 0]])
    canvas.state.focus(0)
    press(canvas, KEY.Key_Right)
    assert 0 < canvas.state.seen.x[1] < canvas.width()


def test_page_keys_cycle_the_neighbours_and_say_by_which_relation(canvas):
    said = []
    canvas.announced.connect(said.append)
    canvas.state.focus(0)
    press(canvas, KEY.Key_PageDown, KEY.Key_PageDown, KEY.Key_PageDown)
    press(canvas, KEY.Key_PageUp)
    assert said == [
        "likes → east, 1 of 2",
        "hears ← west, 2 of 2",
        "likes → east, 1 of 2",
        "hears ← west, 2 of 2",
    ]


def test_backspace_goes_back_the_way_one_came(canvas):
    canvas.state.focus(0)
    press(canvas, KEY.Key_Right, KEY.Key_Left, KEY.Key_Left)
    assert canvas.selected_names() == ["west"]
    press(canvas, KEY.Key_Backspace, KEY.Key_Backspace)
    assert canvas.selected_names() == ["east"]


def test_enter_f2_and_delete_ask_for_what_they_stand_for(canvas, qtbot):
    canvas.state.focus(0)
    press(canvas, KEY.Key_Right)
    for key, signal, argument in (
        (KEY.Key_Return, canvas.node_activated, "east"),
        (KEY.Key_F2, canvas.rename_requested, "east"),
        (KEY.Key_Delete, canvas.delete_requested, ["east"]),
    ):
        with qtbot.waitSignal(signal) as asked:
            press(canvas, key)
        assert asked.args == [argument]


def test_delete_without_a_selection_asks_for_nothing(canvas, qtbot):
    with qtbot.assertNotEmitted(canvas.delete_requested):
        press(canvas, KEY.Key_Delete)


def test_control_a_selects_all_and_escape_none(canvas):
    press(canvas, KEY.Key_A, modifiers=CONTROL)
    assert len(canvas.selected_names()) == 5
    press(canvas, KEY.Key_Escape)
    assert canvas.selected_names() == []


def test_escape_peels_a_gesture_before_the_selection(canvas):
    canvas.select(["north"])
    press(canvas, KEY.Key_R)
    press(canvas, KEY.Key_Escape)
    assert canvas.selected_names() == ["north"]
    press(canvas, KEY.Key_Escape)
    assert canvas.selected_names() == []


def test_keys_zoom_and_fit(canvas):
    press(canvas, KEY.Key_Plus)
    assert canvas.zoom == pytest.approx(1.25)
    press(canvas, KEY.Key_Minus, KEY.Key_Minus)
    assert canvas.zoom == pytest.approx(0.8)
    press(canvas, KEY.Key_1, modifiers=CONTROL)
    assert canvas.zoom == pytest.approx(1.0)
    press(canvas, KEY.Key_0, modifiers=CONTROL)
    assert canvas.state.camera == canvas.state.camera_for_all()
    canvas.select(["north", "east"])
    press(canvas, KEY.Key_F)
    assert canvas.zoom > 1


def test_p_unpins_the_selection(canvas):
    canvas.state.pin([1, 2])
    canvas.select(["north"])
    press(canvas, KEY.Key_P)
    assert canvas.state.names(canvas.state.emphasis.pinned) == ["south"]


def test_r_relates_two_selected_nodes(canvas, qtbot):
    canvas.select(["north", "east"])
    with qtbot.waitSignal(canvas.relation_requested) as asked:
        press(canvas, KEY.Key_R)
    assert asked.args == ["north", "east"]


def test_r_on_one_node_leads_to_the_node_that_is_clicked_next(canvas, qtbot):
    canvas.select(["north"])
    press(canvas, KEY.Key_R)
    with qtbot.waitSignal(canvas.relation_requested) as asked:
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(400, 300))
    assert asked.args == ["north", "middle"]


@pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_Menu, None), (KEY.Key_F10, SHIFT)])
def test_the_menu_key_asks_for_a_menu_at_the_node(canvas, qtbot, key, modifiers):
    canvas.state.focus(4)
    with qtbot.waitSignal(canvas.context_menu_requested) as asked:
        press(canvas, key, modifiers=modifiers or Qt.KeyboardModifier.NoModifier)
    assert asked.args == ["east", canvas.mapToGlobal(QPoint(580, 300))]


def test_the_canvas_shows_that_it_has_the_keyboard(canvas, qtbot):
    qtbot.waitUntil(canvas.hasFocus, timeout=3_000)
    assert canvas.grab().toImage().pixelColor(1, 100) == Theme.light().focus_ring
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert canvas.grab().toImage().pixelColor(1, 100) == Theme.light().canvas


def test_keys_on_an_empty_canvas_do_nothing(view):
    for key in (
        KEY.Key_Right,
        KEY.Key_PageDown,
        KEY.Key_Return,
        KEY.Key_F2,
        KEY.Key_Backspace,
        KEY.Key_P,
        KEY.Key_R,
    ):
        press(view, key)
    assert view.selected_names() == []
