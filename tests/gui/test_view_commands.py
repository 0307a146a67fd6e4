"""Focus and map as the window's commands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.new_relation_dialog import NewRelationDialog
from mnemoscope_shared.edits import CreateEntities, CreateRelations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(lambda: window.graph.view.state.positions is not None)
    wait(lambda: not window.graph.view.layout_thread.is_running)
    return window


def shown(window: MainWindow) -> list[str]:
    state = window.graph.view.state
    return [state.scene.name(node) for node in range(state.scene.node_count) if state.shown[node]]


def at(window: MainWindow, name: str) -> QPoint:
    state = window.graph.view.state
    node = state.scene.node_named(name)
    return QPoint(round(state.seen.x[node]), round(state.seen.y[node]))


def test_the_menu_focuses_on_the_selection_goes_deeper_and_ends(window: MainWindow):
    actions = window.actions_
    assert not actions.focus.isEnabled()
    window.graph.view.select(["Bob"])
    actions.focus.trigger()
    assert shown(window) == ["Alice", "Bob"]
    assert not actions.focus_less_deep.isEnabled()
    actions.focus_deeper.trigger()
    assert shown(window) == ["Alice", "Acme", "Bob"]
    assert not actions.focus_deeper.isEnabled()
    actions.focus_less_deep.trigger()
    actions.end_focus.trigger()
    assert not actions.end_focus.isEnabled()
    assert window.graph.view.state.focus_area is None


def test_the_keys_of_the_focus_go_deeper_when_pressed_again(window: MainWindow):
    view = window.graph.view
    view.select(["Bob"])
    for _ in range(2):
        QTest.keyClick(
            view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
    assert view.state.focus_area is not None
    assert view.state.focus_area.depth == 2


def test_neighbours_of_a_node_at_the_rim_are_shown_and_hidden_by_its_menu(window: MainWindow, wait: Wait):
    view, actions = window.graph.view, window.actions_
    view.select(["Bob"])
    actions.focus.trigger()
    view.select(["Alice"])
    assert context_menu(window, "Alice") >= {"Show its neighbours", "End the focus"}
    actions.show_neighbours.trigger()
    assert shown(window) == ["Alice", "Acme", "Bob"]
    assert "Hide its neighbours" in context_menu(window, "Alice")
    actions.hide_neighbours.trigger()
    assert shown(window) == ["Alice", "Bob"]


def context_menu(window: MainWindow, name: str) -> set[str]:
    view = window.graph.view
    view.context_menu_requested.emit(name, view.mapToGlobal(QPoint(5, 5)))
    menu = next(menu for menu in window.findChildren(QMenu) if menu.isVisible())
    texts = {action.text().replace("&", "") for action in menu.actions()}
    menu.close()
    return texts


def test_what_an_assistant_writes_meanwhile_joins_the_focus(window: MainWindow, memory: Path, wait: Wait):
    window.graph.view.select(["Bob"])
    window.actions_.focus.trigger()
    server = MemoryFile(memory, Writer("server"))
    server.apply(CreateEntities([Entity("Carol", "person", ()), Entity("Dan", "person", ())]))
    server.apply(CreateRelations([Relation("Carol", "Bob", "knows")]))
    wait(lambda: shown(window) == ["Alice", "Bob", "Carol"])
    window.actions_.end_focus.trigger()
    assert "Dan" in shown(window)


def test_the_map_can_be_switched_off_and_stays_off(
    open_window: Callable[[Path], MainWindow], window: MainWindow, memory: Path
):
    assert window.actions_.minimap.isChecked()
    window.actions_.minimap.trigger()
    assert not window.graph.controls.minimap.is_wanted
    window.close()
    again = open_window(memory)
    assert not again.actions_.minimap.isChecked()
    assert not again.graph.controls.minimap.is_wanted
    again.actions_.minimap.trigger()
    assert again.graph.controls.minimap.is_wanted


def test_the_panels_over_the_canvas_follow_the_colours(window: MainWindow):
    panel = window.graph.controls.zoom_buttons
    window.actions_.schemes["dark"].trigger()
    assert window.graph.view.theme.window.name() in panel.styleSheet()
    window.actions_.schemes["light"].trigger()
    assert window.graph.view.theme.window.name() in panel.styleSheet()


def test_a_notice_covers_none_of_the_panels_in_a_narrow_window(window: MainWindow, wait: Wait):
    view, toast, buttons = window.graph.view, window.graph.toast, window.graph.controls.zoom_buttons
    toast.show_notice("Deleted Alice and 2 relations", answer="Undo", action=lambda: None)
    at_ease = view.height() - toast.geometry().bottom()
    window.resize(700, 600)
    wait(lambda: view.width() < 500)
    assert not toast.geometry().intersects(buttons.geometry())
    assert view.height() - toast.geometry().bottom() > at_ease


def test_a_double_click_on_empty_canvas_asks_for_an_entity_and_can_be_cancelled(
    qtbot: QtBot, window: MainWindow, memory: Path
):
    before = memory.read_bytes()
    QTest.mouseDClick(window.graph.view, LEFT, pos=QPoint(15, 60))
    dialog = next(dialog for dialog in window.findChildren(NewEntityDialog) if dialog.isVisible())
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert memory.read_bytes() == before


def test_a_relation_drawn_with_r_asks_for_its_type_and_completes_known_ones(window: MainWindow):
    view = window.graph.view
    view.select(["Bob"])
    QTest.keyClick(view, Qt.Key.Key_R)
    QTest.mouseClick(view, LEFT, pos=at(window, "Acme"))
    dialog = next(dialog for dialog in window.findChildren(NewRelationDialog) if dialog.isVisible())
    assert (dialog.source_field.text(), dialog.target_field.text()) == ("Bob", "Acme")
    completer = dialog.type_field.completer()
    completer.setCompletionPrefix("wor")
    assert completer.currentCompletion() == "works_at"
    dialog.reject()
