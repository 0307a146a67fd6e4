"""Entities between memories, and the copies that sync services leave; with real files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot
from window_fixtures import ACME, ALICE, BOB, write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.memories.conflict_copies import ConflictCopies
from mnemoscope_gui.memories.copy_commands import CopyCommands
from mnemoscope_gui.memories.import_dialog import ImportDialog
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    return open_window(memory)


def read(path: Path) -> list[Entity]:
    return list(MemoryFile(path, Writer("window")).read().entities)


def dialog_of(window: MainWindow, wait: Wait) -> ImportDialog:
    wait(lambda: any(one.isVisible() for one in window.findChildren(ImportDialog)))
    return next(one for one in window.findChildren(ImportDialog) if one.isVisible())


def listed(preview: QTreeWidget) -> dict[str, list[str]]:
    items = [preview.topLevelItem(row) for row in range(preview.topLevelItemCount())]
    return {item.text(0): [item.child(row).text(0) for row in range(item.childCount())] for item in items}


def test_copying_shows_what_the_other_memory_would_gain(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, wait: Wait
):
    other = tmp_path / "other.jsonl"
    write_records(other, Entity("Alice", "person", ("Likes hiking",)))
    window.graph.view.select(["Alice", "Acme"])
    window.findChild(CopyCommands).preview(other, moves=False)
    dialog = dialog_of(window, wait)
    assert listed(dialog.preview) == {
        "New entities (1)": ["Acme"],
        "New observations of entities that are there (1)": ["Alice: Works remotely"],
        "New relations (1)": ["Alice → works_at → Acme"],
    }
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    wait(lambda: "Copied 2 entities to other.jsonl" in window.graph.toast.text)
    assert read(other) == [ALICE, ACME]
    assert len(window.session.snapshot.entities) == 3


def test_moving_deletes_here_only_what_has_arrived_there_and_can_be_undone(
    qtbot: QtBot, window: MainWindow, memory: Path, tmp_path: Path, wait: Wait
):
    before, other = memory.read_bytes(), tmp_path / "new.jsonl"
    window.graph.view.select(["Alice"])
    window.findChild(CopyCommands).preview(other, moves=True)
    dialog = dialog_of(window, wait)
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    wait(lambda: window.session.snapshot.entity("Alice") is None)
    assert read(other) == [ALICE]
    wait(window.actions_.undo.isEnabled)
    window.actions_.undo.trigger()
    wait(lambda: memory.read_bytes() == before)


def test_a_move_into_a_file_that_cannot_be_read_changes_nothing(
    window: MainWindow, memory: Path, tmp_path: Path, wait: Wait
):
    before, other = memory.read_bytes(), tmp_path / "bad.jsonl"
    other.write_text('{"type":"entity","name":')
    window.graph.view.select(["Alice"])
    window.findChild(CopyCommands).preview(other, moves=True)
    wait(lambda: "bad.jsonl" in window.graph.toast.text)
    assert memory.read_bytes() == before


def test_a_memory_is_not_copied_into_itself(window: MainWindow, memory: Path):
    window.graph.view.select(["Alice"])
    window.findChild(CopyCommands).preview(memory, moves=False)
    assert "another file" in window.graph.toast.text


def test_without_a_selection_nothing_can_be_copied_to_another_memory(window: MainWindow):
    window.graph.view.select([])
    assert not window.actions_.copy_to_memory.isEnabled()
    assert not window.actions_.move_to_memory.isEnabled()


def test_a_conflict_copy_is_offered_merged_and_put_into_the_bin(
    qtbot: QtBot,
    open_window: Callable[[Path], MainWindow],
    memory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wait: Wait,
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    copy = tmp_path / "memory (Alice's conflicted copy 2026-01-02).jsonl"
    write_records(copy, ALICE, ACME, Entity("Zoe", "person", ()), Relation("Zoe", "Bob", "knows"))
    window = open_window(memory)
    wait(window.graph.offer.isVisible)
    assert copy.name in window.graph.offer.text
    qtbot.mouseClick(window.graph.offer.buttons["Merge…"], Qt.MouseButton.LeftButton)
    dialog = dialog_of(window, wait)
    assert listed(dialog.preview)["New entities (1)"] == ["Zoe"]
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    wait(lambda: window.session.snapshot.entity("Zoe") is not None)
    assert window.session.snapshot.entity("Bob") == BOB
    wait(lambda: "Move it to the bin" in window.graph.offer.buttons)
    assert copy.exists()
    qtbot.mouseClick(window.graph.offer.buttons["Move it to the bin"], Qt.MouseButton.LeftButton)
    assert not window.graph.offer.isVisible()
    assert copy.exists() == ("could not" in window.graph.toast.text)


def test_an_offer_can_be_declined(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path, wait: Wait
):
    write_records(tmp_path / "memory.sync-conflict-20260102-030405-ABCDEFG.jsonl", BOB)
    window = open_window(memory)
    wait(window.graph.offer.isVisible)
    qtbot.mouseClick(window.graph.offer.buttons["Not now"], Qt.MouseButton.LeftButton)
    assert not window.graph.offer.isVisible()


def test_a_copy_that_adds_nothing_says_so(window: MainWindow, memory: Path, tmp_path: Path, wait: Wait):
    copy = tmp_path / "memory (1).jsonl"
    copy.write_bytes(memory.read_bytes())
    window.findChild(ConflictCopies).preview(copy)
    dialog = dialog_of(window, wait)
    assert listed(dialog.preview) == {"5 records are there already": []}
    assert not dialog.add_button.isEnabled()
    dialog.close()
