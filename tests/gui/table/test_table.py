"""The table in the window: what is in it, selection, keys and editing in place."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from table_cells import LEFT, click, names, place_of, selected
from window_fixtures import write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.table_panel import TablePanel
from mnemoscope_shared.edits import AddObservations, CreateEntities, CreateRelations, EntityObservations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]
_CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def screen_reader(qapp: QApplication) -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def test_it_shows_every_entity_with_its_figures(panel: TablePanel):
    assert names(panel) == ["Acme", "Alice", "Bob"]
    alice = [panel.model.index(1, column).data() for column in Column]
    assert alice[:2] == ["Alice", "person"]
    assert alice[Column.OBSERVATIONS].split() == ["2", "Likes", "hiking"]
    assert alice[Column.RELATIONS] == "2"
    assert panel.bar.count.text() == "3"


def test_what_is_selected_in_the_graph_is_selected_in_the_table(window: MainWindow, panel: TablePanel):
    window.graph.view.select(["Bob", "Acme"])
    assert selected(panel) == ["Acme", "Bob"]
    assert panel.bar.count.text() == "3 · 2 selected"
    window.graph.view.select([])
    assert selected(panel) == []


def test_what_is_selected_in_the_table_is_selected_in_the_graph(
    qtbot: QtBot, window: MainWindow, panel: TablePanel
):
    click(qtbot, panel, "Bob")
    assert window.graph.view.selected_names() == ["Bob"]
    click(qtbot, panel, "Acme", _CONTROL)
    assert window.graph.view.selected_names() == ["Acme", "Bob"]
    click(qtbot, panel, "Bob", _CONTROL)
    assert window.graph.view.selected_names() == ["Acme"]
    qtbot.keyClick(panel.view, Qt.Key.Key_A, _CONTROL)
    assert window.graph.view.selected_names() == ["Alice", "Acme", "Bob"]


def test_a_row_that_the_focus_hides_in_the_graph_is_shown_there_once_selected(
    qtbot: QtBot, window: MainWindow, panel: TablePanel
):
    view = window.graph.view
    view.focus_mode.focus_on(view.state.scene.nodes_named(["Bob"]).tolist())
    click(qtbot, panel, "Bob")
    click(qtbot, panel, "Acme", _CONTROL)
    assert view.selected_names() == ["Acme", "Bob"]


def test_enter_and_a_double_click_on_a_figure_open_the_inspector(
    qtbot: QtBot, window: MainWindow, panel: TablePanel
):
    click(qtbot, panel, "Bob")
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert window.inspector.entity_page.name_field.hasFocus()
    assert window.inspector.entity_page.name_field.text() == "Bob"
    place = place_of(panel, "Acme", Column.RELATIONS)
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(panel.view.viewport(), LEFT, pos=place)
    assert window.inspector.entity_page.name_field.text() == "Acme"


def test_delete_deletes_the_selected_rows(qtbot: QtBot, window: MainWindow, panel: TablePanel, wait: Wait):
    click(qtbot, panel, "Alice")
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    wait(lambda: names(panel) == ["Acme", "Bob"])
    assert window.graph.toast.text == "Deleted Alice and 2 relations"
    assert window.graph.toast.isVisible()
    assert panel.view.currentIndex().data() == "Bob"


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard])
def test_right_click_and_menu_key_open_the_menu_of_an_entity(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, reason: QContextMenuEvent.Reason
):
    click(qtbot, panel, "Bob")
    viewport, place = panel.view.viewport(), place_of(panel, "Bob")
    QApplication.sendEvent(viewport, QContextMenuEvent(reason, place, viewport.mapToGlobal(place)))
    menu = next(menu for menu in window.findChildren(QMenu) if menu.isVisible())
    assert {window.actions_.rename, window.actions_.delete} <= set(menu.actions())
    menu.close()


def test_the_menu_of_the_empty_ground_makes_new_entities(window: MainWindow, panel: TablePanel):
    viewport = panel.view.viewport()
    place = viewport.rect().bottomLeft() + QPoint(5, -5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    menu = next(menu for menu in window.findChildren(QMenu) if menu.isVisible())
    assert window.actions_.new_entity in menu.actions()
    menu.close()


def test_columns_are_sorted_by_a_click_on_their_header(qtbot: QtBot, panel: TablePanel):
    header = panel.view.horizontalHeader()

    def click_header(column: Column) -> None:
        x = header.sectionViewportPosition(column) + 12
        qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))

    click_header(Column.NAME)
    assert names(panel) == ["Bob", "Alice", "Acme"]
    click_header(Column.OBSERVATIONS)
    assert names(panel) == ["Alice", "Acme", "Bob"]
    click_header(Column.OBSERVATIONS)
    assert names(panel) == ["Bob", "Acme", "Alice"]
    assert selected(panel) == []


def test_columns_are_sorted_by_keyboard_and_the_place_is_kept(
    qtbot: QtBot, window: MainWindow, panel: TablePanel
):
    click(qtbot, panel, "Bob")
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    qtbot.keyClick(panel.view, Qt.Key.Key_L, _CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert names(panel) == ["Acme", "Alice", "Bob"]
    window.actions_.sorts[Column.RELATIONS].trigger()
    assert names(panel) == ["Alice", "Acme", "Bob"]
    window.actions_.sorts[Column.RELATIONS].trigger()
    assert names(panel) == ["Acme", "Bob", "Alice"]
    assert selected(panel) == ["Bob"]
    assert panel.view.currentIndex().data() == "person"
    assert panel.view.currentIndex().row() == 1


def test_typing_in_the_table_goes_to_the_next_name_that_begins_so(qtbot: QtBot, panel: TablePanel):
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_B)
    assert panel.view.currentIndex().siblingAtColumn(0).data() == "Bob"


def test_an_outside_change_is_shown_with_selection_and_place_kept(
    qtbot: QtBot, panel: TablePanel, memory: Path, wait: Wait
):
    click(qtbot, panel, "Bob")
    other = MemoryFile(memory, Writer("server"))
    other.apply(CreateEntities([Entity("Aaron", "person", ())]))
    wait(lambda: names(panel) == ["Aaron", "Acme", "Alice", "Bob"])
    other.apply(CreateRelations([Relation("Aaron", "Bob", "knows")]))
    wait(lambda: panel.model.index(3, Column.RELATIONS).data() == "2")
    assert selected(panel) == ["Bob"]
    assert panel.view.currentIndex().row() == 3


def test_ten_thousand_selected_rows_are_the_same_in_both(
    open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "large.jsonl"
    write_records(path, *(Entity(f"Note {number}", f"type {number % 7}", ()) for number in range(10_000)))
    window = open_window(path)
    panel = window.table.panel
    wait(lambda: len(window.session.snapshot.entities) == 10_000)
    window.graph.view.select([f"Note {number}" for number in range(0, 10_000, 2)])
    window.actions_.pages["table"].trigger()
    assert len(selected(panel)) == 5_000
    panel.view.selectAll()
    assert len(window.graph.view.selected_names()) == 10_000


def test_a_screen_reader_meets_a_table_with_headers_and_sentences(screen_reader: None, panel: TablePanel):
    table = QAccessible.queryAccessibleInterface(panel.view)
    assert table.role() == QAccessible.Role.Table
    assert table.text(QAccessible.Text.Name) == "Entities of the memory"
    children = [table.child(place) for place in range(table.childCount())]
    spoken = [child.text(QAccessible.Text.Name) for child in children]
    width = 1 + len(Column)
    assert spoken[1:width] == [column.title for column in Column]
    row = spoken[2 * width : 3 * width]
    assert row[:4] == ["Alice", "Alice", "person", "2 observations: Likes hiking"]
    assert row[4] == "2 relations"
    assert children[1].text(QAccessible.Text.Description).endswith("sorted, ascending")


def test_everything_that_the_keyboard_can_reach_has_a_name(screen_reader: None, panel: TablePanel):
    reachable = [
        widget
        for widget in panel.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    interfaces = [QAccessible.queryAccessibleInterface(one) for one in reachable]
    spoken = [one.text(QAccessible.Text.Name) for one in interfaces]
    assert (spoken[0], spoken[2:]) == ("Filter the table", ["Entities of the memory"])
    labels = [label.text(QAccessible.Text.Name) for label, _ in interfaces[1].relations()]
    assert labels == ["Type"]


def test_the_selected_rows_are_copied_like_nodes(qtbot: QtBot, window: MainWindow, panel: TablePanel):
    click(qtbot, panel, "Alice")
    qtbot.keyClick(panel.view, Qt.Key.Key_C, _CONTROL)
    assert "Likes hiking" in QApplication.clipboard().text()


@pytest.mark.parametrize("name", ["\ud800 half", "x" * 1_000_000, "a\x00b", "שלום"])
def test_any_name_is_shown_and_selected(
    qtbot: QtBot, window: MainWindow, panel: TablePanel, memory: Path, wait: Wait, name: str
):
    write_records(memory, Entity(name, "note", (name,)))
    wait(lambda: panel.model.rowCount() == 1)
    panel.view.selectRow(0)
    assert window.graph.view.selected_names() == [name]
    assert not panel.grab().isNull()


def test_a_large_table_stays_where_it_is_while_others_write(
    open_window: Callable[[Path], MainWindow], tmp_path: Path, wait: Wait
):
    path = tmp_path / "large.jsonl"
    write_records(path, *(Entity(f"Note {number}", "note", ()) for number in range(1_000)))
    window = open_window(path)
    window.actions_.pages["table"].trigger()
    panel, contents = window.table.panel, window.table.panel.model.contents
    wait(lambda: len(contents) == 1_000)
    panel.view.scrollTo(panel.model.index(500, 0), panel.view.ScrollHint.PositionAtTop)
    panel.view.verticalScrollBar().setValue(panel.view.verticalScrollBar().value() + 7)
    MemoryFile(path, Writer("server")).apply(CreateEntities([Entity("Aaron", "person", ())]))
    wait(lambda: len(contents) == 1_001)
    assert contents.names()[panel.view.rowAt(0)] == "Note 500"
    assert panel.view.rowViewportPosition(501) == -7
    window.graph.view.select(["Note 900"])
    assert panel.view.rowAt(0) > 800
    window.actions_.sorts[Column.NAME].trigger()
    assert contents.names()[panel.view.currentIndex().row()] == "Note 900"
    assert panel.view.rowAt(0) <= panel.view.currentIndex().row() == 99
    window.graph.view.select([])
    panel.bar.field.setText("9")
    wait(lambda: len(contents) == 271)
    panel.view.scrollToBottom()
    top = contents.names()[panel.view.rowAt(0)]
    panel.bar.field.setText("")
    wait(lambda: len(contents) == 1_001)
    assert contents.names()[panel.view.rowAt(0)] == top
    panel.view.scrollToBottom()
    window.actions_.sorts[Column.TYPE].trigger()
    assert panel.view.rowAt(0) == 0


def test_an_observation_added_elsewhere_shows_at_once(window: MainWindow, panel: TablePanel, wait: Wait):
    window.session.apply(AddObservations([EntityObservations("Bob", ("Has a dog",))]))
    wait(lambda: "Has a dog" in panel.model.index(2, Column.OBSERVATIONS).data())
