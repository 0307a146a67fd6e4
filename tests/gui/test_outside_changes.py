"""What the window says of changes by others that a person may not see: far away, or gone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot
from window_fixtures import write_records

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import CreateEntities, CreateRelations, DeleteEntities
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]

NOTES = [Entity(f"Note {number}", "note", (f"Fact {number}",)) for number in range(40)]
LINKS = [Relation(f"Note {number}", f"Note {number + 1}", "follows") for number in range(39)]
ZOE = CreateEntities([Entity("Zoe", "person", ())])


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """Forty notes in a row."""
    path = tmp_path / "memory.jsonl"
    write_records(path, *NOTES, *LINKS)
    return path


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(lambda: window.graph.view.state.positions is not None)
    wait(lambda: not window.graph.view.layout_thread.is_running)
    return window


@pytest.fixture
def assistant(memory: Path) -> MemoryFile:
    return MemoryFile(memory, Writer("server", client="claude-ai"))


def banner(window: MainWindow) -> str:
    shown = window.graph.deletions.banner
    return shown.text if shown.isVisible() else ""


def press(qtbot: QtBot, window: MainWindow, title: str) -> None:
    qtbot.mouseClick(window.graph.deletions.banner.buttons[title], Qt.MouseButton.LeftButton)


def note_names(count: int) -> list[str]:
    return [note.name for note in NOTES[:count]]


def test_of_a_change_out_of_sight_a_notice_tells_and_shows_it_when_asked(
    qtbot: QtBot, window: MainWindow, assistant: MemoryFile, wait: Wait
):
    view, toast = window.graph.view, window.graph.toast
    view.state.set_camera(view.state.camera.panned(50_000, 0))
    camera = view.state.camera
    assistant.apply(ZOE)
    wait(lambda: toast.isVisible() and toast.text == "1 change outside of the view")
    assert view.state.camera == camera
    qtbot.mouseClick(toast.button, Qt.MouseButton.LeftButton)
    assert view.selected_names() == ["Zoe"]
    wait(lambda: view.names_off_screen(["Zoe"]) == [])


def test_a_new_entity_that_finds_its_place_out_of_sight_is_told_of_too(
    window: MainWindow, assistant: MemoryFile, wait: Wait
):
    view = window.graph.view
    middle = view.state.positions.mean(axis=0).tolist()
    view.state.set_camera(Camera(4.0).centred_on((middle[0], middle[1]), view.state.size))
    assistant.apply(ZOE)
    wait(lambda: window.graph.toast.text == "1 change outside of the view")
    assert view.names_off_screen(["Zoe"]) == ["Zoe"]


def test_the_name_of_a_refused_entity_is_not_waited_for(
    window: MainWindow, assistant: MemoryFile, wait: Wait
):
    window.graph.expect("Zoe", QPointF(5, 7))
    window.session.apply(RenameEntity("Nobody", "Somebody"))
    wait(lambda: window.graph.banner.isVisible())
    assistant.apply(ZOE)
    wait(lambda: window.graph.view.state.scene.node_named("Zoe") is not None)
    assert window.graph.view.selected_names() == []


def test_that_an_assistant_deleted_much_is_said_with_its_name(
    window: MainWindow, assistant: MemoryFile, wait: Wait
):
    assistant.apply(DeleteEntities(note_names(20)))
    wait(lambda: banner(window) == "Claude Desktop deleted 20 of 40 entities.")


def test_undo_brings_back_what_was_deleted_where_it_stood_and_keeps_what_came_since(
    qtbot: QtBot, window: MainWindow, memory: Path, assistant: MemoryFile, wait: Wait
):
    before = memory.read_bytes()
    assistant.apply(DeleteEntities(note_names(20)))
    wait(lambda: banner(window) != "")
    assistant.apply(ZOE)
    wait(lambda: window.session.snapshot.entity("Zoe") is not None)
    press(qtbot, window, "Undo")
    wait(lambda: len(window.session.snapshot.entities) == 41)
    assert banner(window) == ""
    lines = [line for line in memory.read_bytes().splitlines() if b"Zoe" not in line]
    assert lines == before.splitlines()
    window.session.undo()
    wait(lambda: len(window.session.snapshot.entities) == 21)


def test_the_list_of_what_was_deleted_can_be_read_before_it_comes_back(
    qtbot: QtBot, window: MainWindow, assistant: MemoryFile, wait: Wait
):
    assistant.apply(DeleteEntities(note_names(20)))
    wait(lambda: banner(window) != "")
    press(qtbot, window, "Show…")
    dialog = window.graph.deletions.dialog
    listed = dialog.details.toPlainText().splitlines()
    assert listed[0] == "Note 0 (note), 1 observation"
    assert "Note 0 → follows → Note 1" in listed
    qtbot.mouseClick(dialog.action_button, Qt.MouseButton.LeftButton)
    wait(lambda: len(window.session.snapshot.entities) == 40)


def test_deletions_one_by_one_count_together_and_come_back_where_they_stood(
    qtbot: QtBot, window: MainWindow, memory: Path, assistant: MemoryFile, wait: Wait
):
    before = memory.read_bytes()
    for name in reversed(note_names(15)):
        assistant.apply(DeleteEntities([name]))
        wait(lambda name=name: window.session.snapshot.entity(name) is None)
    wait(lambda: banner(window) == "Claude Desktop deleted 15 of 40 entities.")
    press(qtbot, window, "Undo")
    wait(lambda: len(window.session.snapshot.entities) == 40)
    assert memory.read_bytes().splitlines() == before.splitlines()


def test_what_an_assistant_deleted_right_before_an_own_edit_is_still_its_deletion(
    qtbot: QtBot, window: MainWindow, assistant: MemoryFile, wait: Wait
):
    session, shown = window.session, []
    session.changed.connect(lambda _, change, origin: shown.append((origin, len(change))))
    session.worker.run(
        lambda: assistant.apply(DeleteEntities(note_names(20))), lambda _: None, lambda _: None
    )
    session.apply(ZOE)
    wait(lambda: banner(window) == "Claude Desktop deleted 20 of 40 entities.")
    assert [origin for origin, _ in shown] == ["outside", "window"]
    assert shown[1] == ("window", 1)
    assert not window.graph.toast.text.startswith("Deleted")
    press(qtbot, window, "Undo")
    wait(lambda: len(session.snapshot.entities) == 41)


def test_an_edit_of_the_person_after_a_deletion_does_not_make_it_theirs(
    window: MainWindow, assistant: MemoryFile, wait: Wait
):
    assistant.apply(DeleteEntities(note_names(20)))
    wait(lambda: len(window.session.snapshot.entities) == 20)
    window.session.apply(ZOE)
    wait(lambda: banner(window) == "Claude Desktop deleted 20 of 40 entities.")


def test_a_rename_by_others_is_no_deletion(
    window: MainWindow, memory: Path, assistant: MemoryFile, wait: Wait
):
    hub = [Relation("Note 0", note.name, "knows") for note in NOTES[1:]]
    assistant.apply(CreateRelations(hub))
    wait(lambda: len(window.session.snapshot.relations) == 78)
    assistant.apply(RenameEntity("Note 0", "Hub"))
    wait(lambda: window.session.snapshot.entity("Hub") is not None)
    wait(lambda: window.graph.deletions.is_at_rest)
    assert banner(window) == ""


def test_of_a_program_that_keeps_no_history_it_is_said_that_it_was_another(
    window: MainWindow, memory: Path, wait: Wait
):
    write_records(memory, *NOTES[20:], *LINKS[20:])
    wait(lambda: banner(window) == "Another program deleted 20 of 40 entities.")


def test_little_that_goes_and_what_the_person_deletes_need_no_banner(
    window: MainWindow, assistant: MemoryFile, wait: Wait
):
    assistant.apply(DeleteEntities(note_names(1)))
    wait(lambda: len(window.session.snapshot.entities) == 39)
    window.session.apply(DeleteEntities([note.name for note in NOTES[1:31]]))
    wait(lambda: len(window.session.snapshot.entities) == 9)
    wait(lambda: window.graph.deletions.is_at_rest)
    assert banner(window) == ""


def test_the_banner_goes_when_what_was_deleted_is_there_again(window: MainWindow, memory: Path, wait: Wait):
    before = memory.read_bytes()
    write_records(memory, *NOTES[20:], *LINKS[20:])
    wait(lambda: banner(window) != "")
    memory.write_bytes(before)
    wait(lambda: banner(window) == "")


def test_a_file_that_is_gone_can_be_restored(qtbot: QtBot, window: MainWindow, memory: Path, wait: Wait):
    before = memory.read_bytes()
    memory.unlink()
    wait(lambda: banner(window) == "The file memory.jsonl is gone. It held 40 entities.")
    press(qtbot, window, "Restore the last version")
    wait(memory.exists)
    assert memory.read_bytes().splitlines() == before.splitlines()
