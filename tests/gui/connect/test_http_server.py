"""The server over HTTP, as a real process, and programs that misbehave in its place."""

import json
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from client_homes import Home
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.application import Application
from mnemoscope_gui.connect.http_server import HttpServer
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings

COMMAND = (sys.executable, "-m", "mnemoscope_server")
WAIT_MS = 30_000
PROTOCOL = "2025-06-18"
CLIENT = {
    "protocolVersion": PROTOCOL,
    "capabilities": {},
    "clientInfo": {"name": "cursor-vscode", "version": "1"},
}


@pytest.fixture
def make_server(qapp, home: Home) -> Iterator[Callable[..., HttpServer]]:
    made: list[HttpServer] = []

    def make(*program: str) -> HttpServer:
        made.append(HttpServer(program or COMMAND))
        return made[-1]

    yield make
    for server in made:
        server.end()
        server.deleteLater()


@pytest.fixture
def wait_for(qtbot: QtBot) -> Callable[[HttpServer, str], None]:
    return lambda server, state: qtbot.waitUntil(lambda: server.state == state, timeout=WAIT_MS)


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def program(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", script)


def ask(address: str, method: str = "initialize", session: str = "") -> tuple[int, str]:
    """Ask a server something, as a client does; return the status of its answer, and the session's name."""
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": method,
        "params": CLIENT if method == "initialize" else {},
    }
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if session:
        headers |= {"Mcp-Session-Id": session, "Mcp-Protocol-Version": PROTOCOL}
    request = urllib.request.Request(address, json.dumps(message).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers.get("Mcp-Session-Id", "")
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, ""


def test_it_answers_at_its_address_and_nowhere_else(make_server, wait_for, memory: Path, port: int):
    server = make_server()
    server.start(memory, port)
    assert server.state == "starting"
    wait_for(server, "running")
    address = server.status.address
    assert address.startswith(f"http://127.0.0.1:{port}/")
    assert ask(address)[0] == 200
    assert ask(f"http://127.0.0.1:{port}/mcp")[0] in (401, 404)
    server.stop()
    wait_for(server, "stopped")
    with pytest.raises(OSError, match="refused"):
        ask(address)


def test_its_address_stays_the_same_and_is_not_in_the_log(make_server, wait_for, memory: Path, port: int):
    server = make_server()
    addresses = set()
    for _ in range(2):
        server.start(memory, port)
        wait_for(server, "running")
        addresses.add(server.status.address)
        server.stop()
        wait_for(server, "stopped")
    assert len(addresses) == 1
    assert any(str(memory) in line for line in server.log)
    secret = addresses.pop().split("/")[3]
    assert not any(secret in line for line in server.log)


def test_who_uses_it_is_told(qtbot: QtBot, make_server, wait_for, memory: Path, port: int):
    server = make_server()
    server.start(memory, port)
    wait_for(server, "running")
    _, session = ask(server.status.address)
    assert ask(server.status.address, "tools/list", session)[0] == 200
    qtbot.waitUntil(lambda: bool(server.status.clients), timeout=WAIT_MS)
    assert server.status.clients == ("Cursor",)


def test_a_port_in_use_is_said(make_server, wait_for, memory: Path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = listener.getsockname()[1]
        server = make_server()
        server.start(memory, taken)
        wait_for(server, "failed")
    assert str(taken) in server.problem
    assert "in use by another program" in server.problem
    assert not server.is_running


@pytest.mark.parametrize(
    "script",
    [
        "pass",
        "import sys; sys.exit('unrecognized arguments: --http')",
        "print('no JSON'); print('[]'); print('{\"state\": 5}')",
        "import sys; sys.stdout.buffer.write(b'\\xff' * 3_000_000)",
        "import sys; sys.stderr.write('x' * 3_000_000)",
        "import os; os.abort()",
    ],
)
def test_a_server_that_ends_by_itself_has_failed(make_server, wait_for, memory: Path, script: str):
    server = make_server(*program(script))
    server.start(memory, 8765)
    wait_for(server, "failed")
    assert "has ended" in server.problem
    assert sum(map(len, server.log)) < 100_000


def test_a_program_that_is_not_there_is_said(make_server, wait_for, memory: Path):
    server = make_server("/no/such/program")
    server.start(memory, 8765)
    wait_for(server, "failed")
    assert "could not be started" in server.problem


def test_a_server_that_does_not_stop_is_ended(make_server, wait_for, memory: Path):
    line = '{"state":"listening","address":"http://127.0.0.1:1/x"}'
    server = make_server(*program(f"import time; print({line!r}, flush=True); time.sleep(600)"))
    server.start(memory, 8765)
    wait_for(server, "running")
    server.stop()
    assert server.state == "stopping"
    wait_for(server, "stopped")


def test_it_ends_with_the_program(make_server, wait_for, memory: Path, port: int):
    server = make_server()
    server.start(memory, port)
    wait_for(server, "running")
    address = server.status.address
    server.end()
    with pytest.raises(OSError, match="refused"):
        ask(address)


class TestDialog:
    def test_the_menu_starts_shows_and_stops_it(
        self, qtbot: QtBot, application: Application, window: MainWindow, wait_for, memory: Path, port: int
    ):
        Settings().http_port = port
        actions, server = window.actions_, application.connecting.server
        assert not actions.stop_server.isEnabled()
        actions.start_server.trigger()
        dialog = application.connecting.server_dialog
        wait_for(server, "running")
        assert dialog.address_field.text() == server.status.address
        qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == server.status.address
        assert not dialog.port_field.isEnabled()
        assert str(memory) in dialog.log.toPlainText()
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert server.is_running
        assert actions.start_server.text() == "&Show the server…"
        actions.stop_server.trigger()
        wait_for(server, "stopped")
        assert actions.start_server.text() == "&Start server…"

    def test_with_a_port_in_use_another_one_is_chosen(
        self, qtbot: QtBot, application: Application, window: MainWindow, wait_for, port: int
    ):
        server = application.connecting.server
        with socket.create_server(("127.0.0.1", 0)) as listener:
            Settings().http_port = listener.getsockname()[1]
            window.actions_.start_server.trigger()
            wait_for(server, "failed")
        dialog = application.connecting.server_dialog
        assert "in use" in dialog.state_label.text()
        dialog.port_field.setFocus()
        dialog.port_field.selectAll()
        qtbot.keyClicks(dialog.port_field, str(port))
        qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
        wait_for(server, "running")
        assert Settings().http_port == port
        qtbot.mouseClick(dialog.stop_button, Qt.MouseButton.LeftButton)
        wait_for(server, "stopped")
        dialog.close()
