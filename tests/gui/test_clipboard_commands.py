"""Copy and paste with the real clipboard and real keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from window_fixtures import ALICE, BOB, write_records

from mnemoscope_gui.clipboard_commands import JSON_LINES
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.model import Entity, Relation

Wait = Callable[[Callable[[], bool]], None]
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path) -> MainWindow:
    QApplication.clipboard().clear()
    return open_window(memory)


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, widget: QWidget | None = None) -> None:
    target = widget or window.graph.view
    target.setFocus()
    qtbot.keyClick(target, key, CONTROL)


def clipboard() -> str:
    return QApplication.clipboard().text()


def test_copied_entities_are_a_text_to_read_and_lines_of_a_memory(qtbot: QtBot, window: MainWindow):
    window.graph.view.select(["Alice", "Acme"])
    press(qtbot, window, Qt.Key.Key_C)
    assert clipboard().splitlines()[:4] == [
        "Alice (person)",
        "- Likes hiking",
        "- Works remotely",
        "→ works_at: Acme",
    ]
    lines = bytes(QApplication.clipboard().mimeData().data(JSON_LINES).data()).splitlines()
    assert len(lines) == 3
    assert b'"relationType":"works_at"' in lines[2]


def test_entities_go_from_one_memory_to_another(
    qtbot: QtBot, window: MainWindow, open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    other_path = tmp_path / "other.jsonl"
    write_records(other_path, Entity("Alice", "friend", ("Sings",)))
    window.graph.view.select(["Alice", "Acme"])
    press(qtbot, window, Qt.Key.Key_C)
    other = open_window(other_path)
    press(qtbot, other, Qt.Key.Key_V)
    wait(lambda: other.session.snapshot.entity("Acme") is not None)
    assert other.session.snapshot.entity("Alice") == Entity("Alice", "friend", ("Sings", *ALICE.observations))
    assert other.session.snapshot.relations == (Relation("Alice", "Acme", "works_at"),)
    wait(other.actions_.undo.isEnabled)
    other.actions_.undo.trigger()
    wait(lambda: other.session.snapshot.entity("Acme") is None)


def test_lines_of_a_memory_are_pasted_from_any_program(qtbot: QtBot, window: MainWindow, wait: Wait):
    QApplication.clipboard().setText(
        '{"type":"entity","name":"Zoe","entityType":"person","observations":["x"]}'
    )
    press(qtbot, window, Qt.Key.Key_V)
    wait(lambda: window.session.snapshot.entity("Zoe") == Entity("Zoe", "person", ("x",)))


def test_a_text_becomes_observations_of_the_selected_entity(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.graph.view.select(["Bob"])
    QApplication.clipboard().setText("Plays chess\n- Lives in Lyon\n\n")
    press(qtbot, window, Qt.Key.Key_V)
    observations = ("Plays chess", "Lives in Lyon")
    wait(lambda: window.session.snapshot.entity("Bob") == Entity("Bob", "person", observations))


def test_a_text_without_a_selected_entity_says_what_is_missing(
    qtbot: QtBot, window: MainWindow, memory: Path
):
    before = memory.read_bytes()
    QApplication.clipboard().setText("Plays chess")
    press(qtbot, window, Qt.Key.Key_V)
    assert "Select the entity" in window.graph.toast.text
    assert memory.read_bytes() == before


def test_cut_takes_entities_away_and_paste_brings_them_back(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.graph.view.select(["Alice", "Bob"])
    press(qtbot, window, Qt.Key.Key_X)
    wait(lambda: window.session.snapshot.entity("Bob") is None)
    press(qtbot, window, Qt.Key.Key_V)
    wait(lambda: window.session.snapshot.entity("Bob") == BOB)
    assert Relation("Bob", "Alice", "knows") in window.session.snapshot.relations


def test_copying_as_json_lines_puts_them_into_the_text(window: MainWindow):
    window.graph.view.select(["Bob"])
    window.actions_.copy_json_lines.trigger()
    assert clipboard() == '{"type":"entity","name":"Bob","entityType":"person","observations":[]}\n'


def test_in_a_text_field_the_keys_mean_the_text(qtbot: QtBot, window: MainWindow):
    window.graph.view.select(["Alice"])
    field = window.inspector.entity_page.type_field
    field.setFocus()
    field.selectAll()
    press(qtbot, window, Qt.Key.Key_C, field)
    assert clipboard() == "person"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        '{"type":"entity","name":',
        '{"a":' * 5_000,
        "x" * 11_000_000,
        "\n".join(map(str, range(5_000))),
        "<script>alert(1)</script>\n" * 300,
    ],
    ids=["nothing", "NUL", "cut off", "deep objects", "huge", "many lines", "markup"],
)
def test_whatever_is_pasted_is_answered_with_a_sentence(
    qtbot: QtBot, window: MainWindow, memory: Path, text: str
):
    before = memory.read_bytes()
    window.graph.view.select(["Bob"])
    QApplication.clipboard().setText(text)
    press(qtbot, window, Qt.Key.Key_V)
    assert window.graph.toast.isVisible()
    assert window.graph.toast.text
    assert len(window.graph.toast.text) < 300
    assert memory.read_bytes() == before


def test_a_clipboard_of_pictures_and_bad_bytes_is_answered_too(qtbot: QtBot, window: MainWindow):
    data = QMimeData()
    data.setData(JSON_LINES, b"\xff\xfe\x00garbage")
    QApplication.clipboard().setMimeData(data)
    press(qtbot, window, Qt.Key.Key_V)
    assert window.graph.toast.isVisible()
    data = QMimeData()
    data.setData("image/png", b"\x89PNG")
    QApplication.clipboard().setMimeData(data)
    press(qtbot, window, Qt.Key.Key_V)
    assert "no text" in window.graph.toast.text


def test_nothing_can_be_copied_without_a_selection(window: MainWindow):
    window.graph.view.select([])
    assert not window.actions_.copy.isEnabled()
    assert not window.actions_.cut.isEnabled()
