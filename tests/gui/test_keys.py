"""The keys that count wherever one is in the window, pressed for real."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.new_relation_dialog import NewRelationDialog
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.lock import WriteLock

Wait = Callable[[Callable[[], bool]], None]
KEY = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    window = open_window(memory)
    window.graph.view.setFocus()
    return window


def press(qtbot: QtBot, widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = CONTROL) -> None:
    widget.setFocus()
    qtbot.keyClick(widget, key, modifiers)


def retype_bob(window: MainWindow, wait: Wait) -> None:
    window.session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: bob_type(window) == "friend")
    wait(window.actions_.undo.isEnabled)


def bob_type(window: MainWindow) -> str:
    bob = window.session.snapshot.entity("Bob")
    assert bob is not None
    return bob.entity_type


def test_control_s_says_that_all_is_saved_already(qtbot: QtBot, window: MainWindow):
    press(qtbot, window.graph.view, KEY.Key_S)
    assert window.graph.toast.text.startswith("Already saved")


@pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_Y, CONTROL), (KEY.Key_Z, CONTROL | SHIFT)])
def test_control_z_takes_back_and_both_redo_keys_make_again(
    qtbot: QtBot, window: MainWindow, wait: Wait, key: Qt.Key, modifiers: Qt.KeyboardModifier
):
    retype_bob(window, wait)
    assert window.actions_.undo.text() == "&Undo Change the type of Bob"
    press(qtbot, window.graph.view, KEY.Key_Z)
    wait(lambda: bob_type(window) == "person")
    wait(window.actions_.redo.isEnabled)
    assert window.actions_.redo.text() == "&Redo Change the type of Bob"
    press(qtbot, window.graph.view, key, modifiers)
    wait(lambda: bob_type(window) == "friend")


@pytest.mark.parametrize(
    ("key", "dialog"),
    [(KEY.Key_N, NewEntityDialog), (KEY.Key_R, NewRelationDialog), (KEY.Key_O, QFileDialog)],
)
def test_control_n_r_and_o_open_their_forms(
    qtbot: QtBot, window: MainWindow, wait: Wait, key: Qt.Key, dialog: type[QDialog], monkeypatch
):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (asked.append(True), ("", ""))[1])
    press(qtbot, window.graph.view, key)
    if dialog is QFileDialog:
        assert asked == [True]
    else:
        opened = next(one for one in window.findChildren(dialog) if one.isVisible())
        opened.close()


def test_f1_shows_every_key(qtbot: QtBot, window: MainWindow):
    press(qtbot, window.graph.view, KEY.Key_F1, Qt.KeyboardModifier.NoModifier)
    sheet = next(one for one in window.findChildren(QDialog) if one.isVisible())
    assert sheet.windowTitle() == "Keyboard and mouse"
    sheet.close()


def test_keys_of_the_clipboard_count_in_the_table_too(qtbot: QtBot, window: MainWindow):
    window.actions_.pages["table"].trigger()
    window.graph.view.select(["Bob"])
    press(qtbot, window.table.panel.view, KEY.Key_C)
    assert QApplication.clipboard().text().startswith("Bob (person)")


def test_an_edit_is_said_to_be_saved_in_the_status_bar(window: MainWindow, wait: Wait):
    retype_bob(window, wait)
    wait(lambda: window.statusBar().state_label.text().startswith("Saved "))


def test_whoever_holds_the_lock_for_long_is_named(window: MainWindow, memory: Path, wait: Wait):
    with WriteLock(memory, 5.0).held():
        window.session.apply(CreateEntities([Entity("Zoe", "person", ())]))
        wait(lambda: window.statusBar().state_label.text().startswith("Waiting for"))
    wait(lambda: window.session.snapshot.entity("Zoe") is not None)
