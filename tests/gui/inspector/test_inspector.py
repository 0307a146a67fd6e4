"""Correcting an entity in the inspector, with real keys."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTreeWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import AddObservations, CreateRelations, EntityObservations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]


def alice(window: MainWindow, name: str = "Alice") -> Entity | None:
    return window.session.snapshot.entity(name)


def retype(qtbot: QtBot, field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def texts(page: EntityPage) -> list[str]:
    items = page.observations.list
    return [items.item(row).text() for row in range(items.count())]


def rows(tree: QTreeWidget) -> list[tuple[str, str]]:
    items = (tree.topLevelItem(row) for row in range(tree.topLevelItemCount()))
    return [(item.text(0), item.text(1)) for item in items]


def edit_first_observation(qtbot: QtBot, page: EntityPage) -> QPlainTextEdit:
    items = page.observations.list
    items.setCurrentRow(0)
    items.setFocus()
    qtbot.keyClick(items, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: items.findChild(QPlainTextEdit) is not None)
    return items.findChild(QPlainTextEdit)


def test_it_shows_everything_the_memory_has_of_an_entity(page: EntityPage):
    assert page.name_field.text() == "Alice"
    assert page.type_field.text() == "person"
    assert texts(page) == ["Likes hiking", "Works remotely"]
    assert rows(page.out_relations) == [("works_at", "Acme")]
    assert rows(page.in_relations) == [("knows", "Bob")]


def test_enter_in_the_name_renames_and_the_selection_follows(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    retype(qtbot, page.name_field, "Alicia")
    wait(lambda: alice(window, "Alicia") is not None)
    assert window.graph.view.selected_names() == ["Alicia"]
    assert page.name_field.text() == "Alicia"
    assert rows(page.in_relations) == [("knows", "Bob")]


def test_leaving_the_type_commits_it(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    page.type_field.setFocus()
    page.type_field.selectAll()
    qtbot.keyClicks(page.type_field, "friend")
    qtbot.keyClick(page.type_field, Qt.Key.Key_Tab)
    wait(lambda: alice(window).entity_type == "friend")


def test_escape_restores_a_field(qtbot: QtBot, window: MainWindow, page: EntityPage):
    page.name_field.setFocus()
    page.name_field.selectAll()
    qtbot.keyClicks(page.name_field, "Nobody")
    qtbot.keyClick(page.name_field, Qt.Key.Key_Escape)
    assert page.name_field.text() == "Alice"
    qtbot.keyClick(page.name_field, Qt.Key.Key_Return)
    assert not window.session.worker.is_busy


def test_an_observation_is_added_with_enter(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    qtbot.keyClicks(page.observations.new_field, "Plays chess")
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Return)
    wait(lambda: texts(page) == ["Likes hiking", "Works remotely", "Plays chess"])
    assert alice(window).observations[-1] == "Plays chess"
    assert page.observations.new_field.text() == ""


def test_an_observation_is_rewritten_in_place(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    editor = edit_first_observation(qtbot, page)
    editor.selectAll()
    qtbot.keyClicks(editor, "Likes climbing")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: alice(window).observations == ("Likes climbing", "Works remotely"))
    assert texts(page) == ["Likes climbing", "Works remotely"]


def test_escape_leaves_an_observation_as_it_was(qtbot: QtBot, window: MainWindow, page: EntityPage):
    editor = edit_first_observation(qtbot, page)
    qtbot.keyClicks(editor, "something else")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert texts(page) == ["Likes hiking", "Works remotely"]
    assert not window.session.worker.is_busy


def test_delete_removes_the_selected_observations(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.observations.list.setFocus()
    page.observations.list.selectAll()
    qtbot.keyClick(page.observations.list, Qt.Key.Key_Delete)
    wait(lambda: alice(window).observations == ())


def test_an_outside_change_does_not_touch_what_is_being_typed(
    qtbot: QtBot, window: MainWindow, page: EntityPage, memory: Path, wait: Wait
):
    editor = edit_first_observation(qtbot, page)
    editor.selectAll()
    qtbot.keyClicks(editor, "Likes climbing")
    MemoryFile(memory, Writer("server")).apply(AddObservations([EntityObservations("Alice", ("Has a dog",))]))
    wait(lambda: "Has a dog" in alice(window).observations)
    assert editor.toPlainText() == "Likes climbing"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: alice(window).observations == ("Likes climbing", "Works remotely", "Has a dog"))
    wait(lambda: texts(page) == ["Likes climbing", "Works remotely", "Has a dog"])


def test_a_relation_type_is_changed_and_a_relation_removed_by_keys(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    tree = page.out_relations
    tree.setFocus()
    tree.setCurrentItem(tree.topLevelItem(0))
    qtbot.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    retype(qtbot, editor, "founded")
    wait(lambda: rows(tree) == [("founded", "Acme")])
    wait(lambda: not window.session.worker.is_busy)
    assert window.graph.view.selected_names() == ["Alice"]
    tree.setCurrentItem(tree.topLevelItem(0))
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    wait(lambda: len(window.session.snapshot.relations) == 1)


def test_a_double_click_on_a_relation_goes_to_the_other_end(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    tree = page.in_relations
    place = tree.visualItemRect(tree.topLevelItem(0)).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    qtbot.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    wait(lambda: page.name_field.text() == "Bob")
    assert window.graph.view.selected_names() == ["Bob"]


def test_an_end_that_the_memory_does_not_hold_can_be_created(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    window.session.apply(CreateRelations([Relation("Alice", "Ghost", "saw")]))
    wait(lambda: len(window.session.snapshot.relations) == 3)
    window.graph.view.select(["Ghost"])
    assert not page.name_field.isEnabled()
    qtbot.mouseClick(page.create_button, Qt.MouseButton.LeftButton)
    wait(lambda: alice(window, "Ghost") is not None)
    assert page.name_field.isEnabled()


def test_without_a_selection_it_lists_types_and_a_click_selects_one(
    qtbot: QtBot, window: MainWindow, wait: Wait
):
    window.graph.view.select([])
    tree = window.inspector.overview.types
    assert rows(tree) == [("person", "2"), ("organization", "1")]
    qtbot.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(tree.topLevelItem(0)).center()
    )
    wait(lambda: window.graph.view.selected_names() == ["Alice", "Bob"])
    assert window.inspector.currentWidget() is window.inspector.selection_page
