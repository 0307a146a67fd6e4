import json
import os
import sys
from pathlib import Path

import pytest

from mnemoscope_shared.clients.client import CLIENTS, client_named
from mnemoscope_shared.clients.configuration_places import existing_candidate, place_of
from mnemoscope_shared.clients.connection import connect, disconnect
from mnemoscope_shared.clients.found_clients import find_clients
from mnemoscope_shared.errors import ConfigurationRefused, NotAFile

COMMAND = (sys.executable, "-m", "mnemoscope_server")
CURSOR, VS_CODE, CLAUDE_CODE = map(client_named, ("cursor", "vscode", "claude-code"))
# What `claude mcp add` and `claude mcp remove` do, as far as it matters here; it notes how it was called.
CLAUDE = """
import json, os, pathlib, sys
home = pathlib.Path(os.environ["HOME"])
with (home / "calls").open("a") as calls:
    print(json.dumps(sys.argv[1:]), file=calls)
path = home / ".claude.json"
document = json.loads(path.read_text()) if path.exists() else {}
servers = document.setdefault("mcpServers", {})
if sys.argv[2] == "remove" and servers.pop(sys.argv[5], None) is None:
    sys.exit(1)
if sys.argv[2] == "add":
    if sys.argv[5] in servers:
        sys.exit(1)
    servers[sys.argv[5]] = {"type": "stdio", "command": sys.argv[7], "args": sys.argv[8:], "env": {}}
path.write_text(json.dumps(document))
"""


@pytest.fixture
def memory(home):
    return home.folder / "memory.jsonl"


def calls(home):
    return [json.loads(line)[:2] for line in (home.folder / "calls").read_text().splitlines()]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_is_connected_found_and_disconnected(home, memory, client):
    path = existing_candidate(place_of(client, *home.user))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"a": 1}')
    done = connect(client, COMMAND, memory, *home.user)
    assert (done.configuration, done.is_changed, done.others) == (path, True, ())
    assert done.backup.read_text() == '{"a": 1}'
    (server,) = next(one for one in find_clients(*home.user) if one.client == client).servers
    assert (server.kind, server.files, server.entry.name) == ("mnemoscope", (memory,), "mnemoscope")
    assert (server.entry.command, *server.entry.arguments) == (*COMMAND, "--memory-file", str(memory))
    assert not connect(client, COMMAND, memory, *home.user).is_changed
    assert disconnect(client, *home.user).is_changed
    assert path.read_text() == '{"a": 1}'
    assert not disconnect(client, *home.user).is_changed


def test_vs_code_is_told_the_transport(home, memory):
    connect(VS_CODE, COMMAND, memory, *home.user)
    assert home.read(".config/Code/User/mcp.json")["servers"]["mnemoscope"]["type"] == "stdio"


def test_connecting_again_updates_and_keeps_what_a_person_has_set(home, memory):
    connect(CURSOR, COMMAND, memory, *home.user)
    document = home.read(".cursor/mcp.json")
    document["mcpServers"]["mnemoscope"]["env"] = {"A": "b"}
    home.write(".cursor/mcp.json", document)
    assert connect(CURSOR, COMMAND, home.folder / "other.jsonl", *home.user).is_changed
    entry = home.read(".cursor/mcp.json")["mcpServers"]["mnemoscope"]
    assert entry["env"] == {"A": "b"}
    assert entry["args"][-1] == str(home.folder / "other.jsonl")


def test_other_memory_servers_of_the_client_are_reported_with_their_files(home, memory):
    reference = {"command": "npx", "args": ["@modelcontextprotocol/server-memory"]}
    files = [str(home.folder / name) for name in ("a.jsonl", "b.jsonl")]
    servers = {f"memory {file}": reference | {"env": {"MEMORY_FILE_PATH": file}} for file in files}
    home.write(".cursor/mcp.json", {"mcpServers": servers | {"files": {"command": "x"}}})
    home.configure("memory", reference, ".lmstudio/mcp.json")
    others = connect(CURSOR, COMMAND, memory, *home.user).others
    assert [str(file) for one in others for file in one.files] == files
    assert home.read(".cursor/mcp.json")["mcpServers"].items() >= servers.items()


def test_a_refusal_brings_the_text_to_paste(home, memory):
    home.write(".cursor/mcp.json", "{} // mine")
    with pytest.raises(ConfigurationRefused) as refusal:
        connect(CURSOR, COMMAND, memory, *home.user)
    entry = json.loads(refusal.value.snippet)["mcpServers"]["mnemoscope"]
    assert (entry["command"], entry["args"][-1]) == (COMMAND[0], str(memory))


@pytest.mark.parametrize("program", ["mnemoscope-server", "/no/such/program", "/"])
def test_only_a_program_that_is_there_is_put_into_a_configuration(home, memory, program):
    with pytest.raises(ConfigurationRefused, match="not a program that can be started"):
        connect(CURSOR, [program], memory, *home.user)
    assert find_clients(*home.user) == ()


def test_a_relative_memory_file_starts_at_the_folder_and_is_written_absolute(home):
    connect(CURSOR, COMMAND, Path("mine.jsonl"), *home.user)
    assert home.read(".cursor/mcp.json")["mcpServers"]["mnemoscope"]["args"][-1] == str(
        home.work / "mine.jsonl"
    )


def test_a_folder_is_no_memory_file(home):
    with pytest.raises(NotAFile):
        connect(CURSOR, COMMAND, home.folder, *home.user)


@pytest.mark.skipif(os.name == "nt", reason="needs a program that is a script")
class TestWithClaudesOwnProgram:
    def test_it_writes_its_configuration_itself(self, home, memory):
        home.write_program("claude", CLAUDE)
        done = connect(CLAUDE_CODE, COMMAND, memory, *home.user)
        assert (done.is_changed, done.backup) == (True, None)
        (server,) = find_clients(*home.user)[0].servers
        assert (server.kind, server.files) == ("mnemoscope", (memory,))
        assert calls(home) == [["mcp", "remove"], ["mcp", "add"]]
        assert not connect(CLAUDE_CODE, COMMAND, memory, *home.user).is_changed
        assert connect(CLAUDE_CODE, COMMAND, home.folder / "b.jsonl", *home.user).is_changed
        assert disconnect(CLAUDE_CODE, *home.user).is_changed
        assert home.read(".claude.json") == {"mcpServers": {}}
        assert not disconnect(CLAUDE_CODE, *home.user).is_changed
        assert len(calls(home)) == 5

    @pytest.mark.parametrize("script", ["import sys; sys.exit(1)", "", "raise SystemExit('no')"])
    def test_where_it_fails_the_file_is_changed(self, home, memory, script):
        home.write_program("claude", script)
        home.write(".claude.json", '{"a": 1}')
        done = connect(CLAUDE_CODE, COMMAND, memory, *home.user)
        assert done.backup is not None
        assert home.read(".claude.json")["mcpServers"]["mnemoscope"]["command"] == COMMAND[0]
        assert disconnect(CLAUDE_CODE, *home.user).is_changed
        assert (home.folder / ".claude.json").read_text() == '{"a": 1}'

    def test_it_does_not_get_what_a_bundle_sets_for_its_own_libraries(self, home, memory):
        write = "pathlib.Path(os.environ['HOME'], 'seen').write_text(os.environ['LD_LIBRARY_PATH'])"
        home.write_program("claude", f"import os, pathlib; {write}")
        environment = home.environment | {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/before"}
        connect(CLAUDE_CODE, COMMAND, memory, environment, home.work, "linux")
        assert (home.folder / "seen").read_text() == "/before"
