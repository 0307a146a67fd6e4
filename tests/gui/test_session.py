"""The open memory: edits, undo and redo, and what others change meanwhile."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.edits import AddObservations, CreateEntities, DeleteEntities, EntityObservations
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.errors import ChangedSince, CorruptLine, NameTaken
from mnemoscope_shared.model import Change, Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

ZOE = {"type": "entity", "name": "Zoe", "entityType": "person", "observations": []}
Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def session(memory: Path, wait: Wait) -> Iterator[GraphSession]:
    session = GraphSession(memory)
    session.open()
    wait(lambda: bool(session.snapshot.entities))
    yield session
    session.close()


@pytest.fixture
def server(memory: Path) -> MemoryFile:
    return MemoryFile(memory, Writer("server", client="Cursor"))


def names(session: GraphSession) -> list[str]:
    return [entity.name for entity in session.snapshot.entities]


def test_an_edit_is_on_the_disk_when_it_is_said_to_be_saved(qtbot: QtBot, session: GraphSession):
    with qtbot.waitSignal(session.saved) as saved:
        session.apply(CreateEntities([Entity("Zoe", "person", ())]))
    assert saved.args == ["Create Zoe"]
    assert '"name":"Zoe"' in session.path.read_text()


def test_undo_and_redo_are_named_and_go_back_and_forth(session: GraphSession, wait: Wait):
    labels: list[tuple[str, str]] = []
    session.undo_changed.connect(lambda undo, redo: labels.append((undo, redo)))
    before = session.path.read_bytes()
    session.apply(RenameEntity("Alice", "Alicia"))
    session.apply(DeleteEntities(["Bob"]))
    wait(lambda: labels[-1:] == [("Delete Bob", "")])
    session.undo()
    wait(lambda: labels[-1] == ("Rename Alice to Alicia", "Delete Bob"))
    session.undo()
    wait(lambda: labels[-1] == ("", "Rename Alice to Alicia"))
    assert session.path.read_bytes() == before
    session.redo()
    session.redo()
    wait(lambda: labels[-1] == ("Delete Bob", ""))
    assert names(session) == ["Alicia", "Acme"]


def test_undo_after_an_outside_change_keeps_that_change(
    session: GraphSession, server: MemoryFile, wait: Wait
):
    session.apply(RenameEntity("Alice", "Alicia"))
    wait(lambda: "Alicia" in names(session))
    server.apply(CreateEntities([Entity("From the server", "note", ())]))
    session.undo()
    wait(lambda: "Alice" in names(session))
    assert names(session) == ["Alice", "Acme", "Bob", "From the server"]


def test_a_new_edit_ends_what_could_be_redone(session: GraphSession, qtbot: QtBot, wait: Wait):
    session.apply(RetypeEntity("Bob", "friend"))
    session.undo()
    session.apply(RetypeEntity("Acme", "company"))
    wait(lambda: session.snapshot.entity("Acme").entity_type == "company")
    with qtbot.waitSignal(session.refused):
        session.redo()


def test_an_undo_of_what_was_changed_again_asks_with_both_versions(
    session: GraphSession, server: MemoryFile, qtbot: QtBot, wait: Wait
):
    session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: session.snapshot.entity("Bob").entity_type == "friend")
    server.apply(AddObservations([EntityObservations("Bob", ("Plays chess",))]))
    with qtbot.waitSignal(session.undo_conflict) as asked:
        session.undo()
    conflict, is_redo = asked.args
    assert isinstance(conflict, ChangedSince)
    assert not is_redo
    assert "Plays chess" in conflict.now[0]
    session.undo(force=True)
    wait(lambda: session.snapshot.entity("Bob").entity_type == "person")


def test_a_refused_undo_stays_offered(session: GraphSession, server: MemoryFile, qtbot: QtBot, wait: Wait):
    session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: session.snapshot.entity("Bob").entity_type == "friend")
    server.apply(RetypeEntity("Bob", "colleague"))
    for _ in range(2):
        with qtbot.waitSignal(session.undo_conflict):
            session.undo()


def test_outside_changes_appear_by_themselves(session: GraphSession, server: MemoryFile, wait: Wait):
    origins: list[str] = []
    session.changed.connect(lambda snapshot, change, origin: origins.append(origin))
    server.apply(CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: "Zoe" in names(session))
    assert origins == ["outside"]


def test_of_a_program_that_spells_all_lines_its_own_way_only_what_it_changed_is_shown(
    session: GraphSession, memory: Path, wait: Wait
):
    shown: list[Change] = []
    session.changed.connect(lambda snapshot, change, origin: shown.append(change))
    records = [json.loads(line) for line in memory.read_text(encoding="utf-8").splitlines()]
    lines = [*(json.dumps(record) for record in records), json.dumps(ZOE)]
    memory.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    wait(lambda: "Zoe" in names(session))
    after = [one.after for change in shown for one in change]
    assert [line and line.record for line in after] == [Entity("Zoe", "person", ())]


def test_in_a_storm_of_outside_changes_none_is_lost_and_several_are_shown_at_once(
    session: GraphSession, server: MemoryFile, wait: Wait
):
    shown: list[int] = []
    session.changed.connect(lambda snapshot, change, origin: shown.append(len(change)))
    for number in range(40):
        server.apply(CreateEntities([Entity(f"Note {number}", "note", ())]))
        wait(lambda: True)
    wait(lambda: "Note 39" in names(session))
    assert len(names(session)) == 43
    assert sum(shown) == 40
    assert len(shown) < 40


def test_its_own_writes_are_not_reported_as_outside_changes(session: GraphSession, qtbot: QtBot, wait: Wait):
    origins: list[str] = []
    session.changed.connect(lambda snapshot, change, origin: origins.append(origin))
    for number in range(5):
        session.apply(CreateEntities([Entity(f"New {number}", "note", ())]))
    wait(lambda: len(names(session)) == 8)
    session.refresh()
    wait(lambda: not session.worker.is_busy)
    assert set(origins) == {"window"}


def test_an_edit_that_does_not_fit_is_refused_with_a_way_to_try_again(session: GraphSession, qtbot: QtBot):
    with qtbot.waitSignal(session.refused) as refused:
        session.apply(RenameEntity("Alice", "Bob"))
    error, retry = refused.args
    assert isinstance(error, NameTaken)
    with qtbot.waitSignal(session.refused):
        retry()


def test_a_corrupt_file_keeps_the_last_picture_and_is_picked_up_again_when_mended(
    session: GraphSession, wait: Wait
):
    good = session.path.read_bytes()
    problems: list[object] = []
    session.problem_changed.connect(problems.append)
    session.path.write_bytes(good + b'{"type":"entity","na')
    wait(lambda: isinstance(session.problem, CorruptLine))
    assert names(session) == ["Alice", "Acme", "Bob"]
    session.path.write_bytes(good)
    wait(lambda: session.problem is None)
    assert len(problems) == 2


def test_what_a_program_without_the_lock_overwrites_comes_back(session: GraphSession, wait: Wait):
    seen = session.path.read_bytes()
    session.apply(CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: "Zoe" in names(session))
    session.path.write_bytes(seen + b'{"type":"entity","name":"Yan","entityType":"t","observations":[]}\n')
    wait(lambda: {"Yan", "Zoe"} <= set(names(session)))
    assert '"name":"Zoe"' in session.path.read_text()
