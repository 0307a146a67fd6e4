"""A walk through finding and editing by keyboard alone: no mouse, no method of ours is called on the way."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from window_fixtures import WAIT_MS

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
KEY = Qt.Key


class Keyboard:
    """Presses keys wherever the keyboard is, as a person does."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot = qtbot
        self._window = window

    @property
    def focus(self) -> QWidget:
        """What has the keyboard; right after a dialog has closed nothing has it for a moment."""
        self.wait(lambda: QApplication.focusWidget() is not None)
        focused = QApplication.focusWidget()
        assert focused is not None
        return focused

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.focus, key, modifiers)

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClicks(self.focus, letter)

    def wait(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=WAIT_MS)

    def tab_to(self, name: str) -> None:
        """Press Tab until what screen readers call so has the keyboard."""
        for _ in range(60):
            if self.focus.accessibleName() == name:
                return
            self.press(KEY.Key_Tab)
        raise AssertionError(f"no way by Tab to “{name}”")

    def go_to_panel(self, panel: QWidget) -> None:
        """Press F6 until the keyboard is in a panel."""
        for _ in range(6):
            if panel is self.focus or panel.isAncestorOf(self.focus):
                return
            self.press(KEY.Key_F6)
        raise AssertionError("no way by F6 to the panel")

    def await_dialog(self) -> None:
        """Wait until a dialog has opened and has the keyboard."""
        self.wait(lambda: _holds_keyboard(QApplication.activeModalWidget()))

    def answer_dialog(self) -> None:
        """Confirm the dialog that is open."""
        self.await_dialog()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        QTest.keyClick(dialog, KEY.Key_Return)
        # There is no window manager that would give the keyboard back.
        self._window.activateWindow()


def _holds_keyboard(dialog: QWidget | None) -> bool:
    focused = QApplication.focusWidget()
    return dialog is not None and focused is not None and focused.window() is dialog


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    window = open_window(memory)
    window.graph.view.setFocus()
    return window


@pytest.fixture
def keyboard(qtbot: QtBot, window: MainWindow) -> Keyboard:
    return Keyboard(qtbot, window)


def selected(window: MainWindow) -> list[str]:
    return window.graph.view.selected_names()


def test_a_fact_is_found_corrected_and_the_correction_taken_back(window: MainWindow, keyboard: Keyboard):
    keyboard.press(KEY.Key_F, CONTROL)
    keyboard.type("hiking")
    keyboard.wait(lambda: [row.key for row in window.finding.panel.list.rows] == ["Alice"])
    keyboard.press(KEY.Key_Return)
    assert selected(window) == ["Alice"]
    keyboard.press(KEY.Key_Return)
    keyboard.tab_to("Observations")
    keyboard.press(KEY.Key_Home)
    keyboard.press(KEY.Key_F2)
    keyboard.wait(lambda: keyboard.focus.accessibleName() == "Observation")
    keyboard.press(KEY.Key_A, CONTROL)
    keyboard.type("Likes climbing")
    keyboard.press(KEY.Key_Return)
    keyboard.wait(lambda: "Likes climbing" in window.session.snapshot.entity("Alice").observations)
    keyboard.wait(window.actions_.undo.isEnabled)
    keyboard.press(KEY.Key_Z, CONTROL)
    keyboard.wait(lambda: "Likes hiking" in window.session.snapshot.entity("Alice").observations)


def test_entities_and_relations_are_made_renamed_and_deleted(window: MainWindow, keyboard: Keyboard):
    keyboard.press(KEY.Key_N, CONTROL)
    keyboard.await_dialog()
    keyboard.type("Zoe")
    keyboard.press(KEY.Key_Tab)
    keyboard.type("sailor")
    keyboard.answer_dialog()
    keyboard.wait(lambda: window.session.snapshot.entity("Zoe") == Entity("Zoe", "sailor", ()))
    keyboard.wait(lambda: selected(window) == ["Zoe"])
    keyboard.go_to_panel(window.graph.view)
    keyboard.press(KEY.Key_R, CONTROL)
    keyboard.await_dialog()
    keyboard.type("sails with")
    keyboard.press(KEY.Key_Tab)
    keyboard.type("Bob")
    keyboard.answer_dialog()
    keyboard.wait(lambda: Relation("Zoe", "Bob", "sails with") in window.session.snapshot.relations)
    keyboard.go_to_panel(window.graph.view)
    keyboard.press(KEY.Key_F2)
    keyboard.type("Zoë"[:2])
    keyboard.press(KEY.Key_Return)
    keyboard.wait(lambda: window.session.snapshot.entity("Zo") is not None)
    keyboard.go_to_panel(window.graph.view)
    keyboard.press(KEY.Key_Delete)
    keyboard.wait(lambda: window.session.snapshot.entity("Zo") is None)


