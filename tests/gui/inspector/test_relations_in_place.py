"""Relations are corrected and added where they stand."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.relation_list import RelationList
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import CreateRelations
from mnemoscope_shared.model import Relation
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]
SHIFT = Qt.KeyboardModifier.ShiftModifier


def editor_of(qtbot: QtBot, relations: RelationList, modifiers: Qt.KeyboardModifier) -> QLineEdit:
    # Without a screen, a list of suggestions that has closed leaves no window active.
    relations.activateWindow()
    qtbot.waitUntil(relations.isActiveWindow)
    relations.setFocus()
    relations.setCurrentItem(relations.topLevelItem(0))
    qtbot.keyClick(relations, Qt.Key.Key_F2, modifiers)
    return open_editor(qtbot, relations)


def open_editor(qtbot: QtBot, relations: RelationList) -> QLineEdit:
    def editors() -> list[QLineEdit]:
        return [one for one in relations.viewport().findChildren(QLineEdit) if one.hasFocus()]

    qtbot.waitUntil(lambda: bool(editors()))
    return editors()[0]


def retype(qtbot: QtBot, field: QLineEdit, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)
    close_popup(qtbot, field)
    qtbot.keyClick(field, key)


def close_popup(qtbot: QtBot, field: QLineEdit) -> None:
    popup = field.completer().popup()
    if popup.isVisible():
        qtbot.keyClick(popup, Qt.Key.Key_Escape)


def test_the_other_end_is_changed_in_place(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    retype(qtbot, editor_of(qtbot, page.out_relations, SHIFT), "Bob")
    wait(lambda: Relation("Alice", "Bob", "works_at") in window.session.snapshot.relations)
    retype(qtbot, editor_of(qtbot, page.in_relations, SHIFT), "Acme")
    wait(lambda: Relation("Acme", "Alice", "knows") in window.session.snapshot.relations)


def test_tab_leads_from_the_type_to_the_other_end(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    relations = page.out_relations
    editor = editor_of(qtbot, relations, Qt.KeyboardModifier.NoModifier)
    retype(qtbot, editor, "likes", Qt.Key.Key_Tab)
    retype(qtbot, open_editor(qtbot, relations), "Bob")
    wait(lambda: Relation("Alice", "Bob", "likes") in window.session.snapshot.relations)
    assert len(window.session.snapshot.relations) == 2


def test_an_empty_end_is_not_taken(qtbot: QtBot, window: MainWindow, page: EntityPage):
    retype(qtbot, editor_of(qtbot, page.out_relations, SHIFT), " ")
    assert page.out_relations.topLevelItem(0).text(1) == "Acme"
    assert not window.session.is_saving


def test_what_came_while_a_relation_was_edited_is_shown_afterwards(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    relations = page.out_relations
    editor = editor_of(qtbot, relations, SHIFT)
    claude.apply(CreateRelations([Relation("Alice", "Bob", "likes")]))
    wait(lambda: len(window.session.snapshot.relations) == 3)
    assert relations.topLevelItemCount() == 1
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    wait(lambda: relations.topLevelItemCount() == 2)


def test_a_relation_is_added_in_the_line_below(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    line = page.relation_line
    line.type_field.setFocus()
    qtbot.keyClicks(line.type_field, "likes")
    qtbot.keyClick(line.type_field, Qt.Key.Key_Return)
    assert line.target_field.hasFocus()
    qtbot.keyClicks(line.target_field, "Bob")
    close_popup(qtbot, line.target_field)
    qtbot.keyClick(line.target_field, Qt.Key.Key_Return)
    wait(lambda: Relation("Alice", "Bob", "likes") in window.session.snapshot.relations)
    assert (line.type_field.text(), line.target_field.text()) == ("", "")
    assert line.type_field.hasFocus()


def test_existing_names_are_completed_in_the_line(qtbot: QtBot, page: EntityPage):
    field = page.relation_line.target_field
    field.setFocus()
    qtbot.keyClicks(field, "cm")
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert field.text() == "Acme"


def test_escape_empties_the_line(qtbot: QtBot, page: EntityPage):
    line = page.relation_line
    line.type_field.setFocus()
    qtbot.keyClicks(line.type_field, "zzz")
    qtbot.keyClick(line.type_field, Qt.Key.Key_Escape)
    assert line.type_field.text() == ""


def test_lists_of_relations_take_no_more_room_than_their_rows(window: MainWindow, page: EntityPage):
    row = page.out_relations.visualItemRect(page.out_relations.topLevelItem(0)).height()
    assert row <= page.out_relations.height() < 2 * row
    window.graph.view.select(["Acme"])
    assert page.out_relations.isHidden()
    assert page.in_relations.isVisible()


def test_a_name_with_control_characters_and_markup_is_shown_as_one_line(
    window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    name = "<b>Zed</b>\n\x07" + "z" * 1_000_000
    claude.apply(CreateRelations([Relation("Alice", name, "saw")]))
    wait(lambda: page.out_relations.topLevelItemCount() == 2)
    item = page.out_relations.topLevelItem(1)
    assert item.text(1) == name
    delegate = page.out_relations.itemDelegateForColumn(1)
    shown = delegate.displayText(name, page.locale())
    assert shown.startswith("→ <b>Zed</b>↵\ufffd")
    assert len(shown) < 130
    assert "<" not in item.toolTip(1)
