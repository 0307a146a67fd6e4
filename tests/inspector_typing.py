"""Typing into the inspector as a person does, for its tests."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.observation_editor import ObservationEditor


def type_into(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    """Type a text in place of what a field holds, without leaving it."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def open_editor(qtbot: QtBot, page: EntityPage, row: int = 0) -> ObservationEditor:
    """Open the editor of an observation with Enter."""
    items = page.observations.list
    items.setCurrentRow(row)
    items.setFocus()
    qtbot.keyClick(items, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: items.delegate.editor is not None)
    editor = items.delegate.editor
    assert editor is not None
    return editor
