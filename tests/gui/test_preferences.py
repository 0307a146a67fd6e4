"""Preferences: chosen in one window, in force at once in all, and remembered."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_fixtures import write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.preferences_dialog import PreferencesDialog
from mnemoscope_gui.settings import Settings
from mnemoscope_shared.model import Entity


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


def open_preferences(qtbot: QtBot, window: MainWindow) -> PreferencesDialog:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    window.graph.view.setFocus()
    qtbot.keyClick(window.graph.view, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    return next(one for one in window.findChildren(PreferencesDialog) if one.isVisible())


def test_motion_is_reduced_in_all_windows_and_in_the_next_start(
    qtbot: QtBot, window: MainWindow, open_window: Callable[[Path], MainWindow], tmp_path: Path
):
    other_path = tmp_path / "other.jsonl"
    write_records(other_path, Entity("Atlas", "project", ()))
    other = open_window(other_path)
    dialog = open_preferences(qtbot, window)
    dialog.motion_field.setCurrentText("Always")
    assert (window.graph.view.animation_duration_scale, other.graph.view.animation_duration_scale) == (1, 1)
    dialog.motion_field.setCurrentText("Never")
    assert (window.graph.view.animation_duration_scale, other.graph.view.animation_duration_scale) == (0, 0)
    assert Settings().motion == "reduced"
    dialog.close()


def test_scrolling_on_a_touchpad_moves_the_graph_where_that_is_preferred(qtbot: QtBot, window: MainWindow):
    dialog = open_preferences(qtbot, window)
    assert not window.graph.view.pointer.scrolling_pans
    dialog.scrolling_field.setCurrentText("Moves the graph")
    assert window.graph.view.pointer.scrolling_pans
    assert Settings().scrolling_pans
    dialog.close()


def test_colours_chosen_here_are_marked_in_the_menu_too(qtbot: QtBot, window: MainWindow):
    dialog = open_preferences(qtbot, window)
    dialog.scheme_field.setCurrentText("Dark")
    assert window.graph.view.theme.name == "dark"
    assert window.actions_.schemes["dark"].isChecked()
    dialog.scheme_field.setCurrentText("As the system")
    assert window.actions_.schemes["system"].isChecked()
    dialog.close()


@pytest.mark.parametrize("value", ["", "sideways", "3", "[]"])
def test_a_value_that_makes_no_sense_counts_as_unset(own_settings: None, value: str):
    settings = Settings()
    settings._store.setValue("canvas/motion", value)
    settings._store.setValue("canvas/scrolling_pans", value)
    assert (settings.motion, settings.scrolling_pans) == ("system", False)
