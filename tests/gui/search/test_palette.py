"""The palette: commands, entities and recent files by typing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_fixtures import write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.search.palette import Palette
from mnemoscope_shared.model import Entity

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


@pytest.fixture
def palette(qtbot: QtBot, window: MainWindow) -> Palette:
    window.graph.view.setFocus()
    qtbot.keyClick(window.graph.view, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.finding.palette.isVisible()
    return window.finding.palette


def type_in(qtbot: QtBot, window: MainWindow, text: str) -> None:
    qtbot.keyClicks(window.finding.palette.field, text)
    qtbot.waitUntil(lambda: not window.finding._searcher._worker.is_busy, timeout=10_000)


def titles(palette: Palette) -> list[str]:
    return [row.title.text for row in palette.list.rows]


def test_a_command_is_found_by_the_beginnings_of_its_words_and_done(
    qtbot: QtBot, window: MainWindow, palette: Palette
):
    type_in(qtbot, window, "ent new")
    assert titles(palette)[0] == "New entity"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    dialog = next(one for one in window.findChildren(NewEntityDialog) if one.isVisible())
    dialog.close()


def test_an_entity_is_found_and_gone_to(qtbot: QtBot, window: MainWindow, palette: Palette):
    type_in(qtbot, window, "bob")
    assert titles(palette)[0] == "Bob"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.graph.view.selected_names() == ["Bob"]


def test_a_recent_file_is_found_and_opened(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path, wait: Wait
):
    other = tmp_path / "zebra.jsonl"
    write_records(other, Entity("Atlas", "project", ()))
    open_window(other).close()
    window = open_window(memory)
    window.actions_.palette.trigger()
    type_in(qtbot, window, "zebra")
    qtbot.keyClick(window.finding.palette.field, Qt.Key.Key_Return)
    windows = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    opened = next(one for one in windows if one.isVisible() and one.session.path == other)
    wait(lambda: not opened.session.worker.is_busy)


def test_commands_that_cannot_be_done_now_are_not_offered(window: MainWindow, palette: Palette):
    keys = [row.key for row in palette.list.rows]
    actions = [key for key in keys if isinstance(key, QAction)]
    assert all(action.isEnabled() for action in actions)
    assert window.actions_.delete not in actions


def test_keys_are_shown_beside_commands(qtbot: QtBot, window: MainWindow, palette: Palette):
    type_in(qtbot, window, "fit all")
    assert palette.list.rows[0].remark == "Ctrl+0"


def test_the_arrows_move_and_escape_closes(qtbot: QtBot, palette: Palette):
    first = palette.list.current_key()
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.current_key() is not first
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.current_key() is first
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_it_opens_empty_each_time(qtbot: QtBot, window: MainWindow, palette: Palette):
    type_in(qtbot, window, "bob")
    palette.close()
    window.actions_.palette.trigger()
    assert palette.field.text() == ""
    assert len(palette.list.rows) > 5


def test_every_command_of_the_menus_can_be_found(window: MainWindow, palette: Palette):
    offered = {row.key for row in palette.list.rows}
    enabled = [action for action in window.actions_.everything() if action.isEnabled()]
    assert all(action in offered for action in enabled)
