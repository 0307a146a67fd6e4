"""Ctrl+Z in any field takes back typing while there is some, and then the last edit."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.entity_corrections import RetypeEntity

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    """A window with one edit to undo."""
    window = open_window(memory)
    window.graph.view.select(["Alice"])
    window.session.apply(RetypeEntity("Bob", "robot"))
    wait(window.actions_.undo.isEnabled)
    return window


def fields(window: MainWindow) -> dict[str, QLineEdit]:
    page = window.inspector.entity_page
    return {
        "name": page.name_field,
        "new observation": page.observations.new_field,
        "new relation": page.relation_line.type_field,
        "navigator": window.navigator.filter_field,
    }


@pytest.mark.parametrize("name", ["name", "new observation", "new relation", "navigator"])
def test_typing_is_taken_back_first_and_then_the_last_edit(
    qtbot: QtBot, window: MainWindow, wait: Wait, name: str
):
    field = fields(window)[name]
    before = field.text()
    field.setFocus()
    qtbot.keyClicks(field, "x")
    qtbot.keySequence(field, QKeySequence.StandardKey.Undo)
    assert field.text() == before
    assert window.session.snapshot.entity("Bob").entity_type == "robot"
    qtbot.keySequence(field, QKeySequence.StandardKey.Undo)
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "person")


def test_redo_works_from_a_field_too(qtbot: QtBot, window: MainWindow, wait: Wait):
    field = window.inspector.entity_page.observations.new_field
    field.setFocus()
    qtbot.keySequence(field, QKeySequence.StandardKey.Undo)
    wait(window.actions_.redo.isEnabled)
    qtbot.keySequence(field, QKeySequence("Ctrl+Shift+Z"))
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "robot")
