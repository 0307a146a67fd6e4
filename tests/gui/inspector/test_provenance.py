"""Who added what, and the history of an entity, from which earlier versions come back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot
from window_fixtures import write_records

from mnemoscope_gui.inspector.byline_delegate import BYLINE_ROLE
from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.event_text import event_text
from mnemoscope_gui.inspector.provenance_text import origin_byline
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import AddObservations, EntityObservations
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.entity_history import EntityEvent
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.observation_origins import Origin

Wait = Callable[[Callable[[], bool]], None]
CLAUDE = Writer("server", client="claude-ai", version="1.2")


def bylines(items: QListWidget) -> list[str | None]:
    return [items.item(row).data(BYLINE_ROLE) for row in range(items.count())]


def add(memory: MemoryFile, *texts: str) -> None:
    memory.apply(AddObservations([EntityObservations("Alice", texts)]))


def open_history(qtbot: QtBot, page: EntityPage, wait: Wait) -> QListWidget:
    qtbot.mouseClick(page.history.heading, Qt.MouseButton.LeftButton)
    wait(lambda: page.history.list.count() > 0)
    return page.history.list


def test_each_observation_says_who_added_it_and_when(
    page: EntityPage, window: MainWindow, claude: MemoryFile, wait: Wait
):
    add(claude, "Has a dog")
    items = page.observations.list
    wait(lambda: items.count() == 3 and bylines(items)[2] == "Claude Desktop · just now")
    assert "Added by Claude Desktop" in items.item(2).toolTip()
    assert items.item(2).data(Qt.ItemDataRole.AccessibleDescriptionRole) == bylines(items)[2]


def test_the_origins_follow_when_the_entity_changes(
    qtbot: QtBot, page: EntityPage, window: MainWindow, claude: MemoryFile, wait: Wait
):
    add(claude, "Has a dog")
    wait(lambda: len(window.session.snapshot.entity("Alice").observations) == 3)
    qtbot.keyClicks(page.observations.new_field, "Has a cat")
    qtbot.keyClick(page.observations.new_field, Qt.Key.Key_Return)
    items = page.observations.list
    wait(
        lambda: (
            items.count() == 4
            and bylines(items)[2:] == ["Claude Desktop · just now", "you, in Mnemoscope · just now"]
        )
    )


def test_origins_that_are_known_are_shown_at_once(
    page: EntityPage, window: MainWindow, claude: MemoryFile, wait: Wait
):
    add(claude, "Has a dog")
    items = page.observations.list
    wait(lambda: items.count() == 3 and bool(bylines(items)[2]))
    window.graph.view.select(["Acme"])
    assert bylines(items) == [None]
    window.graph.view.select(["Alice"])
    assert bylines(items)[2] == "Claude Desktop · just now"


@pytest.mark.parametrize(
    ("origin", "text"),
    [
        (Origin(1_000, CLAUDE, "x"), "Claude Desktop · 1 min ago"),
        (Origin(None, CLAUDE), "Claude Desktop"),
        (Origin(1_000), "before 1 min ago"),
        (Origin(None), None),
    ],
)
def test_a_byline_says_what_is_known(origin: Origin, text: str | None):
    byline = origin_byline(origin, 62_000)
    assert (byline.text if byline is not None else None) == text


def test_markup_in_the_name_of_a_writer_stays_text():
    byline = origin_byline(Origin(1_000, Writer("server", client="<b>x</b>")), 2_000)
    assert byline is not None
    assert byline.text.startswith("<b>x</b>")
    assert "<" not in byline.explanation


def test_the_history_is_read_when_it_is_unfolded(
    qtbot: QtBot, page: EntityPage, claude: MemoryFile, wait: Wait
):
    claude.apply(RetypeEntity("Alice", "engineer"))
    wait(lambda: page.type_field.text() == "engineer")
    assert page.history.list.count() == 0
    items = open_history(qtbot, page, wait)
    assert items.item(0).text() == "Change the type of Alice\nperson → engineer"
    assert bylines(items)[0] == "Claude Desktop · just now"


def test_an_open_history_follows_the_memory_and_the_selection(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    claude.apply(RetypeEntity("Alice", "engineer"))
    wait(lambda: page.type_field.text() == "engineer")
    items = open_history(qtbot, page, wait)
    add(claude, "Has a dog")
    wait(lambda: items.count() == 2 and "+ Has a dog" in items.item(0).text())
    window.graph.view.select(["Bob"])
    assert items.count() == 0


def test_an_earlier_version_is_restored_and_the_restoring_undone(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    add(claude, "Has a dog")
    claude.apply(RetypeEntity("Alice", "engineer"))
    wait(lambda: page.type_field.text() == "engineer")
    items = open_history(qtbot, page, wait)
    wait(lambda: items.count() == 2)
    items.setCurrentRow(0)
    assert not page.history.restore_button.isEnabled()
    items.setCurrentRow(1)
    qtbot.mouseClick(page.history.restore_button, Qt.MouseButton.LeftButton)
    wait(lambda: page.type_field.text() == "person")
    assert window.session.snapshot.entity("Alice").observations[2] == "Has a dog"
    wait(lambda: window.actions_.undo.isEnabled())
    assert "Restore an earlier version of Alice" in window.actions_.undo.text()
    window.actions_.undo.trigger()
    wait(lambda: page.type_field.text() == "engineer")


def test_a_long_history_is_shown_in_parts(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "long.jsonl"
    write_records(path, Entity("Alice", "person", ()))
    memory = MemoryFile(path, CLAUDE)
    for number in range(40):
        add(memory, f"Fact {number}")
    window = open_window(path)
    window.graph.view.select(["Alice"])
    page = window.inspector.entity_page
    items = open_history(qtbot, page, wait)
    assert items.count() == 30
    qtbot.mouseClick(page.history.more_button, Qt.MouseButton.LeftButton)
    wait(lambda: items.count() == 40)
    assert page.history.more_button.isHidden()


def event(before: Entity | None, after: Entity | None, **more: object) -> EntityEvent:
    values = {"absorbed": (), "relations_added": (), "relations_removed": ()} | more
    return EntityEvent("id", 1, CLAUDE, "Label", "Ann", before, after, **values)  # type: ignore[arg-type]


def test_an_event_says_what_changed_line_by_line():
    before, after = Entity("Ann", "a", ("one", "two")), Entity("Anna", "", ("two", "three\nfour"))
    text = event_text(event(before, after, relations_added=(Relation("Anna", "Ben", "knows"),)))
    assert text.splitlines() == [
        *("Label", "Ann → Anna", "a → (no type)", "− one", "+ three↵four", "+ Anna → knows → Ben"),
    ]
    reordered = event_text(event(before, Entity("Ann", "a", ("two", "one"))))
    assert reordered.splitlines()[1:] == ["Another order of the observations"]


def test_a_large_event_is_cut():
    text = event_text(event(None, Entity("Ann", "a", tuple(f"fact {number}" for number in range(50)))))
    assert len(text.splitlines()) == 10
    assert text.endswith("… and 43 more")
    huge = Entity("Ann" * 400_000, "a" * 1_000_000, ("x" * 1_000_000,))
    assert len(event_text(event(huge, None))) < 200
    assert len(event_text(event(None, huge, absorbed=(huge,)))) < 800


def test_renaming_does_not_lose_the_history(
    qtbot: QtBot, window: MainWindow, page: EntityPage, claude: MemoryFile, wait: Wait
):
    claude.apply(RenameEntity("Alice", "Alicia"))
    wait(lambda: window.graph.view.state.scene.nodes_named(["Alicia"]).size > 0)
    window.graph.view.select(["Alicia"])
    items = open_history(qtbot, page, wait)
    assert "Alice → Alicia" in items.item(0).text()


def test_a_row_about_which_nothing_is_known_takes_no_room_for_a_byline(page: EntityPage, wait: Wait):
    items = page.observations.list
    with_room = items.visualItemRect(items.item(0)).height()
    wait(lambda: items.visualItemRect(items.item(0)).height() < with_room)
    assert bylines(items) == [None, None]


def test_entities_that_are_only_passed_by_are_not_asked_about(
    window: MainWindow, page: EntityPage, wait: Wait
):
    known: list[str] = []
    window.inspector._reader.origins_known.connect(lambda entity, _: known.append(entity.name))
    for name in ("Bob", "Alice", "Bob", "Acme"):
        window.graph.view.select([name])
    wait(lambda: bool(known))
    assert known == ["Acme"]
