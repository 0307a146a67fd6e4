"""Search as you type, with real keys: hits listed and lit, Enter flies, F3 goes on, Esc peels."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from window_fixtures import RECORDS, write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.search.search_field import SearchField
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    write_records(memory, *RECORDS, Entity("Élodie Petit", "person", ("Paints", "Hiking guide in the Alps")))
    return open_window(memory)


@pytest.fixture
def field(window: MainWindow) -> SearchField:
    return window.finding.field


def names(window: MainWindow) -> list[str]:
    return [str(row.key) for row in window.finding.panel.list.rows]


def lit(window: MainWindow) -> set[str] | None:
    state = window.graph.view.state
    nodes = state.emphasis.highlighted
    return None if nodes is None else set(state.names(nodes))


def find(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """Type what is looked for, and wait for the answer to it."""
    focused = window.graph.view
    focused.setFocus()
    qtbot.keyClick(focused, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    for letter in text:
        type_letter(qtbot, window.finding.field, letter)
    answer_of(qtbot, window)


def type_letter(qtbot: QtBot, field: SearchField, letter: str) -> None:
    if letter.isascii():
        qtbot.keyClicks(field, letter)
    else:
        event = QInputMethodEvent()
        event.setCommitString(letter)
        QApplication.sendEvent(field, event)


def answer_of(qtbot: QtBot, window: MainWindow) -> None:
    worker = window.finding._searcher._worker
    qtbot.waitUntil(lambda: not worker.is_busy, timeout=10_000)


def press(qtbot: QtBot, widget: QWidget, key: Qt.Key) -> None:
    qtbot.keyClick(widget, key)


def test_control_f_leads_into_the_field(qtbot: QtBot, window: MainWindow, field: SearchField):
    find(qtbot, window, "x")
    assert field.hasFocus()


def test_hits_are_listed_with_what_answered_and_lit_while_the_others_fade(qtbot: QtBot, window: MainWindow):
    find(qtbot, window, "hiking")
    assert set(names(window)) == {"Alice", "Élodie Petit"}
    qtbot.waitUntil(lambda: lit(window) == {"Alice", "Élodie Petit"}, timeout=10_000)
    row = next(row for row in window.finding.panel.list.rows if row.key == "Alice")
    assert row.detail.text == "Likes hiking"
    assert [row.detail.text[start:end] for start, end in row.detail.places] == ["hiking"]
    assert window.finding.panel.isVisible()


@pytest.mark.parametrize("query", ["elodie", "PETIT élo", "alps guide", "elodi"])
def test_case_accents_order_and_slips_do_not_count(qtbot: QtBot, window: MainWindow, query: str):
    find(qtbot, window, query)
    assert names(window)[0] == "Élodie Petit"


def test_enter_flies_to_the_hit_and_leaves_the_field(qtbot: QtBot, window: MainWindow, field: SearchField):
    find(qtbot, window, "acme")
    press(qtbot, field, Qt.Key.Key_Return)
    assert window.graph.view.selected_names() == ["Acme"]
    assert window.graph.view.hasFocus()
    assert not window.finding.panel.isVisible()
    qtbot.waitUntil(lambda: lit(window) is not None, timeout=10_000)


def test_the_down_key_chooses_another_hit(qtbot: QtBot, window: MainWindow, field: SearchField):
    find(qtbot, window, "hiking")
    second = names(window)[1]
    press(qtbot, field, Qt.Key.Key_Down)
    press(qtbot, field, Qt.Key.Key_Return)
    assert window.graph.view.selected_names() == [second]


def test_f3_goes_from_hit_to_hit_and_around(qtbot: QtBot, window: MainWindow, field: SearchField):
    find(qtbot, window, "hiking")
    first, second = names(window)
    press(qtbot, field, Qt.Key.Key_Return)
    press(qtbot, window.graph.view, Qt.Key.Key_F3)
    assert window.graph.view.selected_names() == [second]
    press(qtbot, window.graph.view, Qt.Key.Key_F3)
    assert window.graph.view.selected_names() == [first]
    qtbot.keyClick(window.graph.view, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert window.graph.view.selected_names() == [second]


def test_a_click_on_a_hit_goes_there(qtbot: QtBot, window: MainWindow):
    find(qtbot, window, "hiking")
    hits = window.finding.panel.list
    place = hits.visualRect(hits.model().index(1, 0)).center()
    qtbot.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.graph.view.selected_names() == [names(window)[1]]


def test_escape_ends_the_search_then_leaves_the_field(qtbot: QtBot, window: MainWindow, field: SearchField):
    find(qtbot, window, "hiking")
    press(qtbot, field, Qt.Key.Key_Escape)
    assert (field.text(), lit(window)) == ("", None)
    assert field.hasFocus()
    press(qtbot, field, Qt.Key.Key_Escape)
    assert window.graph.view.hasFocus()


def test_escape_on_the_canvas_peels_the_search_before_the_selection(
    qtbot: QtBot, window: MainWindow, field: SearchField
):
    find(qtbot, window, "acme")
    press(qtbot, field, Qt.Key.Key_Return)
    press(qtbot, window.graph.view, Qt.Key.Key_Escape)
    assert (field.text(), lit(window)) == ("", None)
    assert window.graph.view.selected_names() == ["Acme"]
    press(qtbot, window.graph.view, Qt.Key.Key_Escape)
    assert window.graph.view.selected_names() == []


def test_what_is_found_follows_the_memory(qtbot: QtBot, window: MainWindow, wait: Wait):
    find(qtbot, window, "hiking")
    window.session.apply(CreateEntities([Entity("Hiking club", "organization", ())]))
    wait(lambda: names(window)[:1] == ["Hiking club"])
    wait(lambda: "Hiking club" in (lit(window) or ()))


def test_nothing_found_is_said(qtbot: QtBot, window: MainWindow):
    find(qtbot, window, "zzzzqqqq")
    assert window.finding.panel.accessibleName() == "Nothing found"
    qtbot.waitUntil(lambda: lit(window) == set(), timeout=10_000)
    assert not window.actions_.find_next.isEnabled()


def test_signs_are_found_as_they_are(qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path):
    path = tmp_path / "signs.jsonl"
    write_records(path, Entity("Ann", "person", ("Writes C++", "a@example.org")), Entity("C", "tool", ()))
    window = open_window(path)
    find(qtbot, window, "c++")
    assert names(window)[0] == "Ann"


@pytest.mark.parametrize("query", ["<b>", "\u202e", "🙂", "   ", "a" * 5_000, "%s{0}\\", "مرحبا"])
def test_hostile_queries_do_no_harm(qtbot: QtBot, window: MainWindow, field: SearchField, query: str):
    window.actions_.find.trigger()
    field.insert(query)
    answer_of(qtbot, window)
    field.clear()
    assert lit(window) is None


def test_hostile_texts_are_listed_on_one_line(
    qtbot: QtBot, open_window: Callable[[Path], MainWindow], tmp_path: Path
):
    path = tmp_path / "hostile.jsonl"
    texts = ["<img src=x> needle", "needle\nin\0a\u202ehaystack", "x" * 1_000_000 + " needle"]
    write_records(path, *(Entity(f"<u>{number}</u>", "<i>", (text,)) for number, text in enumerate(texts)))
    window = open_window(path)
    find(qtbot, window, "needle")
    rows = window.finding.panel.list.rows
    assert len(rows) == 3
    assert all(len(row.detail.text) < 120 and "\n" not in row.detail.text for row in rows)
    assert {row.title.text for row in rows} == {"<u>0</u>", "<u>1</u>", "<u>2</u>"}
    window.grab()
