"""The window as a whole: commands, undo, colours, closing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.new_relation_dialog import NewRelationDialog
from mnemoscope_gui.sample_memory import sample_entities, sample_relations, write_sample
from mnemoscope_shared.edits import CreateEntities, DeleteEntities, DeleteRelations
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.token_estimate import estimated_tokens

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


def names(window: MainWindow) -> list[str]:
    return [entity.name for entity in window.session.snapshot.entities]


def child(window: MainWindow, kind: type):
    return next(dialog for dialog in window.findChildren(kind) if dialog.isVisible())


def press_ok(qtbot: QtBot, dialog) -> None:
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_control_n_creates_an_entity(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.actions_.new_entity.trigger()
    dialog = child(window, NewEntityDialog)
    qtbot.keyClicks(dialog.name_field, "Zoe")
    qtbot.keyClicks(dialog.type_field, "person")
    qtbot.keyClicks(dialog.observation_field, "Speaks Greek")
    press_ok(qtbot, dialog)
    wait(lambda: window.session.snapshot.entity("Zoe") == Entity("Zoe", "person", ("Speaks Greek",)))


def test_a_name_that_is_taken_cannot_be_confirmed(qtbot: QtBot, window: MainWindow):
    window.actions_.new_entity.trigger()
    dialog = child(window, NewEntityDialog)
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    assert not button.isEnabled()
    qtbot.keyClicks(dialog.name_field, "Bob")
    assert not button.isEnabled()
    qtbot.keyClicks(dialog.name_field, "by")
    assert button.isEnabled()
    dialog.reject()


def test_a_new_relation_starts_at_the_selection(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.graph.view.select(["Bob"])
    window.actions_.new_relation.trigger()
    dialog = child(window, NewRelationDialog)
    assert dialog.source_field.text() == "Bob"
    qtbot.keyClicks(dialog.type_field, "works_at")
    qtbot.keyClicks(dialog.target_field, "Acme")
    press_ok(qtbot, dialog)
    wait(lambda: ("Bob", "Acme", "works_at") in window.session.snapshot.lines_by_key)


def test_deleting_says_what_went_and_offers_undo(qtbot: QtBot, window: MainWindow, memory: Path, wait: Wait):
    before = memory.read_bytes()
    view, toast = window.graph.view, window.graph.toast
    view.select(["Alice"])
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    wait(lambda: names(window) == ["Acme", "Bob"])
    assert toast.text == "Deleted Alice and 2 relations"
    qtbot.mouseClick(toast.button, Qt.MouseButton.LeftButton)
    wait(lambda: "Alice" in names(window))
    assert memory.read_bytes() == before


def test_the_notice_of_a_deletion_goes_when_undo_would_take_back_something_else(
    window: MainWindow, wait: Wait
):
    toast = window.graph.toast
    window.session.apply(DeleteEntities(["Alice"]))
    wait(lambda: toast.isVisible() and toast.text == "Deleted Alice and 2 relations")
    window.session.apply(CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: "Zoe" in names(window))
    assert not toast.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_after_a_name_was_edited_the_keyboard_is_on_the_canvas_again(
    qtbot: QtBot, window: MainWindow, wait: Wait, key: Qt.Key
):
    view, field = window.graph.view, window.inspector.entity_page.name_field
    view.select(["Bob"])
    view.setFocus()
    window.actions_.rename.trigger()
    wait(field.hasFocus)
    qtbot.keyClick(field, key)
    wait(view.hasFocus)


def test_relations_that_are_deleted_alone_are_told_too(window: MainWindow, wait: Wait):
    window.session.apply(DeleteRelations([Relation("Bob", "Alice", "knows")]))
    wait(lambda: window.graph.toast.isVisible() and window.graph.toast.text == "Deleted 1 relation")


def test_a_merge_is_not_told_as_a_deletion(window: MainWindow, wait: Wait):
    window.session.apply(MergeEntities(["Alice", "Bob"], into="Alice"))
    wait(lambda: names(window) == ["Alice", "Acme"])
    assert not window.graph.toast.text.startswith("Deleted")


def test_deleting_many_asks_first(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "many.jsonl"
    entities = [Entity(f"Note {number}", "note", ()) for number in range(30)]
    MemoryFile(path, Writer("server")).apply(CreateEntities(entities))
    window = open_window(path)
    window.graph.view.select(names(window))
    window.actions_.delete.trigger()
    box = child(window, QMessageBox)
    assert "30 entities" in box.text()
    qtbot.mouseClick(box.action_button, Qt.MouseButton.LeftButton)
    wait(lambda: names(window) == [])


def test_undo_is_named_in_the_menu_and_undoes(window: MainWindow, wait: Wait):
    undo = window.actions_.undo
    assert not undo.isEnabled()
    window.session.apply(RetypeEntity("Bob", "R&D"))
    wait(undo.isEnabled)
    assert undo.text() == "&Undo Change the type of Bob"
    undo.trigger()
    wait(lambda: window.actions_.redo.isEnabled())
    assert window.session.snapshot.entity("Bob").entity_type == "person"


def test_a_conflicting_undo_shows_both_versions(qtbot: QtBot, window: MainWindow, memory: Path, wait: Wait):
    window.session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: window.actions_.undo.isEnabled())
    MemoryFile(memory, Writer("server")).apply(RetypeEntity("Bob", "rival"))
    window.actions_.undo.trigger()
    wait(lambda: any(box.isVisible() for box in window.findChildren(QMessageBox)))
    box = child(window, QMessageBox)
    assert "rival" in box.detailedText()
    assert "person" in box.detailedText()
    qtbot.mouseClick(box.action_button, Qt.MouseButton.LeftButton)
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "person")


def test_the_colours_follow_the_choice_at_once(window: MainWindow):
    window.actions_.schemes["dark"].trigger()
    assert window.graph.view.theme.is_dark
    for widget in (QApplication, window.statusBar(), window.menuBar(), window.inspector.overview.types):
        assert widget.palette().window().color().lightness() < 128
    window.actions_.schemes["light"].trigger()
    assert not window.graph.view.theme.is_dark


def test_every_action_is_in_the_menu_bar_and_no_two_share_keys(window: MainWindow):
    listed: set[QAction] = set()
    menus = [action.menu() for action in window.menuBar().actions()]
    while menus:
        for action in menus.pop().actions():
            submenu = action.menu()
            if isinstance(submenu, QMenu):
                menus.append(submenu)
            listed.add(action)
    assert set(window.actions_.everything()) <= listed
    # The clipboard's keys act on what has the keyboard: the graph, or the list of observations.
    of_observations = set(window.actions_.of_observations())
    for actions in (listed - of_observations, of_observations | listed - set(window.actions_.of_clipboard())):
        keys = [key.toString() for action in actions for key in action.shortcuts() if key != QKeySequence()]
        assert len(keys) == len(set(keys))


def test_the_status_bar_counts(window: MainWindow):
    assert window.statusBar().size_label.text().startswith("3 entities · 2 relations · ≈")


def test_the_status_bar_counts_what_the_file_holds_in_whatever_spelling(
    window: MainWindow, memory: Path, wait: Wait
):
    label = window.statusBar().size_label
    records = [json.loads(line) for line in memory.read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps(record, separators=(" , ", " : ")) for record in records]
    memory.write_text("\n".join(lines), encoding="utf-8")
    wait(lambda: window.session.snapshot.to_bytes().splitlines() == [line.encode() for line in lines])
    window.session.apply(DeleteEntities([window.session.snapshot.entities[0].name]))
    wait(lambda: label.text().startswith("2 entities"))
    left = sum(map(len, memory.read_bytes().splitlines()))
    assert label.text().endswith(f"≈{estimated_tokens(left)} tokens")


def test_closing_finishes_the_writes_in_hand(window: MainWindow, memory: Path):
    for number in range(20):
        window.session.apply(CreateEntities([Entity(f"Note {number}", "note", ())]))
    window.close()
    assert memory.read_text().count('"note"') == 20


def test_a_file_is_opened_once(open_window: Callable[[Path], MainWindow], window: MainWindow, memory: Path):
    assert open_window(memory) is window


def test_the_window_opens_as_it_was_left(open_window: Callable[[Path], MainWindow], memory: Path):
    first = open_window(memory)
    first.resize(700, 600)
    first.close()
    assert open_window(memory).size().width() == 700


def test_the_sample_is_of_about_twenty_entities_and_whole(tmp_path: Path):
    assert 18 <= len(sample_entities()) <= 24
    known = {entity.name for entity in sample_entities()}
    assert {end for relation in sample_relations() for end in relation.key[:2]} <= known
    snapshot = MemoryFile(write_sample(tmp_path), Writer("window")).read()
    assert snapshot.entities == tuple(sample_entities())
