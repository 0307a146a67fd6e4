"""The filter above the table, with real keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from table_cells import names
from window_fixtures import write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.table.table_panel import TablePanel
from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.model import Entity

Wait = Callable[[Callable[[], bool]], None]


def types(panel: TablePanel) -> list[str]:
    choice = panel.bar.type_choice
    return [choice.itemText(row) for row in range(choice.count())]


@pytest.fixture
def press(qtbot: QtBot, panel: TablePanel) -> Callable[..., None]:
    panel.bar.field.setFocus()

    def press_(*keys: str | Qt.Key) -> None:
        for key in keys:
            qtbot.keyClicks(panel.bar.field, key) if isinstance(key, str) else qtbot.keyClick(
                panel.bar.field, key
            )

    return press_


def test_typing_filters_by_any_field(panel: TablePanel, press: Callable[..., None]):
    press("HIKING")
    assert names(panel) == ["Alice"]
    assert panel.bar.count.text() == "1 of 3"
    press(*[Qt.Key.Key_Backspace] * 6, "person")
    assert names(panel) == ["Alice", "Bob"]
    press(" alice")
    assert names(panel) == ["Alice"]


def test_escape_empties_the_filter_and_then_the_type(panel: TablePanel, press: Callable[..., None]):
    panel.bar.type_choice.setCurrentText("person")
    press("alice")
    assert names(panel) == ["Alice"]
    press(Qt.Key.Key_Escape)
    assert names(panel) == ["Alice", "Bob"]
    press(Qt.Key.Key_Escape)
    assert names(panel) == ["Acme", "Alice", "Bob"]
    assert panel.bar.type_choice.currentText() == "All types"


def test_escape_in_the_table_ends_the_filter_and_then_the_selection(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, press: Callable[..., None]
):
    press("alice", Qt.Key.Key_Down)
    assert panel.view.hasFocus()
    assert window.graph.view.selected_names() == ["Alice"]
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert len(names(panel)) == 3
    assert window.graph.view.selected_names() == ["Alice"]
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert window.graph.view.selected_names() == []


def test_the_up_key_leads_from_the_first_row_into_the_filter(
    qtbot: QtBot, panel: TablePanel, press: Callable[..., None]
):
    press(Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.view.hasFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.bar.field.hasFocus()


def test_what_a_new_filter_hides_is_no_longer_selected(
    window: MainWindow, panel: TablePanel, press: Callable[..., None]
):
    window.graph.view.select(["Alice", "Acme"])
    press("person")
    assert window.graph.view.selected_names() == ["Alice"]
    press("xyz")
    assert window.graph.view.selected_names() == []
    assert panel.view.placeholder.startswith("No entity passes the filter")


def test_what_is_selected_elsewhere_is_shown_whatever_the_filter(
    window: MainWindow, panel: TablePanel, press: Callable[..., None]
):
    press("acme")
    window.graph.view.select(["Bob"])
    assert names(panel) == ["Acme", "Bob"]
    press("e")
    assert names(panel) == []


def test_a_corrected_row_stays_until_the_next_filter(
    window: MainWindow, panel: TablePanel, press: Callable[..., None], wait: Wait
):
    panel.bar.type_choice.setCurrentText("person")
    window.graph.view.select(["Bob"])
    window.session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "friend")
    assert names(panel) == ["Alice", "Bob"]
    window.graph.view.select([])
    panel.bar.type_choice.setCurrentText("All types")
    panel.bar.type_choice.setCurrentText("person")
    assert names(panel) == ["Alice"]


def test_a_new_entity_is_shown_whatever_the_filter(
    window: MainWindow, panel: TablePanel, press: Callable[..., None], wait: Wait
):
    press("alice")
    window.graph.expect("Zoe", None)
    window.session.apply(CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: names(panel) == ["Alice", "Zoe"])


def test_the_types_in_use_are_offered_and_the_chosen_one_stays(
    window: MainWindow, panel: TablePanel, wait: Wait
):
    assert types(panel) == ["All types", "organization", "person"]
    panel.bar.type_choice.setCurrentText("organization")
    window.session.apply(DeleteEntities(["Acme"]))
    wait(lambda: names(panel) == [])
    assert types(panel) == ["All types", "organization", "person"]
    window.session.apply(CreateEntities([Entity("Rex", "", ())]))
    wait(lambda: types(panel) == ["All types", "(no type)", "organization", "person"])
    assert panel.bar.type_choice.currentText() == "organization"
    panel.bar.type_choice.setCurrentText("(no type)")
    assert names(panel) == ["Rex"]


def test_what_is_typed_before_all_texts_are_ready_is_looked_for_once_they_are(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "large.jsonl"
    write_records(path, *(Entity(f"Ünit {number}", "part", ("çà et là " * 20,)) for number in range(5_000)))
    window = open_window(path)
    panel = window.table.panel
    wait(lambda: len(window.session.snapshot.entities) == 5_000)
    window.actions_.pages["table"].trigger()
    qtbot.keyClicks(panel.bar.field, "unit 4999")
    wait(lambda: names(panel) == ["Ünit 4999"])
    assert panel.bar.count.text() == "1 of 5,000"


def test_an_empty_memory_says_so(window: MainWindow, panel: TablePanel, wait: Wait):
    window.session.apply(DeleteEntities(["Acme", "Alice", "Bob"]))
    wait(lambda: names(panel) == [])
    assert panel.view.placeholder == "The memory holds no entities yet."
    assert not panel.grab().isNull()
