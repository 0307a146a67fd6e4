"""Which assistants use a memory, shown while nothing is selected."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.memories.memory_users import MemoryUsers
from mnemoscope_gui.overview_page import told_users

Wait = Callable[[Callable[[], bool]], None]
INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    '"capabilities":{},"clientInfo":{"name":"claude-ai","version":"1"}}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)
CREATE = (
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_entities","arguments":'
    '{"entities":[{"name":"Zoe","entityType":"person","observations":[]}]}}}\n'
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return home


def told(window: MainWindow) -> str:
    return window.inspector.overview._users.text()


def test_a_client_that_is_set_up_to_use_the_memory_is_named(
    open_window: Callable[[Path], MainWindow], memory: Path, home: Path, wait: Wait
):
    folder = home / ".cursor"
    folder.mkdir()
    entry = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}
    entry["env"] = {"MEMORY_FILE_PATH": str(memory)}
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": {"memory": entry}}))
    window = open_window(memory)
    wait(lambda: told(window) == "Set up in Cursor.")


def test_an_assistant_that_has_the_memory_open_is_named_after_its_write(
    open_window: Callable[[Path], MainWindow], memory: Path, home: Path, wait: Wait
):
    command = [sys.executable, "-m", "mnemoscope_server", "--memory-file", str(memory)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        server.stdin.write(INITIALIZE + CREATE)
        server.stdin.flush()
        assert server.stdout.readline()
        assert server.stdout.readline()
        window = open_window(memory)
        wait(lambda: "In use by Claude Desktop." in told(window))
        assert "Last written by an assistant" in told(window)
        server.stdin.close()
        server.stdout.read()


def test_without_any_the_page_says_so(open_window: Callable[[Path], MainWindow], memory: Path, home: Path):
    assert told(open_window(memory)) == "No assistant on this computer is known to use it."


def test_several_assistants_are_listed_in_one_sentence():
    users = MemoryUsers(("Claude Desktop", "Cursor"), ("VS Code",))
    assert told_users(users) == "In use by Claude Desktop and Cursor. Set up in VS Code."
