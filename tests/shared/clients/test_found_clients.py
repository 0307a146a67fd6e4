import os

import pytest
from client_homes import ANN, PACKAGE

from mnemoscope_shared.clients.found_clients import find_clients

REFERENCE = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}


def servers(home):
    found = [server for client in find_clients(*home.user) for server in client.servers]
    return [(one.client.name, one.entry.name, one.kind, one.files) for one in found]


def test_in_an_empty_home_there_is_no_client(home):
    assert find_clients(*home.user) == ()


def test_a_client_without_a_memory_server_is_found_too(home):
    home.configure("files", {"command": "npx", "args": ["server-filesystem"]})
    (client,) = find_clients(*home.user)
    assert client.client.title == "Cursor"
    assert client.configuration == home.folder / ".cursor/mcp.json"
    assert (client.servers, client.problems) == ((), ())


def test_a_client_that_has_no_configuration_yet_is_found_by_its_folder(home):
    (home.folder / ".lmstudio").mkdir()
    (client,) = find_clients(*home.user)
    assert client.configuration == home.folder / ".lmstudio/mcp.json"


def test_the_servers_of_the_user_and_of_the_project_are_found(home):
    ours = {"command": "/opt/mnemoscope-server", "args": ["--memory-file", "/m.jsonl"]}
    home.configure("mnemoscope", ours)
    home.configure("memory", REFERENCE | {"env": {"MEMORY_FILE_PATH": "/n.jsonl"}}, home.work / ".mcp.json")
    home.configure("memory", {"command": "mnemoscope-server"}, home.work / ".vscode/mcp.json", "servers")
    assert [(*one[:3], [str(file) for file in one[3]]) for one in servers(home)] == [
        ("claude-code", "memory", "reference", ["/n.jsonl"]),
        ("cursor", "mnemoscope", "mnemoscope", ["/m.jsonl"]),
        ("vscode", "memory", "mnemoscope", []),
    ]


def test_of_the_places_inside_packages_those_with_a_file_are_reported(home):
    home.configure("memory", REFERENCE)
    files = [
        home.write(f".npm/_npx/{checksum}/{PACKAGE}/{name}", ANN)
        for checksum, name in [("0a1b", "memory.jsonl"), ("2c3d", "memory.json")]
    ]
    home.write(f".npm/_npx/4e5f/{PACKAGE}/index.js", "")
    ((*_, found),) = servers(home)
    assert sorted(found) == sorted(files)


@pytest.mark.parametrize("content", ["nonsense", b"\xff\xfe", "[" * 200_000])
def test_a_configuration_that_cannot_be_read_is_told_of(home, content):
    path = home.write(".cursor/mcp.json", content)
    (client,) = find_clients(*home.user)
    assert client.servers == ()
    if content != b"\xff\xfe":
        assert client.problems == (f"{path} is not JSON. Mend or remove it, then look again.",)


def test_a_folder_in_the_place_of_a_configuration_is_told_of(home):
    (home.folder / ".cursor/mcp.json").mkdir(parents=True)
    (client,) = find_clients(*home.user)
    assert "is not a file" in client.problems[0]


@pytest.mark.skipif(os.name == "nt", reason="needs links that anybody may make")
def test_a_configuration_behind_a_link_and_with_comments_is_read(home):
    target = home.write("dotfiles/mcp.json", '{"mcpServers": {"memory": {"command": "x",},},} // mine')
    (home.folder / ".cursor").mkdir()
    (home.folder / ".cursor/mcp.json").symlink_to(target)
    assert [one[:3] for one in servers(home)] == [("cursor", "memory", "other")]


def test_in_the_home_folder_a_server_is_listed_once(home):
    home.configure("memory", REFERENCE)
    (client,) = find_clients(home.environment, home.folder, "linux")
    assert len(client.servers) == 1


def test_a_star_in_a_path_stands_for_nothing_but_itself(home):
    home.write("a.jsonl", ANN)
    for value in (f"{home.folder}/*.jsonl", "*/*/*"):
        home.configure("memory", REFERENCE | {"env": {"MEMORY_FILE_PATH": value}})
        ((*_, files),) = servers(home)
        assert all(file.name == "*.jsonl" for file in files)