def test_the_navigator_hides_a_type_and_goes_to_an_entity(window: MainWindow, keyboard: Keyboard):
    keyboard.go_to_panel(window.navigator)
    keyboard.type("ali")
    keyboard.press(KEY.Key_Down)
    keyboard.press(KEY.Key_Return)
    assert selected(window) == ["Alice"]
    keyboard.go_to_panel(window.navigator)
    keyboard.press(KEY.Key_Escape)
    keyboard.tab_to("Entities by type")
    keyboard.press(KEY.Key_Home)
    keyboard.press(KEY.Key_Space)
    assert window.graph.view.state.graph_filter.hidden_types == {"person"}
    keyboard.press(KEY.Key_Space)
    assert not window.graph.view.state.graph_filter.hides_anything


def test_the_table_is_reached_walked_and_edited(window: MainWindow, keyboard: Keyboard):
    keyboard.press(KEY.Key_L, CONTROL)
    keyboard.wait(lambda: window.graph.pages.currentWidget() is not window.graph.view)
    keyboard.tab_to("Entities of the memory")
    keyboard.press(KEY.Key_Down)
    keyboard.wait(lambda: len(selected(window)) == 1)
    first = selected(window)[0]
    keyboard.press(KEY.Key_Down)
    assert selected(window) != [first]
    keyboard.press(KEY.Key_L, CONTROL)
    assert window.graph.pages.currentWidget() is window.graph.view


def test_the_palette_merges_two_selected_entities(window: MainWindow, keyboard: Keyboard):
    keyboard.press(KEY.Key_A, CONTROL)
    assert len(selected(window)) == 3
    keyboard.press(KEY.Key_K, CONTROL)
    keyboard.type("merge sel")
    keyboard.wait(lambda: len(window.finding.palette.list.rows) > 0)
    keyboard.press(KEY.Key_Return)
    keyboard.answer_dialog()
    keyboard.wait(lambda: len(window.session.snapshot.entities) == 1)


def test_copies_go_through_the_clipboard_and_the_way_back_is_remembered(
    window: MainWindow, keyboard: Keyboard
):
    keyboard.press(KEY.Key_F, CONTROL)
    keyboard.type("acme")
    keyboard.wait(lambda: len(window.finding.panel.list.rows) > 0)
    keyboard.press(KEY.Key_Return)
    keyboard.press(KEY.Key_X, CONTROL)
    keyboard.wait(lambda: window.session.snapshot.entity("Acme") is None)
    keyboard.press(KEY.Key_V, CONTROL)
    keyboard.wait(lambda: window.session.snapshot.entity("Acme") is not None)
    keyboard.press(KEY.Key_F, CONTROL)
    keyboard.press(KEY.Key_A, CONTROL)
    keyboard.type("bob")
    keyboard.wait(lambda: [row.key for row in window.finding.panel.list.rows][:1] == ["Bob"])
    keyboard.press(KEY.Key_Return)
    assert selected(window) == ["Bob"]
    keyboard.press(KEY.Key_Left, ALT)
    assert selected(window) == ["Acme"]
    keyboard.press(KEY.Key_Right, ALT)
    assert selected(window) == ["Bob"]


def test_escape_peels_everything_and_f6_leads_through_the_panels(window: MainWindow, keyboard: Keyboard):
    visited = set()
    for _ in range(4):
        keyboard.press(KEY.Key_F6)
        visited.add(keyboard.focus.accessibleName())
    assert {"Search memory", "Filter types and names"} <= visited
    assert len(visited) == 4
    keyboard.go_to_panel(window.graph.view)
    keyboard.press(KEY.Key_A, CONTROL)
    keyboard.press(KEY.Key_Escape)
    assert selected(window) == []
