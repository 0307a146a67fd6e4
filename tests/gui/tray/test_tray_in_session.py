"""The program in a real tray, in a session of its own: an X server, a bus and a panel."""

import re
from pathlib import Path

import pytest
from window_fixtures import ALICE, BOB, write_records

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

SECONDS = 30
CLOSING = Path(__file__).with_name("closing_program.py")


@pytest.fixture
def memory(desktop, tmp_path: Path) -> Path:
    path = tmp_path / "home" / "memory.jsonl"
    write_records(path, ALICE)
    return path


def receive(program, *expected: str) -> None:
    """Wait for these words, each on a line; anything else fails the test, warnings of Qt too."""
    for word in expected:
        assert program.stdout.readline().strip() == word


def tell(program, word: str) -> None:
    program.stdin.write(f"{word}\n")
    program.stdin.flush()


def write_as_assistant(memory: Path, name: str) -> None:
    edit = CreateEntities([Entity(name, "person", ())])
    MemoryFile(memory, Writer("server", "claude-ai")).apply(edit)


def test_the_menu_is_there_and_quits(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start("-m", "mnemoscope_gui", memory)
    assert panel.ask("wait")["Status"] == "Active"
    menu = panel.ask("menu")
    assert menu[:2] == ["Open memory.jsonl", "What changed"]
    assert {"Connect/Cursor…", "Copy configuration", "Start at login", "Quit"} <= set(menu)
    panel.ask("click", "Quit")
    assert program.wait(SECONDS) == 0
    assert program.stdout.read() == ""


def test_a_tray_that_comes_late_gets_the_icon(desktop, memory: Path):
    program = desktop.start(CLOSING, memory, "keep")
    receive(program, "ready")
    panel = desktop.start_panel()
    receive(program, "shown")
    panel.ask("wait")
    assert "Open memory.jsonl" in panel.ask("menu")
    panel.ask("click", "Quit")
    assert program.wait(SECONDS) == 0


def test_closing_the_window_leaves_the_program_in_the_tray_where_that_is_chosen(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start(CLOSING, memory, "keep")
    receive(program, "shown", "ready")
    panel.ask("wait")
    tell(program, "close")
    title, text = panel.ask("notification", "15")
    assert "goes on" in title
    assert "tray" in text
    tell(program, "windows")
    receive(program, "0")
    panel.ask("activate")
    receive(program, "opened")
    tell(program, "windows")
    receive(program, "1")
    panel.ask("click", "Quit")
    assert program.wait(SECONDS) == 0


def test_closing_the_window_quits_where_nothing_is_chosen(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start(CLOSING, memory, "quit")
    receive(program, "shown", "ready")
    panel.ask("wait")
    tell(program, "close")
    assert program.wait(SECONDS) == 0
    panel.ask("gone")


def test_without_a_tray_closing_the_window_quits_whatever_is_chosen(desktop, memory: Path):
    program = desktop.start(CLOSING, memory, "keep")
    receive(program, "ready")
    tell(program, "close")
    assert program.wait(SECONDS) == 0


def test_a_tray_that_goes_gives_the_window_back(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start(CLOSING, memory, "keep")
    receive(program, "shown", "ready")
    panel.ask("wait")
    tell(program, "close")
    panel.ask("notification", "15")
    panel.stop()
    receive(program, "opened", "gone")
    tell(program, "windows")
    receive(program, "1")
    tell(program, "close")
    assert program.wait(SECONDS) == 0


def test_what_an_assistant_changes_meanwhile_is_told_and_counted(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start("-m", "mnemoscope_gui", "--hidden", memory)
    panel.ask("wait")
    title, text = first_notification(panel, memory)
    assert (title, text.split()[1]) == ("memory.jsonl", "added")
    (label,) = [label for label in panel.ask("menu") if label.startswith("What changed (")]
    panel.ask("click", label)
    assert wait_for(panel, "What changed")
    panel.ask("click", "Quit")
    assert program.wait(SECONDS) == 0
    assert program.stdout.read() == ""


def test_the_assistant_that_runs_is_named_with_the_time_of_its_last_write(desktop, memory: Path):
    panel = desktop.start_panel()
    program = desktop.start("-m", "mnemoscope_gui", memory)
    panel.ask("wait")
    assert "No assistant is running" in panel.ask("menu")
    server = desktop.start("-m", "mnemoscope_server", "--memory-file", memory)
    introduce(server)
    create(server, BOB.name)
    (line,) = [label for label in panel.ask("menu") if label.startswith("Running")]
    assert re.fullmatch(r"Running: Claude Desktop; last write \d\d:\d\d \(memory.jsonl\)", line)
    panel.ask("click", "Quit")
    assert program.wait(SECONDS) == 0


def first_notification(panel, memory: Path) -> list[str]:
    """Write until it is noticed: what was written before the program had read the file is no change to it."""
    for number in range(30):
        write_as_assistant(memory, f"Zoe {number}")
        if shown := panel.ask("notification", "2"):
            return shown
    pytest.fail("no change was told")


def introduce(server) -> None:
    tell(
        server,
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
        '"capabilities":{},"clientInfo":{"name":"claude-ai","version":"1"}}}',
    )
    answer(server)
    tell(server, '{"jsonrpc":"2.0","method":"notifications/initialized"}')


def create(server, name: str) -> None:
    tell(
        server,
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_entities","arguments":'
        f'{{"entities":[{{"name":"{name}","entityType":"person","observations":[]}}]}}}}}}',
    )
    answer(server)


def answer(server) -> None:
    """Wait for the next answer; what comes before it is the server's log."""
    while not server.stdout.readline().startswith("{"):
        pass


def wait_for(panel, label: str) -> bool:
    """Ask for the menu, for some time, until an entry is in it."""
    return any(label in panel.ask("menu") for _ in range(200))
