"""Connecting assistants by mouse and keyboard, in a made-up home."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from client_homes import Home
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from pytestqt.qtbot import QtBot
from window_fixtures import BOB, write_records

from mnemoscope_gui.application import Application
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.sample_memory import write_sample
from mnemoscope_shared.clients.assistant_instructions import assistant_instructions
from mnemoscope_shared.clients.client import CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VS_CODE
from mnemoscope_shared.clients.server_settings import server_command

Wait = Callable[[Callable[[], bool]], None]
REFERENCE = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}
DESKTOP_FILE = ".config/Claude/claude_desktop_config.json"


def press(qtbot: QtBot, button) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def server_in(home: Home, name: str, key: str = "mcpServers"):
    return home.read(name)[key]["mnemoscope"]


def test_the_clients_on_this_computer_are_shown_and_the_others_on_demand(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog
):
    home.configure("memory", REFERENCE | {"env": {"MEMORY_FILE_PATH": str(home.folder / "a.jsonl")}})
    dialog = open_dialog(window)
    cursor = dialog.cards[CURSOR]
    assert cursor.isVisible()
    assert "Not connected" in cursor.text
    assert not dialog.cards[VS_CODE].isVisible()
    qtbot.keyClick(dialog.others_button, Qt.Key.Key_Space)
    assert dialog.cards[VS_CODE].isVisible()
    assert dialog.others_button.text() == "Not found on this computer (6)"


def test_connecting_writes_the_open_memory_and_says_what_to_do_next(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, memory: Path, wait: Wait
):
    before = home.write(DESKTOP_FILE, {"theme": "dark"}).read_text()
    dialog = open_dialog(window)
    assert dialog.choice.path == memory
    card = dialog.cards[CLAUDE_DESKTOP]
    press(qtbot, card.connect_button)
    wait(lambda: "Connected to" in card.text)
    assert CLAUDE_DESKTOP.restart in card.text
    assert ".backup-" in card.text
    server = server_in(home, DESKTOP_FILE)
    assert [server["command"], *server["args"]] == [*server_command(), "--memory-file", str(memory)]
    assert not card.connect_button.isVisible()
    press(qtbot, card.disconnect_button)
    wait(lambda: "no longer set up" in card.text)
    assert (home.folder / DESKTOP_FILE).read_text() == before
    assert memory.exists()


def test_the_keyboard_connects(qtbot: QtBot, home: Home, window: MainWindow, open_dialog, wait: Wait):
    home.write(".cursor/mcp.json", {})
    dialog = open_dialog(window)
    card = dialog.cards[CURSOR]
    card.connect_button.setFocus()
    qtbot.keyClick(card.connect_button, Qt.Key.Key_Space)
    wait(lambda: card.status.state == "connected")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_client_that_starts_another_program_or_file_is_updated(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, memory: Path, wait: Wait
):
    home.configure(
        "mnemoscope", {"command": "/gone/mnemoscope-server", "args": ["--memory-file", "/x.jsonl"]}
    )
    dialog = open_dialog(window)
    card = dialog.cards[CURSOR]
    assert card.connect_button.text() == "Update"
    assert "gone: /gone/mnemoscope-server" in card.text
    press(qtbot, card.connect_button)
    wait(lambda: card.status.state == "connected")
    assert server_in(home, ".cursor/mcp.json")["args"][-1] == str(memory)


def test_the_file_of_another_server_can_be_taken_over_and_opened(
    qtbot: QtBot, application: Application, home: Home, window: MainWindow, open_dialog, wait: Wait
):
    other = home.folder / "claude.jsonl"
    write_records(other, BOB)
    home.configure("memory", REFERENCE | {"env": {"MEMORY_FILE_PATH": str(other)}})
    dialog = open_dialog(window)
    card = dialog.cards[CURSOR]
    press(qtbot, card.file_buttons[other])
    assert dialog.choice.path == other
    press(qtbot, card.connect_button)
    wait(lambda: card.status.state == "connected")
    assert server_in(home, ".cursor/mcp.json")["args"][-1] == str(other)
    assert "Take “memory” out of it" in card.text
    press(qtbot, dialog.open_button)
    wait(lambda: len(application.windows) == 2)
    assert application.windows[1].session.path == other
    wait(lambda: not application.windows[1].session.worker.is_busy)


def test_where_a_sample_is_shown_and_several_files_are_used_the_person_is_asked(
    qtbot: QtBot, application: Application, home: Home, open_dialog, wait: Wait, tmp_path: Path
):
    files = [home.folder / name for name in ("a.jsonl", "b.jsonl")]
    for number, file in enumerate(files):
        write_records(file, BOB)
        entry = REFERENCE | {"env": {"MEMORY_FILE_PATH": str(file)}}
        home.configure("memory", entry, (".cursor/mcp.json", ".lmstudio/mcp.json")[number])
    sample = application.open(write_sample(tmp_path), is_sample=True)
    dialog = open_dialog(sample)
    card = dialog.cards[CURSOR]
    assert dialog.choice.path is None
    assert dialog.choice.paths == files
    assert not card.connect_button.isEnabled()
    dialog.choice.setFocus()
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    wait(lambda: dialog.choice.path == files[0])
    assert card.connect_button.isEnabled()


def test_where_there_is_no_memory_yet_one_in_the_home_is_proposed(
    application: Application, home: Home, open_dialog, tmp_path: Path
):
    sample = application.open(write_sample(tmp_path), is_sample=True)
    assert open_dialog(sample).choice.path == home.folder / "memory.jsonl"


@pytest.mark.skipif(os.name == "nt", reason="needs a program that is a script")
def test_claude_code_is_connected_by_its_own_program_while_the_window_stays_awake(
    qtbot: QtBot, home: Home, window: MainWindow, open_dialog, memory: Path, wait: Wait
):
    home.write(".claude.json", {})
    gate = home.folder / "gate"
    os.mkfifo(gate)
    home.write_program(
        "claude",
        "import json, pathlib, sys\n"
        f"home = pathlib.Path({str(home.folder)!r})\n"
        "if sys.argv[2] == 'remove': sys.exit(1)\n"
        f"open({str(gate)!r}).read()\n"
        "entry = {'type': 'stdio', 'command': sys.argv[7], 'args': sys.argv[8:], 'env': {}}\n"
        "(home / '.claude.json').write_text(json.dumps({'mcpServers': {sys.argv[5]: entry}}))\n",
    )
    card = open_dialog(window).cards[CLAUDE_CODE]
    press(qtbot, card.connect_button)
    assert "Connecting…" in card.text
    assert not card.connect_button.isEnabled()
    gate.write_text("go")
    wait(lambda: card.status.state == "connected")
    assert server_in(home, ".claude.json")["args"][-1] == str(memory)


def test_the_configuration_is_copied_in_the_clients_own_shape(
    home: Home, window: MainWindow, open_dialog, memory: Path
):
    home.write(".config/Code/User/mcp.json", {})
    card = open_dialog(window).cards[VS_CODE]
    card.copy_action.trigger()
    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied["servers"]["mnemoscope"]["type"] == "stdio"
    assert "Paste it" in card.text


def test_the_folder_of_a_configuration_is_opened_or_the_nearest_that_exists(
    home: Home, window: MainWindow, open_dialog
):
    class Opener(QObject):
        opened: list[Path]

        @Slot(QUrl)
        def open(self, url: QUrl) -> None:
            self.opened.append(Path(url.toLocalFile()))

    home.write(".cursor/mcp.json", {})
    dialog = open_dialog(window)
    opener = Opener()
    opener.opened = []
    QDesktopServices.setUrlHandler("file", opener, "open")
    dialog.cards[CURSOR].folder_action.trigger()
    dialog.cards[VS_CODE].folder_action.trigger()
    QDesktopServices.unsetUrlHandler("file")
    assert opener.opened == [home.folder / ".cursor", home.folder]


def test_the_instructions_are_copied(qtbot: QtBot, window: MainWindow, open_dialog):
    press(qtbot, open_dialog(window).instructions_button)
    assert QGuiApplication.clipboard().text() == assistant_instructions()


def test_the_menu_copies_configuration_and_instructions(window: MainWindow, memory: Path):
    window.actions_.copy_configuration.trigger()
    assert str(memory) in QGuiApplication.clipboard().text()
    assert "Paste it" in window.graph.toast.text
    window.actions_.copy_instructions.trigger()
    assert QGuiApplication.clipboard().text() == assistant_instructions()


def test_a_client_that_the_tray_names_is_brought_into_sight(
    application: Application, window: MainWindow, wait: Wait
):
    application.tray.menu.client_chosen.emit(VS_CODE)
    dialog = application.connecting.connections.clients_dialog
    wait(lambda: VS_CODE in dialog.cards and dialog.cards[VS_CODE].isVisible())
    assert dialog.cards[VS_CODE].connect_button.hasFocus()
    dialog.close()


def test_closing_the_dialog_while_something_is_written_does_no_harm(
    qtbot: QtBot, application: Application, home: Home, window: MainWindow, open_dialog, wait: Wait
):
    home.write(".cursor/mcp.json", {})
    dialog = open_dialog(window)
    press(qtbot, dialog.cards[CURSOR].connect_button)
    dialog.close()
    wait(lambda: "mnemoscope" in home.read(".cursor/mcp.json").get("mcpServers", {}))
    wait(lambda: application.connecting.connections._worker is None)
