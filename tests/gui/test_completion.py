"""Existing types are offered while a type is typed, in the inspector too."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    window = open_window(memory)
    window.graph.view.select(["Alice"])
    return window


@pytest.fixture
def page(window: MainWindow) -> EntityPage:
    return window.inspector.entity_page


def choose_first_suggestion(qtbot: QtBot, field: QLineEdit) -> None:
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)


def test_a_chosen_type_is_committed_as_if_it_were_typed(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.type_field.setFocus()
    page.type_field.selectAll()
    qtbot.keyClicks(page.type_field, "gani")
    choose_first_suggestion(qtbot, page.type_field)
    assert page.type_field.text() == "organization"
    qtbot.keyClick(page.type_field, Qt.Key.Key_Return)
    wait(lambda: window.session.snapshot.entity("Alice").entity_type == "organization")


def test_types_that_came_meanwhile_are_offered_too(
    qtbot: QtBot, window: MainWindow, page: EntityPage, memory: Path, wait: Wait
):
    with memory.open("ab") as file:
        file.write(b'{"type":"entity","name":"Rex","entityType":"dog","observations":[]}\n')
    wait(lambda: window.session.snapshot.entity("Rex") is not None)
    page.type_field.setFocus()
    page.type_field.selectAll()
    qtbot.keyClicks(page.type_field, "do")
    choose_first_suggestion(qtbot, page.type_field)
    assert page.type_field.text() == "dog"


def test_the_type_of_a_relation_is_completed_in_place(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    relations = page.out_relations
    relations.setCurrentItem(relations.topLevelItem(0))
    relations.setFocus()
    qtbot.keyClick(relations, Qt.Key.Key_F2)
    wait(lambda: relations.findChild(QLineEdit) is not None)
    editor = relations.findChild(QLineEdit)
    qtbot.keyClicks(editor, "kno")
    choose_first_suggestion(qtbot, editor)
    assert editor.text() == "knows"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: Relation("Alice", "Acme", "knows") in window.session.snapshot.relations)


def test_an_empty_type_can_still_be_committed(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    page.type_field.setFocus()
    page.type_field.selectAll()
    qtbot.keyClick(page.type_field, Qt.Key.Key_Delete)
    qtbot.keyClick(page.type_field, Qt.Key.Key_Return)
    wait(
        lambda: (
            window.session.snapshot.entity("Alice") == Entity("Alice", "", ("Likes hiking", "Works remotely"))
        )
    )
