"""Buttons of a toolbar follow their actions, and a window of long use gathers no connections."""

import gc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL, QMetaMethod, QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QToolBar
from pytestqt.qtbot import QtBot

from mnemoscope_gui.action_button import ActionButton
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import AddObservations, EntityObservations

MANY = 12


def receivers(window: MainWindow) -> Counter[tuple[str, str]]:
    """Count what is connected to each signal of all objects in a window, by kind of object."""
    gc.collect()
    counts: Counter[tuple[str, str]] = Counter()
    for sender in (window, *window.findChildren(QObject)):
        meta = sender.metaObject()
        for method in map(meta.method, range(meta.methodCount())):
            if method.methodType() is QMetaMethod.MethodType.Signal:
                signature = method.methodSignature().toStdString()
                counts[meta.className(), signature] += sender.receivers(SIGNAL(signature))
    return counts


@pytest.fixture
def frame(qtbot: QtBot) -> QMainWindow:
    frame = QMainWindow()
    qtbot.addWidget(frame)
    frame.show()
    return frame


@pytest.fixture
def bar(frame: QMainWindow) -> QToolBar:
    return frame.addToolBar("Tools")


@pytest.fixture
def action(bar: QToolBar) -> QAction:
    return QAction("&Undo Rename", bar)


@pytest.fixture
def button(bar: QToolBar, action: QAction) -> ActionButton:
    button = ActionButton(action, bar)
    bar.addWidget(button)
    return button


def test_a_button_shows_what_its_action_says_at_each_moment(button: ActionButton, action: QAction) -> None:
    assert button.text() == "Undo Rename"
    action.setText("Undo Cats && dogs")
    action.setToolTip("Cats")
    action.setEnabled(False)
    action.setCheckable(True)
    action.setChecked(True)
    assert (button.text(), button.toolTip()) == ("Undo Cats && dogs", "Cats")
    assert (button.isEnabled(), button.isCheckable(), button.isChecked()) == (False, True, True)


def test_a_click_triggers_the_action(button: ActionButton, action: QAction, qtbot: QtBot) -> None:
    with qtbot.waitSignal(action.triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_click_switches_an_action_that_can_be_checked(button: ActionButton, action: QAction) -> None:
    action.setCheckable(True)
    for is_checked in (True, False):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert action.isChecked() is button.isChecked() is is_checked


def test_a_button_looks_as_its_toolbar_asks(button: ActionButton, bar: QToolBar) -> None:
    bar.setIconSize(QSize(40, 40))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    assert button.iconSize() == QSize(40, 40)
    assert button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextOnly


def test_changes_of_an_action_leave_no_connections_behind(button: ActionButton, action: QAction) -> None:
    before = action.receivers(SIGNAL("changed()"))
    for number in range(MANY):
        action.setText(f"Undo {number}")
    assert button.text() == f"Undo {MANY - 1}"
    assert action.receivers(SIGNAL("changed()")) == before


def test_a_window_gathers_no_connections_while_it_is_used(
    open_window: Callable[[Path], MainWindow], memory: Path, qtbot: QtBot
) -> None:
    window = open_window(memory)
    name = window.session.snapshot.entities[0].name

    def use() -> None:
        with qtbot.waitSignal(window.session.saved):
            window.session.apply(AddObservations([EntityObservations(name, ("one more",))]))
        with qtbot.waitSignal(window.session.saved):
            window.session.undo()
        window.graph.view.select([name])
        window.finding.field.setText(name[:2])
        window.finding.field.clear()
        for page in ("table", "graph"):
            window.table.choose_page(page)
        window.graph.view.select([])

    for _ in range(2):
        use()
    before = receivers(window)
    for _ in range(MANY):
        use()
    after = receivers(window)
    assert {
        key: count - before.get(key, 0) for key, count in after.items() if count > before.get(key, 0)
    } == {}
