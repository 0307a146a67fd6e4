"""How the clients of a made-up home stand to a memory file."""

import sys
from pathlib import Path

import pytest
from client_homes import Home

from mnemoscope_gui.connect.client_status import (
    ClientStatus,
    HomeUnknown,
    configured_files,
    look_at_clients,
    told_other,
    told_state,
)
from mnemoscope_shared.clients.client import CLIENTS, CURSOR, LM_STUDIO
from mnemoscope_shared.clients.connection import connect

COMMAND = (sys.executable, "-m", "mnemoscope_server")


def status_of(home: Home, memory: Path | None, command=COMMAND, client=CURSOR) -> ClientStatus:
    statuses = look_at_clients(*home.user, command, memory)
    return next(status for status in statuses if status.found.client == client)


def test_every_known_client_is_listed_those_on_the_computer_first(home: Home, memory: Path):
    home.write(".lmstudio/mcp.json", {})
    statuses = look_at_clients(*home.user, COMMAND, memory)
    assert {status.found.client for status in statuses} == set(CLIENTS)
    assert [status.found.client for status in statuses if status.is_installed] == [LM_STUDIO]
    assert statuses[0].found.client == LM_STUDIO
    assert told_state(statuses[0]) == "Not connected."


def test_a_client_is_connected_when_it_names_this_program_and_this_file(home: Home, memory: Path):
    connect(CURSOR, COMMAND, memory, *home.user)
    status = status_of(home, memory)
    assert status.state == "connected"
    assert told_state(status) == "Connected to ~/memory.jsonl."


def test_another_memory_file_is_told(home: Home, memory: Path):
    connect(CURSOR, COMMAND, home.folder / "old.jsonl", *home.user)
    status = status_of(home, memory)
    assert status.state == "other file"
    assert "~/old.jsonl, which is another memory file" in told_state(status)
    assert status_of(home, None).state == "connected"


def test_the_same_file_by_a_link_is_the_same(home: Home, memory: Path):
    link = home.folder / "link.jsonl"
    link.symlink_to(memory)
    connect(CURSOR, COMMAND, link, *home.user)
    assert status_of(home, memory).state == "connected"


def test_another_copy_of_the_program_is_told(home: Home, memory: Path):
    connect(CURSOR, COMMAND, memory, *home.user)
    other = home.write_program("mnemoscope-server", "")
    status = status_of(home, memory, (str(other),))
    assert status.state == "other program"
    assert f"another copy of Mnemoscope: {sys.executable}" in told_state(status)


def test_a_program_that_was_moved_away_is_told(home: Home, memory: Path):
    program = home.write_program("mnemoscope-server", "")
    connect(CURSOR, [str(program)], memory, *home.user)
    program.unlink()
    status = status_of(home, memory)
    assert status.state == "program gone"
    assert "gone: ~/bin/mnemoscope-server" in told_state(status)


def test_a_program_on_the_search_path_is_no_missing_one(home: Home, memory: Path):
    home.write_program("mnemoscope-server", "")
    entry = {"command": "mnemoscope-server", "args": ["--memory-file", str(memory)]}
    home.configure("mnemoscope", entry)
    assert status_of(home, memory).state == "other program"


def test_other_memory_servers_are_told_with_their_files(home: Home, memory: Path):
    entry = {"command": "npx", "args": ["@modelcontextprotocol/server-memory"]}
    home.configure("memory", entry | {"env": {"MEMORY_FILE_PATH": str(home.folder / "a.jsonl")}})
    status = status_of(home, memory)
    assert status.state == "absent"
    (other,) = status.others
    assert told_other(other) == "It also starts “memory”, the reference memory server with ~/a.jsonl."


def test_files_that_exist_are_offered_first_and_each_once(home: Home, memory: Path):
    connect(CURSOR, COMMAND, home.folder / "gone.jsonl", *home.user)
    connect(LM_STUDIO, COMMAND, memory, *home.user)
    entry = {"command": "npx", "args": ["@modelcontextprotocol/server-memory"]}
    home.configure("x", entry | {"env": {"MEMORY_FILE_PATH": str(memory)}}, ".gemini/settings.json")
    files = configured_files(look_at_clients(*home.user, COMMAND, None))
    assert files == [memory, home.folder / "gone.jsonl"]


def test_a_configuration_that_is_not_json_is_told(home: Home, memory: Path):
    path = home.write(".cursor/mcp.json", "{ not json")
    assert str(path) in told_state(status_of(home, memory))


def test_a_home_that_does_not_exist_has_no_clients(tmp_path: Path):
    environment = {"HOME": str(tmp_path / "nowhere"), "PATH": ""}
    statuses = look_at_clients(environment, tmp_path, "linux", COMMAND, None)
    assert not any(status.is_installed for status in statuses)


def test_a_person_without_a_home_is_told_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as where the system knows no such person
    with pytest.raises(HomeUnknown, match="Set HOME"):
        look_at_clients({}, tmp_path, "linux", COMMAND, None)
