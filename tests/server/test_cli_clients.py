"""The commands that connect clients, for a made-up user."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from client_homes import ANN, PACKAGE, Home

from mnemoscope_server.app import main
from mnemoscope_shared.clients.server_settings import server_command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the made-up user is one of Linux")
REFERENCE = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}


@pytest.fixture
def home(tmp_path, monkeypatch):
    home = Home(tmp_path / "home", tmp_path / "work")
    for folder in (home.folder, home.work):
        folder.mkdir()
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "MEMORY_FILE_PATH", "npm_config_cache"):
        monkeypatch.delenv(name, raising=False)
    for name, value in home.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.chdir(home.work)
    return home


@pytest.fixture
def run(capsys):
    """Call the program; return its exit status, its lines of output and what it complained of."""

    def run(*arguments):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = end.code
        output, complaint = capsys.readouterr()
        return status, output.splitlines(), complaint

    return run


def entry(home):
    return home.read(".cursor/mcp.json")["mcpServers"]["mnemoscope"]


def test_connecting_says_what_was_done_and_what_to_do_next(home, run):
    path = home.write(".cursor/mcp.json", "{}")
    status, output, complaint = run("connect", "cursor", "--memory-file", "mine.jsonl")
    (backup,) = path.parent.glob("*.backup-*")
    assert (status, complaint) == (0, "")
    assert output == [
        f"Cursor is connected to {home.work / 'mine.jsonl'}, as {path} says.",
        f"The version before is in {backup}.",
        "Restart Cursor, then check that mnemoscope is switched on under MCP in its settings.",
    ]
    command = list(server_command())
    assert entry(home) == {
        "command": command[0],
        "args": [*command[1:], "--memory-file", str(home.work / "mine.jsonl")],
    }


def test_what_the_configuration_says_starts_a_server_over_that_memory(home, run):
    run("connect", "cursor", "--memory-file", "mine.jsonl")
    command = [entry(home)["command"], *entry(home)["args"]]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == f"mnemoscope-server: The memory is in {home.work / 'mine.jsonl'}\n"


def test_connecting_again_keeps_the_memory_file_and_writes_nothing(home, run):
    run("connect", "cursor", "--memory-file", "mine.jsonl")
    status, output, _ = run("connect", "cursor")
    assert status == 0
    assert output == [
        f"Cursor is connected to {home.work}/mine.jsonl already, as {home.folder}/.cursor/mcp.json says."
    ]


def test_without_a_file_it_is_the_one_of_the_environment_or_the_folder(home, run, monkeypatch):
    assert run("connect", "gemini-cli")[1][0].startswith(
        f"Gemini CLI is connected to {home.work}/memory.jsonl"
    )
    monkeypatch.setenv("MEMORY_FILE_PATH", "/somewhere/m.jsonl")
    assert run("connect", "cursor")[1][0].startswith("Cursor is connected to /somewhere/m.jsonl")


def test_another_memory_server_is_offered_with_its_file(home, run):
    file = home.write(f".npm/_npx/0a1b/{PACKAGE}/memory.jsonl", ANN)
    home.configure("memory", REFERENCE)
    output = run("connect", "cursor")[1][3:]
    assert output[0].startswith(
        f"It has another memory server too, “memory” in {home.folder}/.cursor/mcp.json."
    )
    assert output[1] == f"To use its memory: mnemoscope-server connect cursor --memory-file {file}"
    assert "is lost when the package is updated" in output[2]


def test_a_refusal_is_one_sentence_and_the_text_to_paste(home, run):
    path = home.write(".cursor/mcp.json", "{} // mine")
    status, output, complaint = run("connect", "cursor", "--memory-file", "/m.jsonl")
    sentence, _, snippet = complaint.partition("\n")
    assert (status, output) == (1, [])
    assert sentence == (
        f"mnemoscope-server: {path} was not changed: it has comments or trailing commas (line 1, column 4), "
        "and only strict JSON can be edited safely. Add this to it by hand:"
    )
    assert json.loads(snippet)["mcpServers"]["mnemoscope"]["args"][-1] == "/m.jsonl"
    assert path.read_text() == "{} // mine"


def test_disconnecting_restores_the_configuration(home, run):
    path = home.write(".cursor/mcp.json", '{"a": 1}')
    run("connect", "cursor")
    status, output, _ = run("disconnect", "cursor")
    assert status == 0
    assert output[0] == f"Cursor is disconnected, as {path} says. The memory stays where it is."
    assert path.read_text() == '{"a": 1}'
    assert run("disconnect", "cursor") == (
        0,
        [f"Cursor is not connected; {path} does not name this server."],
        "",
    )


def test_the_clients_are_listed_with_their_memory_servers(home, run):
    assert run("clients")[1][0].startswith("No client was found. Known are Claude Desktop, Claude Code, ")
    run("connect", "cursor", "--memory-file", "/m.jsonl")
    home.configure("memory", REFERENCE, ".lmstudio/mcp.json")
    home.configure("files", {"command": "x"}, ".gemini/settings.json")
    home.write(".claude.json", "nonsense")
    status, output, complaint = run("clients")
    assert (status, complaint) == (0, "")
    assert output == [
        f"Claude Code (claude-code): {home.folder}/.claude.json",
        f"  {home.folder}/.claude.json is not JSON. Mend or remove it, then look again.",
        f"Cursor (cursor): {home.folder}/.cursor/mcp.json",
        "  “mnemoscope” is Mnemoscope with /m.jsonl.",
        f"LM Studio (lm-studio): {home.folder}/.lmstudio/mcp.json",
        "  “memory” is the reference memory server. "
        "It saves inside its own package, where the memory is lost when the package is updated.",
        f"Gemini CLI (gemini-cli): {home.folder}/.gemini/settings.json",
        "  has no memory server",
    ]


@pytest.mark.parametrize("arguments", [["connect"], ["connect", "emacs"], ["disconnect"], ["clients", "x"]])
def test_bad_usage_is_status_2(home, run, arguments):
    status, output, complaint = run(*arguments)
    assert (status, output) == (2, [])
    assert "usage: mnemoscope-server" in complaint


def test_a_memory_file_that_is_a_folder_is_named(home, run):
    status, _, complaint = run("connect", "cursor", "--memory-file", home.work)
    assert status == 1
    assert complaint.startswith(f"mnemoscope-server: {Path(home.work)} is not a file.")
