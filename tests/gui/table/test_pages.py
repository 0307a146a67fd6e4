"""Switching between graph and table, and what the table costs and knows out of sight."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.table_panel import TablePanel
from mnemoscope_shared.edits import AddObservations, CreateEntities, EntityObservations
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_parts import history_path
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.provenance import Provenance

Wait = Callable[[Callable[[], bool]], None]
_CONTROL = Qt.KeyboardModifier.ControlModifier


def test_control_l_switches_to_the_table_and_back_with_the_keyboard(qtbot: QtBot, window: MainWindow):
    window.graph.view.setFocus()
    qtbot.keyClick(window.graph.view, Qt.Key.Key_L, _CONTROL)
    assert window.graph.pages.currentWidget() is window.table.panel
    assert window.table.panel.view.hasFocus()
    assert window.actions_.pages["table"].isChecked()
    assert not window.actions_.zoom_in.isEnabled()
    qtbot.keyClick(window.table.panel.view, Qt.Key.Key_L, _CONTROL)
    assert window.graph.pages.currentWidget() is window.graph.view
    assert window.graph.view.hasFocus()
    assert window.actions_.pages["graph"].isChecked()
    assert window.actions_.zoom_in.isEnabled()


def test_a_window_opens_with_the_page_it_was_left_with(
    open_window: Callable[[Path], MainWindow], window: MainWindow, memory: Path, wait: Wait
):
    window.actions_.pages["table"].trigger()
    window.close()
    again = open_window(memory)
    assert again.table.page == "table"
    wait(lambda: again.table.panel.model.rowCount() == 3)
    again.actions_.pages["graph"].trigger()
    wait(lambda: again.graph.view.state.positions is not None)


def test_out_of_sight_the_table_only_notes_that_it_is_behind(window: MainWindow, memory: Path, wait: Wait):
    model = window.table.panel.model
    assert model.rowCount() == 0
    MemoryFile(memory, Writer("server")).apply(CreateEntities([Entity("Aaron", "person", ())]))
    wait(lambda: window.session.snapshot.entity("Aaron") is not None)
    window.graph.view.select(["Aaron"])
    assert model.rowCount() == 0
    window.actions_.pages["table"].trigger()
    assert model.contents.names() == ["Aaron", "Acme", "Alice", "Bob"]
    assert window.table.panel.view.currentIndex().data() == "Aaron"
    assert [one.data() for one in window.table.panel.view.selectionModel().selectedRows()] == ["Aaron"]


def test_back_in_the_graph_what_was_chosen_is_in_sight(qtbot: QtBot, window: MainWindow, wait: Wait):
    view = window.graph.view
    wait(lambda: view.state.positions is not None)
    for _ in range(20):
        window.actions_.zoom_in.trigger()
    window.actions_.pages["table"].trigger()
    window.table.panel.view.selectRow(1)
    window.actions_.pages["graph"].trigger()
    assert view.selected_names() == ["Alice"]
    wait(lambda: not view.names_off_screen(["Alice"]))


def test_the_last_change_comes_from_the_history_and_follows(window: MainWindow, memory: Path, wait: Wait):
    window.session.apply(RetypeEntity("Bob", "friend"))
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "friend")
    window.actions_.pages["table"].trigger()
    panel = window.table.panel
    wait(lambda: not panel.view.isColumnHidden(Column.LAST_CHANGE))
    assert last_change(panel, "Bob") == "just now"
    assert last_change(panel, "Alice") == ""
    window.session.apply(AddObservations([EntityObservations("Alice", ("Has a dog",))]))
    wait(lambda: last_change(panel, "Alice") == "just now")
    window.actions_.sorts[Column.LAST_CHANGE].trigger()
    assert panel.model.contents.names() == ["Alice", "Bob", "Acme"]


def test_what_is_written_while_the_history_is_read_counts_too(window: MainWindow, wait: Wait):
    window.actions_.pages["table"].trigger()
    window.session.apply(RetypeEntity("Bob", "friend"))
    panel = window.table.panel
    wait(lambda: window.session.snapshot.entity("Bob").entity_type == "friend")
    wait(lambda: not panel.view.isColumnHidden(Column.LAST_CHANGE))
    wait(lambda: last_change(panel, "Bob") == "just now")


def test_without_a_readable_history_the_table_does_without_times(
    open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait
):
    history_path(memory).mkdir()
    window = open_window(memory)
    panel = window.table.panel
    with pytest.raises(HistoryError):
        Provenance(MemoryFile(memory, Writer("window"))).last_changes(window.session.snapshot)
    window.actions_.pages["table"].trigger()
    wait(lambda: not window.table.last_changes.is_busy)
    assert panel.model.rowCount() == 3
    assert panel.view.isColumnHidden(Column.LAST_CHANGE)


def last_change(panel: TablePanel, name: str) -> str:
    row = panel.model.contents.names().index(name)
    return panel.model.index(row, Column.LAST_CHANGE).data()


def test_the_table_takes_on_the_colours_of_the_theme(window: MainWindow, panel: TablePanel):
    def picture() -> bytes:
        icon = panel.model.index(0, 0).data(Qt.ItemDataRole.DecorationRole)
        return bytes(icon.pixmap(12).toImage().constBits())

    light = picture()
    window.actions_.schemes["dark"].trigger()
    assert picture() != light
    assert panel.grab().toImage().pixelColor(5, panel.height() - 5).lightness() < 60
    window.actions_.schemes["light"].trigger()
    assert picture() == light
