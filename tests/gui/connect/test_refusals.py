"""Configurations that cannot be changed, and those that nobody would write."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from client_homes import PACKAGE, Home
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from window_fixtures import BOB, write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.clients.client import CURSOR, GEMINI_CLI

Wait = Callable[[Callable[[], bool]], None]
REFERENCE = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}


def press(qtbot: QtBot, button) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_configuration_with_comments_is_left_alone_and_the_text_to_paste_shown(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, memory: Path, wait: Wait
):
    path = home.write(".gemini/settings.json", "{ // mine\n}")
    dialog = open_dialog(window)
    card = dialog.cards[GEMINI_CLI]
    press(qtbot, card.connect_button)
    wait(lambda: card.snippet_box.isVisible())
    assert "was not changed" in card.text
    press(qtbot, card.snippet_box.copy_button)
    pasted = json.loads(QGuiApplication.clipboard().text())
    assert pasted["mcpServers"]["mnemoscope"]["args"][-1] == str(memory)
    assert path.read_text() == "{ // mine\n}"
    assert card.connect_button.isEnabled()


@pytest.mark.skipif(os.geteuid() == 0, reason="a superuser may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_with_the_text_to_paste(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, wait: Wait
):
    path = home.write(".cursor/mcp.json", {})
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    card = open_dialog(window).cards[CURSOR]
    press(qtbot, card.connect_button)
    wait(lambda: card.snippet_box.isVisible())
    assert "read-only" in card.text
    path.parent.chmod(stat.S_IRWXU)


def test_a_file_in_the_place_of_the_folder_is_said_with_the_text_to_paste(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, wait: Wait
):
    home.write(".cursor", "no folder")
    dialog = open_dialog(window)
    qtbot.mouseClick(dialog.others_button, Qt.MouseButton.LeftButton)
    card = dialog.cards[CURSOR]
    press(qtbot, card.connect_button)
    wait(lambda: card.snippet_box.isVisible())
    assert "was not changed" in card.text


def test_a_memory_inside_a_package_is_warned_of(home: Home, window: MainWindow, open_dialog):
    lost = home.folder / ".npm/_npx/1" / PACKAGE / "memory.jsonl"
    lost.parent.mkdir(parents=True)
    write_records(lost, BOB)
    home.configure("memory", REFERENCE)
    dialog = open_dialog(window)
    assert not dialog._warning.isVisible()
    dialog.choice.choose(lost)
    assert "will be lost" in dialog._warning.text()


def test_endless_and_hostile_configurations_stay_readable(
    home: Home, window: MainWindow, open_dialog, wait: Wait
):
    servers = {f"memory <b>{number}</b>\n" + "x" * 5_000: REFERENCE for number in range(300)}
    servers["mnemoscope"] = {"command": "/" + "y" * 1_000_000 + "/mnemoscope-server", "args": ["a"] * 10_000}
    home.write(".cursor/mcp.json", {"mcpServers": servers})
    dialog = open_dialog(window)
    card = dialog.cards[CURSOR]
    assert card.height() < 1_000
    assert len(card.text) < 2_000
    assert "And 296 more." in [label.text() for label in card.findChildren(QLabel)]
