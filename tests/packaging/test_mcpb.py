"""The extension for Claude Desktop."""

import json
import subprocess

import pytest
from benchmarks.npm_packages import node_command
from mcpb import manifest, server_tools

VERSION = ("@anthropic-ai/mcpb", "2.1.2")


@pytest.fixture
def content():
    return manifest("1.2.3", "linux", server_tools())


def test_it_starts_the_server_with_the_file_that_the_person_chooses(content):
    server, asked = content["server"], content["user_config"]["memory_file"]
    assert server["mcp_config"]["command"] == "${__dirname}/server/mnemoscope-server"
    assert server["mcp_config"]["args"] == ["--memory-file", "${user_config.memory_file}"]
    assert (server["type"], asked["type"], asked["required"]) == ("binary", "file", True)


def test_on_windows_the_program_has_its_ending():
    server = manifest("1.2.3", "win32", [])["server"]
    assert server["entry_point"] == "server/mnemoscope-server.exe"
    assert server["mcp_config"]["command"].endswith("/server/mnemoscope-server.exe")


def test_it_is_offered_only_for_the_system_that_it_was_made_on(content):
    assert content["compatibility"] == {"platforms": ["linux"]}


def test_it_lists_the_nine_tools_of_the_server(content):
    names = [tool["name"] for tool in content["tools"]]
    assert len(names) == 9
    assert {"create_entities", "read_graph", "delete_relations"} <= set(names)


def test_the_tool_of_its_makers_accepts_the_manifest(content, tmp_path):
    command = node_command(*VERSION)
    if command is None:
        pytest.skip("{}@{} cannot be installed here".format(*VERSION))
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(content | {"icon": "icon.png"}), encoding="utf-8")
    (tmp_path / "icon.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    told = subprocess.run(
        [*command, "validate", path], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
