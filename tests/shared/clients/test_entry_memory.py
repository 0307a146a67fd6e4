from pathlib import PurePosixPath

import pytest

from mnemoscope_shared.clients.entry_memory import memory_place
from mnemoscope_shared.clients.server_entry import ServerEntry, kind_of

PACKAGE = "@modelcontextprotocol/server-memory"
WORK = PurePosixPath("/work")


def place(command, environment=None, folder=None, cwd="", project="", platform="linux", home=None):
    entry = ServerEntry("memory", command[0], tuple(command[1:]), environment or {}, cwd, project)
    return memory_place(entry, kind_of(entry), home or {"HOME": "/home/ada"}, folder, platform)


def path(*arguments, **options):
    return str(place(*arguments, **options).path)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("/m.jsonl", "/m.jsonl"),
        ("${HOME}/m.jsonl", "/home/ada/m.jsonl"),
        ("${env:HOME}/m.jsonl", "/home/ada/m.jsonl"),
        ("${userHome}/m.jsonl", "/home/ada/m.jsonl"),
        ("${workspaceFolder}/m.jsonl", "/work/m.jsonl"),
    ],
)
def test_the_variable_names_the_file_of_every_kind(value, expected):
    for command in (["npx", "-y", PACKAGE], ["mnemoscope-server"], ["other-memory"]):
        found = place(command, {"MEMORY_FILE_PATH": value}, WORK)
        assert (found.path, found.is_certain, found.note) == (PurePosixPath(expected), True, "")


def test_our_flag_comes_before_the_variable():
    command = ["mnemoscope-server", "--memory-file", "~/flag.jsonl"]
    assert path(command, {"MEMORY_FILE_PATH": "/m.jsonl"}) == "/home/ada/flag.jsonl"


def test_a_relative_path_of_ours_starts_where_the_client_starts_the_server():
    command = ["mnemoscope-server"]
    assert path(command, folder=WORK) == "/work/memory.jsonl"
    assert path(command, {"MEMORY_FILE_PATH": "a/m.jsonl"}, WORK, cwd="/elsewhere") == "/elsewhere/a/m.jsonl"
    assert path(command, cwd="sub", folder=WORK) == "/work/sub/memory.jsonl"
    assert path(command, project="/project") == "/project/memory.jsonl"
    assert place(command).path is None
    assert place(command).note == "memory.jsonl is in whatever folder the client starts the server in."


def test_the_reference_server_saves_inside_its_package_unless_told_otherwise():
    found = place(["npx", "-y", PACKAGE], folder=WORK)
    assert (found.path, found.inside_package) == (None, ("memory.jsonl", "memory.json"))
    assert "inside its own package" in found.note


@pytest.mark.parametrize("value", ["notes/m.jsonl", "~/m.jsonl"])
def test_to_the_reference_server_a_relative_path_starts_in_its_package(value):
    found = place(["npx", "-y", PACKAGE], {"MEMORY_FILE_PATH": value}, WORK)
    assert (found.path, found.inside_package) == (None, (value,))
    assert "lost when the package is updated" in found.note


def test_a_script_of_the_reference_server_says_where_its_package_is():
    script = f"/usr/lib/node_modules/{PACKAGE}/dist/index.js"
    found = place(["node", script])
    assert (found.path, found.is_certain) == (PurePosixPath(script).with_name("memory.jsonl"), False)
    assert path(["node", script], {"MEMORY_FILE_PATH": "m"}) == str(PurePosixPath(script).with_name("m"))


def test_a_port_to_python_does_not_say_where_its_memory_is():
    found = place(["uvx", "mcp-server-memory"])
    assert (found.path, found.inside_package) == (None, ())
    assert found.note == "The entry does not say where the memory is."


def test_on_windows_variables_are_written_in_its_own_way():
    home = {"USERPROFILE": "C:\\Users\\ada", "APPDATA": "D:\\Roaming"}
    value = {"MEMORY_FILE_PATH": "%APPDATA%\\m.jsonl"}
    assert path(["npx.cmd", PACKAGE], value, platform="win32", home=home) == "D:\\Roaming\\m.jsonl"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["-v", "/home/ada/mem:/app/dist"], "/home/ada/mem/memory.jsonl"),
        (["-v", "~/mem:/app/dist:rw"], "/home/ada/mem/memory.jsonl"),
        (["--volume=/m:/data", "-e", "MEMORY_FILE_PATH=/data/sub/m.jsonl"], "/m/sub/m.jsonl"),
        (["--mount", "type=bind,src=/m,dst=/app"], "/m/dist/memory.jsonl"),
        (["--mount=type=bind,source=/m.jsonl,target=/app/dist/memory.jsonl"], "/m.jsonl"),
        (["-v", "/outer:/app", "-v", "/inner:/app/dist"], "/inner/memory.jsonl"),
    ],
)
def test_a_containers_mount_leads_to_the_file_on_this_computer(options, expected):
    assert path(["docker", "run", "-i", "--rm", *options, "mcp/memory"]) == expected


def test_on_windows_a_mount_begins_with_a_drive():
    command = ["docker", "run", "-v", "C:\\mem:/app/dist", "mcp/memory"]
    found = path(command, platform="win32", home={"USERPROFILE": "C:\\Users\\ada"})
    assert found == "C:\\mem\\memory.jsonl"


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (["-v", "claude-memory:/app/dist"], "memory.jsonl in the container volume claude-memory"),
        ([], "inside the container and ends with it"),
        (["-v", "odd"], "inside the container and ends with it"),
        (["--mount", "type=tmpfs"], "inside the container and ends with it"),
    ],
)
def test_a_memory_that_only_a_container_can_open_is_described(options, note):
    found = place(["docker", "run", "-i", *options, "mcp/memory"])
    assert found.path is None
    assert note in found.note


def test_of_a_server_that_only_looks_like_a_memory_nothing_is_known():
    assert place(["uvx", "memory-something"]).path is None
