"""The dialog that checks connections, on real servers."""

import sys
from collections.abc import Callable

import pytest
from client_homes import Home
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.application import Application
from mnemoscope_gui.connect.check_dialog import CheckDialog
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.clients.client import CURSOR

WAIT_MS = 30_000


@pytest.fixture
def open_check(qtbot: QtBot, application: Application) -> Callable[[MainWindow], CheckDialog]:
    def open_(window: MainWindow) -> CheckDialog:
        window.actions_.check_connection.trigger()
        return application.connecting.connections.check_dialog

    return open_


@pytest.fixture
def wait_for_outcome(qtbot: QtBot, application: Application) -> Callable[[CheckDialog], None]:
    check = application.connecting.connections.check

    def wait(dialog: CheckDialog) -> None:
        qtbot.waitUntil(
            lambda: bool(dialog.again_button.isVisible() and not check.is_running), timeout=WAIT_MS
        )

    return wait


def press(qtbot: QtBot, button) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_without_clients_our_own_server_is_checked(
    qtbot: QtBot, window: MainWindow, open_check, wait_for_outcome
):
    dialog = open_check(window)
    qtbot.waitUntil(dialog.cancel_button.isVisible, timeout=WAIT_MS)
    assert dialog.values["Command"].text()
    wait_for_outcome(dialog)
    assert dialog.outcome.text() == "Mnemoscope's own server: the connection works."
    assert dialog.values["Tools"].text().startswith("9: ")
    assert dialog.values["Memory"].text() == "1 entity, 0 relations"
    assert dialog.values["File"].text() == "~/memory.jsonl"
    assert not dialog.choice.isVisible()
    assert not dialog.update_button.isVisible()
    press(qtbot, dialog.copy_button)
    assert "The server works." in QGuiApplication.clipboard().text()


def test_a_connection_to_a_program_that_was_moved_is_told_and_mended(
    qtbot: QtBot, application: Application, home: Home, window: MainWindow, open_check, wait_for_outcome
):
    home.configure("mnemoscope", {"command": "/gone/mnemoscope-server", "args": ["--memory-file", "m.jsonl"]})
    dialog = open_check(window)
    wait_for_outcome(dialog)
    assert "There is no /gone/mnemoscope-server" in dialog.outcome.text()
    press(qtbot, dialog.update_button)
    clients = application.connecting.connections.clients_dialog
    qtbot.waitUntil(lambda: CURSOR in clients.cards and clients.cards[CURSOR].isVisible(), timeout=WAIT_MS)
    card = clients.cards[CURSOR]
    qtbot.waitUntil(card.connect_button.hasFocus, timeout=WAIT_MS)
    qtbot.keyClick(card.connect_button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: card.status.state == "connected", timeout=WAIT_MS)
    clients.close()


def test_another_memory_server_that_fails_shows_its_last_words(
    qtbot: QtBot, home: Home, window: MainWindow, open_check, wait_for_outcome
):
    script = "import sys; sys.exit('the disk is on fire')"
    home.configure("memory", {"command": sys.executable, "args": ["-c", script]})
    dialog = open_check(window)
    wait_for_outcome(dialog)
    assert dialog.choice.isVisible()
    assert "the disk is on fire" in dialog.outcome.text()
    assert not dialog.update_button.isVisible()
    dialog.choice.setFocus()
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    wait_for_outcome(dialog)
    assert "works" in dialog.outcome.text()


def test_a_check_is_cancelled_and_begun_again(
    qtbot: QtBot, application: Application, home: Home, window: MainWindow, open_check, wait_for_outcome
):
    home.configure("memory", {"command": sys.executable, "args": ["-c", "import sys; sys.stdin.read()"]})
    dialog = open_check(window)
    qtbot.waitUntil(dialog.cancel_button.isVisible, timeout=WAIT_MS)
    press(qtbot, dialog.cancel_button)
    assert dialog.outcome.text() == "The check was cancelled."
    assert not application.connecting.connections.check.is_running
    dialog.choice.setCurrentIndex(1)
    press(qtbot, dialog.again_button)
    wait_for_outcome(dialog)
    assert "works" in dialog.outcome.text()


def test_closing_the_dialog_cancels(qtbot: QtBot, application: Application, window: MainWindow, open_check):
    dialog = open_check(window)
    qtbot.waitUntil(dialog.cancel_button.isVisible, timeout=WAIT_MS)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not application.connecting.connections.check.is_running
    assert application.connecting.connections.check_dialog is None


def test_the_card_of_a_client_checks_its_connection(
    qtbot: QtBot, application: Application, home: Home, window: MainWindow, wait_for_outcome
):
    home.configure("mnemoscope", {"command": "/gone/mnemoscope-server"})
    window.actions_.connect_assistants.trigger()
    connections = application.connecting.connections
    qtbot.waitUntil(lambda: bool(connections.clients_dialog.cards), timeout=WAIT_MS)
    connections.clients_dialog.cards[CURSOR].check_action.trigger()
    wait_for_outcome(connections.check_dialog)
    assert "There is no /gone/mnemoscope-server" in connections.check_dialog.outcome.text()
    connections.check_dialog.close()
