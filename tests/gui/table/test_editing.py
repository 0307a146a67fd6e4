"""Editing names and types where they stand in the table."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from table_cells import LEFT, click, names, place_of, selected
from window_fixtures import write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.table_panel import TablePanel
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]


def edit(qtbot: QtBot, panel: TablePanel, name: str, column: Column) -> QLineEdit:
    place = place_of(panel, name, column)
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=place)
    qtbot.keyClick(panel.view, Qt.Key.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert editor is not None
    return editor


def test_a_name_is_edited_in_its_place(qtbot: QtBot, window: MainWindow, panel: TablePanel, wait: Wait):
    editor = edit(qtbot, panel, "Alice", Column.NAME)
    assert editor.text() == "Alice"
    qtbot.keyClicks(editor, "Zora")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: names(panel) == ["Acme", "Bob", "Zora"])
    assert selected(panel) == ["Zora"]
    assert panel.view.currentIndex().data() == "Zora"
    assert window.graph.view.selected_names() == ["Zora"]
    assert Relation("Zora", "Acme", "works_at") in window.session.snapshot.relations


def test_a_type_is_edited_in_its_place_and_existing_ones_are_offered(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, wait: Wait
):
    editor = edit(qtbot, panel, "Bob", Column.TYPE)
    offered = editor.completer().model()
    assert [offered.index(row, 0).data() for row in range(offered.rowCount())] == ["organization", "person"]
    qtbot.keyClicks(editor, "friend")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "friend")
    assert panel.model.index(2, Column.TYPE).data() == "friend"
    assert window.actions_.undo.text() == "&Undo Change the type of Bob"


def test_escape_and_an_empty_name_change_nothing(qtbot: QtBot, window: MainWindow, panel: TablePanel):
    editor = edit(qtbot, panel, "Bob", Column.NAME)
    qtbot.keyClicks(editor, "Nobody")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    editor = edit(qtbot, panel, "Acme", Column.NAME)
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert not window.session.worker.is_busy
    assert names(panel) == ["Acme", "Alice", "Bob"]


def test_f2_on_a_figure_edits_the_name(qtbot: QtBot, panel: TablePanel):
    assert edit(qtbot, panel, "Bob", Column.TOKENS).text() == "Bob"


def test_a_name_that_one_line_cannot_hold_is_edited_in_the_inspector(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, memory: Path, wait: Wait
):
    write_records(memory, Entity("two\nlines", "note", ()))
    wait(lambda: panel.model.rowCount() == 1)
    click(qtbot, panel, "two↵lines")
    qtbot.keyClick(panel.view, Qt.Key.Key_F2)
    assert panel.view.findChild(QLineEdit) is None
    assert window.inspector.entity_page.name_field.hasFocus()


def test_an_outside_change_waits_until_an_editor_is_closed(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, memory: Path, wait: Wait
):
    editor = edit(qtbot, panel, "Bob", Column.NAME)
    qtbot.keyClicks(editor, "Robert")
    MemoryFile(memory, Writer("server")).apply(CreateEntities([Entity("Aaron", "person", ())]))
    wait(lambda: window.session.snapshot.entity("Aaron") is not None)
    assert editor.text() == "Robert"
    assert editor.isVisible()
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: names(panel) == ["Aaron", "Acme", "Alice", "Robert"])
