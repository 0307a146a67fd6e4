"""Merging, retyping, connecting and renaming types: many records in one edit, through real events."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidget
from pytestqt.qtbot import QtBot
from window_fixtures import ACME, ALICE, BOB, write_records

from mnemoscope_gui.inspector.selection_page import SelectionPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.merge_dialog import MergeDialog
from mnemoscope_gui.relate_dialog import RelateDialog
from mnemoscope_gui.rename_type_dialog import RenameTypeDialog
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]
OK = QDialogButtonBox.StandardButton.Ok


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


@pytest.fixture
def page(window: MainWindow) -> SelectionPage:
    return window.inspector.selection_page


def shown(window: MainWindow, kind: type) -> QDialog:
    return next(dialog for dialog in window.findChildren(kind) if dialog.isVisible())


def press_ok(qtbot: QtBot, dialog: QDialog) -> None:
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(OK), Qt.MouseButton.LeftButton)


def can_confirm(dialog: QDialog) -> bool:
    return dialog.findChild(QDialogButtonBox).button(OK).isEnabled()


def groups(preview: QTreeWidget) -> dict[str, list[str]]:
    items = [preview.topLevelItem(row) for row in range(preview.topLevelItemCount())]
    return {item.text(0): [item.child(row).text(0) for row in range(item.childCount())] for item in items}


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    window.graph.view.setFocus()
    qtbot.keyClick(window.graph.view, key, modifiers)


def test_merging_shows_beforehand_what_it_will_do(qtbot: QtBot, window: MainWindow):
    window.graph.view.select(["Alice", "Bob"])
    press(
        qtbot, window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog = shown(window, MergeDialog)
    dialog.name_field.setCurrentIndex(dialog.name_field.findData("Bob"))
    assert groups(dialog.preview) == {
        "Observations (2)": ["Likes hiking", "Works remotely"],
        "Relations that lead to it from now on (1)": ["Alice → works_at → Acme  ⇒  Bob → works_at → Acme"],
        "Relations that go: loops and repeats (1)": ["Bob → knows → Alice"],
        "Entities that go (1)": ["Alice"],
    }
    assert window.session.snapshot.entity("Alice") == ALICE
    dialog.close()


def test_merging_unites_observations_and_repoints_relations_in_one_undoable_edit(
    qtbot: QtBot, window: MainWindow, memory: Path, wait: Wait
):
    before = memory.read_bytes()
    window.graph.view.select(["Alice", "Bob"])
    window.actions_.merge.trigger()
    press_ok(qtbot, shown(window, MergeDialog))
    wait(lambda: window.session.snapshot.entity("Bob") is None)
    assert window.session.snapshot.relations == (Relation("Alice", "Acme", "works_at"),)
    assert window.graph.view.selected_names() == ["Alice"]
    wait(window.actions_.undo.isEnabled)
    assert window.actions_.undo.text() == "&Undo Merge Bob into Alice"
    window.actions_.undo.trigger()
    wait(lambda: memory.read_bytes() == before)


def test_a_merge_can_be_called_off(qtbot: QtBot, window: MainWindow, memory: Path):
    before = memory.read_bytes()
    window.graph.view.select(["Alice", "Bob"])
    window.actions_.merge.trigger()
    dialog = shown(window, MergeDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert memory.read_bytes() == before


def test_one_entity_cannot_be_merged(window: MainWindow):
    window.graph.view.select(["Alice"])
    assert not window.actions_.merge.isEnabled()
    assert not window.actions_.relate_entities.isEnabled()


def test_several_entities_get_one_type_in_the_inspector(
    qtbot: QtBot, window: MainWindow, page: SelectionPage, wait: Wait
):
    window.graph.view.select(["Alice", "Acme", "Bob"])
    assert page.type_field.text() == ""
    page.type_field.setFocus()
    qtbot.keyClicks(page.type_field, "thing")
    qtbot.keyClick(page.type_field, Qt.Key.Key_Return)
    wait(lambda: {entity.entity_type for entity in window.session.snapshot.entities} == {"thing"})
    assert page.type_field.text() == "thing"


def test_a_common_type_is_shown(window: MainWindow, page: SelectionPage):
    window.graph.view.select(["Alice", "Bob"])
    assert page.type_field.text() == "person"


def test_several_entities_are_connected_to_one(
    qtbot: QtBot, window: MainWindow, page: SelectionPage, wait: Wait
):
    window.graph.view.select(["Alice", "Bob"])
    qtbot.mouseClick(page.relate_button, Qt.MouseButton.LeftButton)
    dialog = shown(window, RelateDialog)
    assert not can_confirm(dialog)
    qtbot.keyClicks(dialog.type_field, "visits")
    qtbot.keyClicks(dialog.other_field, "Acm")
    assert not can_confirm(dialog)
    qtbot.keyClicks(dialog.other_field, "e")
    press_ok(qtbot, dialog)
    wait(lambda: Relation("Bob", "Acme", "visits") in window.session.snapshot.relations)
    assert Relation("Alice", "Acme", "visits") in window.session.snapshot.relations


def test_the_other_way_round_one_is_connected_to_several(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.graph.view.select(["Alice", "Bob"])
    window.actions_.relate_entities.trigger()
    dialog = shown(window, RelateDialog)
    dialog.direction_field.setCurrentIndex(1)
    qtbot.keyClicks(dialog.type_field, "employs")
    qtbot.keyClicks(dialog.other_field, "Acme")
    press_ok(qtbot, dialog)
    wait(lambda: Relation("Acme", "Bob", "employs") in window.session.snapshot.relations)


def test_the_buttons_of_a_selection_merge_and_delete_it(
    qtbot: QtBot, window: MainWindow, page: SelectionPage, wait: Wait
):
    window.graph.view.select(["Alice", "Bob"])
    qtbot.mouseClick(page.merge_button, Qt.MouseButton.LeftButton)
    shown(window, MergeDialog).close()
    qtbot.mouseClick(page.delete_button, Qt.MouseButton.LeftButton)
    wait(lambda: window.session.snapshot.entities == (ACME,))


def test_a_type_of_entities_is_renamed_in_all_of_them(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.actions_.rename_entity_type.trigger()
    dialog = shown(window, RenameTypeDialog)
    assert dialog.old_name() == "person"
    assert not can_confirm(dialog)
    qtbot.keyClicks(dialog.name_field, "human")
    press_ok(qtbot, dialog)
    wait(lambda: window.session.snapshot.entity("Bob") == Entity("Bob", "human", ()))
    assert window.session.snapshot.entity("Alice").entity_type == "human"
    assert window.session.snapshot.entity("Acme") == ACME


def test_a_type_of_relations_is_renamed_in_all_of_them_and_repeats_go(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "two.jsonl"
    knows, sees = Relation("Alice", "Bob", "knows"), Relation("Alice", "Bob", "sees")
    write_records(path, ALICE, BOB, knows, sees, Relation("Bob", "Alice", "sees"))
    window = open_window(path)
    window.actions_.rename_relation_type.trigger()
    dialog = shown(window, RenameTypeDialog)
    assert dialog.old_name() == "sees"
    qtbot.keyClicks(dialog.name_field, "knows")
    press_ok(qtbot, dialog)
    wait(lambda: len(window.session.snapshot.relations) == 2)
    assert window.session.snapshot.relations == (knows, Relation("Bob", "Alice", "knows"))


def test_renaming_to_a_type_in_use_says_that_they_become_one(qtbot: QtBot, window: MainWindow):
    window.actions_.rename_entity_type.trigger()
    dialog = shown(window, RenameTypeDialog)
    qtbot.keyClicks(dialog.name_field, "organization")
    assert "become one type" in dialog._effect.text()
    dialog.close()


@pytest.mark.parametrize(
    "name", ["<b>bold</b><img src=x>", "a\nb\0c", "x" * 1_000_000, "\u202eabc", "🙂" * 50]
)
def test_hostile_names_are_merged_and_shown_as_text(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait, name: str
):
    path = tmp_path / "hostile.jsonl"
    write_records(path, Entity(name, name, (name,)), BOB, Relation(name, "Bob", name))
    window = open_window(path)
    window.graph.view.select([name, "Bob"])
    window.actions_.merge.trigger()
    dialog = shown(window, MergeDialog)
    dialog.name_field.setCurrentIndex(dialog.name_field.findData(name))
    press_ok(qtbot, dialog)
    wait(lambda: len(window.session.snapshot.entities) == 1)
    assert window.session.snapshot.entity(name) == Entity(name, name, (name,))
