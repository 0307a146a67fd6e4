import pytest

from mnemoscope_shared.clients.client import client_named
from mnemoscope_shared.clients.server_entry import ServerEntry, entries_of, kind_of, memory_flag

PACKAGE = "@modelcontextprotocol/server-memory"
CURSOR, VS_CODE, CLAUDE_CODE = map(client_named, ("cursor", "vscode", "claude-code"))


@pytest.mark.parametrize(
    ("kind", "name", "command"),
    [
        ("mnemoscope", "any", ["/opt/mnemoscope/mnemoscope-server", "--memory-file", "/m.jsonl"]),
        ("mnemoscope", "any", ["C:\\Program Files\\Mnemoscope\\mnemoscope-server.exe"]),
        ("mnemoscope", "memory", ["/venv/bin/python", "-m", "mnemoscope_server"]),
        ("reference", "any", ["npx", "-y", PACKAGE]),
        ("reference", "any", ["npx", "-y", f"{PACKAGE}@2025.8.4"]),
        ("reference", "any", ["cmd", "/c", "npx", "-y", PACKAGE]),
        ("reference", "any", ["bunx", PACKAGE]),
        ("reference", "any", ["node", f"/home/ada/node_modules/{PACKAGE}/dist/index.js"]),
        ("reference", "any", ["mcp-server-memory"]),
        ("reference", "any", ["C:\\npm\\mcp-server-memory"]),
        ("reference", "any", ["uvx", "mcp-server-memory"]),
        ("docker", "any", ["docker", "run", "-i", "--rm", "mcp/memory"]),
        ("docker", "any", ["/usr/bin/docker", "run", "-i", "docker.io/mcp/memory:latest"]),
        ("docker", "memory", ["podman", "run", "-i", "mine"]),
        ("other", "memory", ["uvx", "something"]),
        ("other", "any", ["uvx", "memory-mcp-server"]),
        ("other", "any", ["node", "/work/knowledge-graph/index.js"]),
        (None, "filesystem", ["npx", "-y", "@modelcontextprotocol/server-filesystem", "/"]),
        (None, "cache", ["docker", "run", "--memory", "512m", "redis"]),
        (None, "any", ["in-memory-cache"]),
        (None, "any", ["memoryless"]),
    ],
)
def test_memory_servers_are_told_from_others_by_what_is_started(kind, name, command):
    assert kind_of(ServerEntry(name, command[0], tuple(command[1:]))) == kind


def test_a_variable_for_a_memory_file_marks_a_memory_server():
    assert kind_of(ServerEntry("any", "x", environment={"MEMORY_FILE_PATH": "/m.jsonl"})) == "other"
    assert kind_of(ServerEntry("any", "x", environment={"OTHER": "/m.jsonl"})) is None


def test_entries_are_read_with_all_that_says_how_the_server_starts():
    entry = {"command": "x", "args": ["a"], "env": {"K": "v"}, "cwd": "/w", "type": "stdio"}
    assert list(entries_of({"servers": {"m": entry}}, VS_CODE)) == [
        ServerEntry("m", "x", ("a",), {"K": "v"}, "/w")
    ]


def test_claude_code_has_servers_for_single_projects_too():
    document = {
        "mcpServers": {"a": {"command": "x"}},
        "projects": {"/p": {"mcpServers": {"b": {"command": "y"}}}},
    }
    assert [(entry.name, entry.project) for entry in entries_of(document, CLAUDE_CODE)] == [
        ("a", ""),
        ("b", "/p"),
    ]
    assert [entry.name for entry in entries_of(document, CURSOR)] == ["a"]


@pytest.mark.parametrize(
    "document",
    [
        [],
        None,
        1,
        {"mcpServers": []},
        {"mcpServers": {"a": None, "b": [], "c": {}, "d": {"command": 1}, "e": {"url": "http://localhost"}}},
        {"projects": {"/p": 1, "/q": {"mcpServers": 2}}},
    ],
)
def test_what_is_malformed_is_passed_over(document):
    assert list(entries_of(document, CLAUDE_CODE)) == []


def test_malformed_arguments_and_variables_are_left_out():
    entry = {"command": "x", "args": "a", "env": [1], "cwd": 3}
    assert list(entries_of({"mcpServers": {"m": entry}}, CURSOR)) == [ServerEntry("m", "x")]


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["--memory-file", "/m.jsonl"], "/m.jsonl"),
        (["--memory-file=/m.jsonl"], "/m.jsonl"),
        (["--memory-file", "/a", "--memory-file=/b"], "/b"),
        (["--memory-file"], None),
        (["--memory-file="], None),
        (["--read-only"], None),
    ],
)
def test_the_flag_for_the_memory_file_is_read(arguments, file):
    assert memory_flag(ServerEntry("m", "x", tuple(arguments))) == file
