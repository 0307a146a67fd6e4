"""Others write while a person is typing: both sides stay, and the person decides."""

from collections.abc import Callable

import pytest
from inspector_typing import open_editor, type_into
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.compare_dialog import CompareDialog
from mnemoscope_gui.inspector.conflicts import conflicts, replacement, rival
from mnemoscope_gui.inspector.drafts import FieldDraft
from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import AddObservations, DeleteEntities, DeleteObservations, EntityObservations
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.observation_corrections import ReplaceObservation
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]


def click(qtbot: QtBot, page: EntityPage, title: str) -> None:
    qtbot.mouseClick(page.notice.buttons[title], Qt.MouseButton.LeftButton)


def observations(window: MainWindow) -> tuple[str, ...]:
    return window.session.snapshot.entity("Alice").observations


def compare_dialog(wait: Wait) -> CompareDialog:
    wait(lambda: isinstance(QApplication.activeModalWidget(), CompareDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CompareDialog)
    return dialog


@pytest.fixture
def typed_type(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
) -> EntityPage:
    """The person types one type, the assistant writes another."""
    type_into(qtbot, page.type_field, "friend")
    claude.apply(RetypeEntity("Alice", "engineer"))
    wait(lambda: page.notice.text == "Claude Desktop changed the type meanwhile: “engineer”.")
    return page


def test_what_is_typed_stays_and_the_line_says_who_changed_it(typed_type: EntityPage):
    assert typed_type.type_field.text() == "friend"
    assert typed_type.type_field.hasFocus()


def test_their_type_is_shown_on_demand(qtbot: QtBot, typed_type: EntityPage):
    click(qtbot, typed_type, "Show theirs")
    assert typed_type.type_field.text() == "engineer"
    assert typed_type.notice.text == ""


def test_my_type_is_kept_on_demand_and_saved_with_enter(
    qtbot: QtBot, window: MainWindow, typed_type: EntityPage, wait: Wait
):
    click(qtbot, typed_type, "Keep mine")
    assert typed_type.notice.text == ""
    assert typed_type.type_field.text() == "friend"
    qtbot.keyClick(typed_type.type_field, Qt.Key.Key_Return)
    wait(lambda: window.session.snapshot.entity("Alice").entity_type == "friend")


@pytest.fixture
def edited(qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait) -> EntityPage:
    """Both rewrite the first observation; the person's editor is still open."""
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    claude.apply(ReplaceObservation("Alice", "Likes hiking", "Likes climbing"))
    wait(lambda: page.notice.text.startswith("Claude Desktop changed an observation"))
    return page


def test_enter_keeps_both_versions_of_an_observation(
    qtbot: QtBot, window: MainWindow, edited: EntityPage, wait: Wait
):
    qtbot.keyClick(edited.observations.list.delegate.editor, Qt.Key.Key_Return)
    wait(lambda: observations(window) == ("Likes climbing", "Works remotely", "Likes hiking a lot"))
    wait(lambda: edited.notice.text == "")


def test_both_versions_are_compared_and_the_result_replaces_theirs(
    qtbot: QtBot, window: MainWindow, edited: EntityPage, wait: Wait
):
    click(qtbot, edited, "Compare…")
    dialog = compare_dialog(wait)
    assert dialog.result_field.toPlainText() == "Likes hiking a lot"
    qtbot.mouseClick(dialog.theirs_button, Qt.MouseButton.LeftButton)
    assert dialog.result_field.toPlainText() == "Likes climbing"
    dialog.result_field.setPlainText("Likes hiking and climbing")
    dialog.accept()
    wait(lambda: observations(window) == ("Likes hiking and climbing", "Works remotely"))
    wait(lambda: edited.notice.text == "")
    assert edited.observations.list.delegate.editor is None


def test_a_comparison_that_is_cancelled_changes_nothing(
    qtbot: QtBot, window: MainWindow, edited: EntityPage, wait: Wait
):
    click(qtbot, edited, "Compare…")
    compare_dialog(wait).reject()
    assert observations(window) == ("Likes climbing", "Works remotely")
    assert edited.observations.list.delegate.editor.toPlainText() == "Likes hiking a lot"


def test_their_observation_is_shown_on_demand(qtbot: QtBot, window: MainWindow, edited: EntityPage):
    click(qtbot, edited, "Show theirs")
    assert edited.notice.text == ""
    assert edited.observations.list.item(0).text() == "Likes climbing"
    assert observations(window) == ("Likes climbing", "Works remotely")


def test_an_observation_that_others_removed_can_be_kept(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    claude.apply(DeleteObservations([EntityObservations("Alice", ("Likes hiking",))]))
    wait(lambda: "Compare…" in page.notice.buttons)
    click(qtbot, page, "Compare…")
    dialog = compare_dialog(wait)
    assert not dialog.theirs_button.isEnabled()
    dialog.accept()
    wait(lambda: observations(window) == ("Works remotely", "Likes hiking a lot"))


def test_observations_that_others_add_are_no_conflict(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    claude.apply(AddObservations([EntityObservations("Alice", ("Has a dog",))]))
    wait(lambda: len(observations(window)) == 3)
    assert page.notice.text == ""
    qtbot.keyClick(page.observations.list.delegate.editor, Qt.Key.Key_Return)
    wait(lambda: observations(window) == ("Likes hiking a lot", "Works remotely", "Has a dog"))


@pytest.fixture
def deleted(qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait) -> EntityPage:
    """The assistant deletes Alice while something is typed about her."""
    qtbot.keyClicks(page.observations.new_field, "Has a dog")
    claude.apply(DeleteEntities(["Alice"]))
    wait(lambda: "“Alice” was deleted by Claude Desktop" in page.notice.text)
    return page


def test_text_about_a_deleted_entity_is_still_there_to_copy(
    qtbot: QtBot, window: MainWindow, deleted: EntityPage
):
    assert window.inspector.currentWidget() is deleted
    click(qtbot, deleted, "Copy my text")
    assert QApplication.clipboard().text() == "Has a dog"


def test_a_deleted_entity_is_created_again_as_it_was_with_the_text_in_its_field(
    qtbot: QtBot, window: MainWindow, deleted: EntityPage, wait: Wait
):
    click(qtbot, deleted, "Create it again")
    wait(lambda: window.session.snapshot.entity("Alice") is not None)
    assert observations(window) == ("Likes hiking", "Works remotely")
    assert Relation("Bob", "Alice", "knows") in window.session.snapshot.relations
    assert deleted.observations.new_field.text() == "Has a dog"


def test_text_about_a_deleted_entity_can_be_given_up(
    qtbot: QtBot, window: MainWindow, deleted: EntityPage, wait: Wait
):
    click(qtbot, deleted, "Discard")
    wait(lambda: window.inspector.currentWidget() is window.inspector.overview)


def test_an_open_editor_on_a_deleted_entity_loses_nothing(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    claude.apply(DeleteEntities(["Alice"]))
    wait(lambda: "was deleted by Claude Desktop" in page.notice.text)
    assert window.graph.banner.isHidden()
    click(qtbot, page, "Copy my text")
    assert QApplication.clipboard().text() == "Likes hiking a lot"


def test_only_a_changed_text_is_a_conflict():
    entity = Entity("Ann", "person", ("one",))
    drafts = [
        FieldDraft("type", "person", "robot"),
        FieldDraft("type", "animal", "robot"),
        FieldDraft("type", "animal", "person"),
        FieldDraft("observation", "one", "two"),
        FieldDraft("observation", "zero", "two"),
        FieldDraft("new_observation", "", "three"),
    ]
    assert conflicts(drafts, entity) == [drafts[1], drafts[4]]


def test_what_stands_in_the_place_of_an_observation_is_its_replacement():
    before = Entity("Ann", "", ("a", "b", "c"))
    assert replacement(before, Entity("Ann", "", ("a", "x", "c", "y")), "b") == "x"
    assert replacement(before, Entity("Ann", "", ("a", "c", "x")), "b") == "x"
    assert replacement(before, Entity("Ann", "", ("a", "c")), "b") is None
    assert rival([], FieldDraft("type", "a", "b")) is None


def test_drafts_go_along_when_others_rename_the_entity(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    qtbot.keyClicks(page.observations.new_field, "Has a dog")
    claude.apply(RenameEntity("Alice", "Alicia"))
    wait(lambda: page.name == "Alicia")
    assert window.inspector.currentWidget() is page
    assert page.observations.new_field.text() == "Has a dog"
