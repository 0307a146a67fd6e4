"""Everything that the keyboard can reach says what it is, and is reached in the order in which it stands."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui.components_dialog import ComponentsDialog
from mnemoscope_gui.connect.check_dialog import CheckDialog
from mnemoscope_gui.connect.client_status import look_at_clients
from mnemoscope_gui.connect.clients_dialog import ClientsDialog
from mnemoscope_gui.connect.connection_check import ConnectionCheck
from mnemoscope_gui.connect.http_server import HttpServer
from mnemoscope_gui.connect.server_dialog import ServerDialog
from mnemoscope_gui.fault_report import FaultDialog
from mnemoscope_gui.help_dialogs import show_about, show_shortcuts
from mnemoscope_gui.inspector.compare_dialog import CompareDialog
from mnemoscope_gui.inspector.target_dialog import TargetDialog
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.mending import Preview, PreviewDialog
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.new_relation_dialog import NewRelationDialog
from mnemoscope_gui.settings import Settings

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture(autouse=True)
def screen_reader(qapp: QApplication) -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(lambda: window.graph.view.state.scene.node_count == 3)
    return window


def spoken_name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def reachable(top: QWidget) -> list[QWidget]:
    """What can get the keyboard, by Tab or by a click, and everything that can be pressed."""
    return [
        widget
        for widget in top.findChildren(QWidget)
        if widget.isVisible()
        and (widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton))
    ]


def nameless(top: QWidget) -> list[str]:
    assert reachable(top)
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in reachable(top)
        if not spoken_name(widget)
    ]


def tab_order(top: QWidget) -> list[str]:
    names, widget = [], top.nextInFocusChain()
    while widget is not top:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            names.append(spoken_name(widget).replace("&", ""))
        widget = widget.nextInFocusChain()
    return names


def ignore(*_: object) -> None:
    """What a button does is tested elsewhere."""


@pytest.mark.parametrize("selected", [[], ["Alice"], ["Alice", "Bob"]])
def test_everything_in_the_window_has_a_name(window: MainWindow, selected: list[str]):
    graph = window.graph
    graph.view.select(selected)
    graph.view.focus_mode.focus_on([0])
    graph.banner.show_text("The file is gone.", {"Look again": ignore})
    graph.toast.show_notice("Deleted Bob", answer="Undo", action=lambda: None)
    window.actions_.drawing.trigger()
    assert nameless(window) == []


def clients_dialog(memory: Path, window: MainWindow) -> ClientsDialog:
    dialog = ClientsDialog(memory, memory.parent, window)
    environment = {"HOME": str(memory.parent), "PATH": ""}
    dialog.show_statuses(look_at_clients(environment, memory.parent, "linux", ["server"], memory))
    dialog.others_button.setChecked(True)
    return dialog


def test_every_dialog_names_what_is_in_it(qtbot: QtBot, window: MainWindow, memory: Path):
    dialogs: list[QDialog] = [
        NewEntityDialog([], lambda _: False, window),
        NewRelationDialog([], [], parent=window),
        PreviewDialog(Preview("Repair", "One line.", ["Line 1"], "Repair"), window),
        ComponentsDialog(window),
        CompareDialog("mine", "theirs", "Claude Desktop", window),
        TargetDialog("Move an observation", "Move", ["Bob"], "Alice", window),
        ServerDialog(HttpServer(parent=window), Settings(), memory, window),
        CheckDialog(ConnectionCheck(parent=window), window),
        clients_dialog(memory, window),
        FaultDialog("report"),
        show_shortcuts(window, window.actions_.everything()),
        show_about(window),
    ]
    for dialog in dialogs:
        with qtbot.waitExposed(dialog):
            dialog.show()
        assert dialog.windowTitle()
        assert (dialog.windowTitle(), nameless(dialog)) == (dialog.windowTitle(), [])
        dialog.close()


def test_tab_goes_through_an_entity_from_top_to_bottom(window: MainWindow):
    window.graph.view.select(["Alice"])
    order = tab_order(window)
    start = order.index("Name")
    assert order[start : start + 11] == [
        "Name",
        "Type",
        "Observations",
        "New observation",
        "Relations to others",
        "Type of a new relation",
        "Entity that the new relation leads to",
        "Relations from others",
        "History",
        "New relation…",
        "Delete entity",
    ]
    assert "Graph of the memory" in order


def test_tab_goes_through_the_form_of_a_new_relation_as_it_reads(qtbot: QtBot, window: MainWindow):
    dialog = NewRelationDialog([], [], parent=window)
    with qtbot.waitExposed(dialog):
        dialog.show()
    for field, text in ((dialog.source_field, "a"), (dialog.type_field, "b"), (dialog.target_field, "c")):
        field.setText(text)
    assert tab_order(dialog) == ["From", "Type", "To", "Create", "Cancel"]
    dialog.close()
