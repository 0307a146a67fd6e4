"""What is typed and not committed survives: another selection, the window's end, a crash, a refusal."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from inspector_typing import open_editor, type_into
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.inspector.byline_delegate import SHOWN_ROLE
from mnemoscope_gui.inspector.drafts import DraftStore, FieldDraft, draft_key
from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import DeleteEntities
from mnemoscope_shared.locations import user_state_folder
from mnemoscope_shared.model import Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]


def store() -> DraftStore:
    return DraftStore(Path(user_state_folder(os.environ, sys.platform)))


def kept(memory: Path, name: str = "Alice") -> dict[str, str]:
    return {draft.field: draft.text for draft in store().recall(memory.resolve()).get(name, {}).values()}


def type_everywhere(qtbot: QtBot, page: EntityPage) -> None:
    """Type into each field without leaving any of them for another one in the usual way."""
    page.observations.new_field.setText("Has a dog")
    page.relation_line.type_field.setText("likes")
    page.relation_line.target_field.setText("Bob")
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")


def test_what_is_typed_comes_back_with_the_entity(qtbot: QtBot, window: MainWindow, page: EntityPage):
    type_everywhere(qtbot, page)
    window.graph.view.select(["Acme"])
    assert page.observations.new_field.text() == ""
    assert page.relation_line.type_field.text() == ""
    window.graph.view.select(["Alice"])
    assert page.observations.new_field.text() == "Has a dog"
    assert page.relation_line.type_field.text() == "likes"
    assert page.relation_line.target_field.text() == "Bob"
    item = page.observations.list.item(0)
    assert (item.text(), item.data(SHOWN_ROLE)) == ("Likes hiking", "Likes hiking a lot")
    assert page.notice.text.startswith("Typed earlier and not saved: a new observation, a new relation")


def test_a_name_that_is_typed_while_its_entity_goes_is_no_edit(
    qtbot: QtBot, window: MainWindow, page: EntityPage, memory: Path, wait: Wait
):
    page.edit_name()
    qtbot.keyClicks(page.name_field, "Alicia")
    MemoryFile(memory, Writer("server")).apply(DeleteEntities(["Alice"]))
    wait(lambda: window.session.snapshot.entity("Alice") is None)
    wait(lambda: not page.name_field.isEnabled())
    wait(lambda: not window.session.worker.is_busy)
    assert not window.graph.banner.isVisible()
    wait(lambda: "Alicia" in kept(memory).values())


def test_a_draft_of_an_observation_is_taken_up_again_and_saved(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    window.graph.view.select(["Acme"])
    window.graph.view.select(["Alice"])
    editor = open_editor(qtbot, page)
    assert editor.toPlainText() == "Likes hiking a lot"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: window.session.snapshot.entity("Alice").observations[0] == "Likes hiking a lot")
    wait(lambda: page.notice.text == "")


def test_drafts_survive_a_window_that_is_closed(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], memory: Path
):
    first = open_window(memory)
    first.graph.view.select(["Alice"])
    type_into(qtbot, first.inspector.entity_page.type_field, "friend")
    first.close()
    assert kept(memory) == {"type": "friend"}
    second = open_window(memory)
    second.graph.view.select(["Alice"])
    page = second.inspector.entity_page
    assert page.type_field.text() == "friend"
    assert second.session.snapshot.entity("Alice").entity_type == "person"
    assert "not saved: the type" in page.notice.text
    qtbot.mouseClick(page.notice.buttons["Discard"], Qt.MouseButton.LeftButton)
    assert page.type_field.text() == "person"
    second.close()
    assert kept(memory) == {}


def test_drafts_are_on_the_disk_soon_for_the_person_alone(
    qtbot: QtBot, window: MainWindow, page: EntityPage, memory: Path, wait: Wait
):
    qtbot.keyClicks(page.observations.new_field, "Has a dog")
    wait(lambda: kept(memory) == {"new_observation": "Has a dog"})
    file = store()._files.path(memory.resolve())
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Return)
    wait(lambda: kept(memory) == {})


def test_escape_gives_a_draft_up(qtbot: QtBot, window: MainWindow, page: EntityPage):
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    qtbot.keyClick(page.observations.list.delegate.editor, Qt.Key.Key_Escape)
    type_into(qtbot, page.type_field, "friend")
    qtbot.keyClick(page.type_field, Qt.Key.Key_Escape)
    qtbot.keyClicks(page.observations.new_field, "x")
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Escape)
    window.graph.view.select(["Acme"])
    window.graph.view.select(["Alice"])
    assert page.notice.text == ""
    assert page.observations.list.item(0).data(SHOWN_ROLE) is None


def test_a_refused_edit_leaves_its_text_as_a_draft(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    type_into(qtbot, page.name_field, "Bob")
    qtbot.keyClick(page.name_field, Qt.Key.Key_Return)
    wait(lambda: "Bob" in window.graph.banner.text)
    assert page.name_field.text() == "Bob"
    assert page.name_field.has_draft
    assert "not saved: the name" in page.notice.text


def test_drafts_follow_a_renamed_entity(qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait):
    qtbot.keyClicks(page.observations.new_field, "Has a dog")
    type_into(qtbot, page.name_field, "Alicia")
    qtbot.keyClick(page.name_field, Qt.Key.Key_Return)
    wait(lambda: page.name == "Alicia")
    assert page.observations.new_field.text() == "Has a dog"


def test_another_window_on_top_does_not_commit_an_open_editor(
    qtbot: QtBot, window: MainWindow, page: EntityPage
):
    editor = open_editor(qtbot, page)
    qtbot.keyClicks(editor, " a lot")
    leaving = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QApplication.sendEvent(editor, leaving)
    assert page.observations.list.delegate.editor is editor
    assert not window.session.is_saving


def test_a_relation_that_was_added_is_no_draft_any_more(
    qtbot: QtBot, window: MainWindow, page: EntityPage, wait: Wait
):
    page.relation_line.type_field.setText("likes")
    page.relation_line.target_field.setText("Bob")
    qtbot.keyClick(page.relation_line.target_field, Qt.Key.Key_Return)
    wait(lambda: Relation("Alice", "Bob", "likes") in window.session.snapshot.relations)
    window.graph.view.select(["Acme"])
    window.graph.view.select(["Alice"])
    assert page.relation_line.type_field.text() == ""
    assert page.notice.text == ""


@pytest.mark.parametrize("content", [b"", b"\0", b"[]", b'{"drafts":{"A":[{"field":"x"}]}}', b'{"a":' * 3000])
def test_a_file_of_drafts_that_makes_no_sense_is_passed_over(tmp_path: Path, content: bytes):
    drafts, memory = DraftStore(tmp_path), tmp_path / "memory.jsonl"
    drafts.keep(memory, {})
    drafts._files.path(memory).write_bytes(content)
    assert drafts.recall(memory) == {}


def test_any_text_is_kept_as_it_is(tmp_path: Path):
    drafts, memory = DraftStore(tmp_path), tmp_path / "memory.jsonl"
    draft = FieldDraft("observation", "half a pair: \ud83d", "\0 <b> " + "x" * 1_000_000)
    drafts.keep(memory, {"": [draft]})
    assert drafts.recall(memory) == {"": {draft_key("observation", draft.base): draft}}


def test_what_was_saved_as_the_window_closed_is_no_draft_later(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], memory: Path
):
    first = open_window(memory)
    first.graph.view.select(["Alice"])
    page = first.inspector.entity_page
    qtbot.keyClicks(open_editor(qtbot, page), " a lot")
    qtbot.keyClick(page.observations.list.delegate.editor, Qt.Key.Key_Return)
    type_into(qtbot, page.observations.new_field, "Has a dog")
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Return)
    page.relation_line.type_field.setText("likes")
    type_into(qtbot, page.relation_line.target_field, "Zed")
    qtbot.keyClick(page.relation_line.target_field, Qt.Key.Key_Return)
    first.close()
    assert first.statusBar().state_label.text() == "Saving before the window closes…"
    second = open_window(memory)
    second.graph.view.select(["Alice"])
    assert len(second.session.snapshot.entity("Alice").observations) == 3
    page = second.inspector.entity_page
    assert (page.notice.text, page.observations.new_field.text()) == ("", "")
    assert page.relation_line.type_field.text() == ""
