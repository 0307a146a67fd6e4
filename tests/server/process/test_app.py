"""The program: its arguments, its log, and what it does about the file before it serves."""

import json
import sys

import pytest

from mnemoscope_server.app import main
from mnemoscope_shared import __version__

LINE = '{"type":"entity","name":"Alice","entityType":"person","observations":["x"]}\r\n'


def text(message):
    return message["result"]["content"][0]["text"]


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"mnemoscope-server {__version__}\n"


def test_an_unknown_argument_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--memory"])
    assert caught.value.code == 2
    assert "--memory" in capsys.readouterr().err


def test_the_variable_names_the_file_whose_older_name_is_moved_and_relations_can_be_strict(
    start, tmp_path, older
):
    home = tmp_path / "home"
    home.mkdir()
    (home / "graph.json").write_bytes(LINE.encode())
    environment = {"HOME": str(home), "USERPROFILE": str(home), "MEMORY_FILE_PATH": "~/graph.jsonl"}
    server = start("--strict-relations", "--no-history", environment=environment)
    relation = {"from": "Alice", "to": "X", "relationType": "knows"}
    server.send(*older.opening, older.call(1, "create_relations", relations=[relation]), older.create(2, "B"))
    answers = {message["id"]: message for message in server.finish()[0]}
    assert text(answers[1]) == "Entity with name X not found"
    assert (home / "graph.jsonl").read_bytes().startswith(LINE.encode())
    assert sorted(path.name for path in home.iterdir() if path.name[0] != ".") == ["graph.jsonl"]
    assert f"The memory is in {home / 'graph.jsonl'}" in server.log
    assert f"{home / 'graph.json'} was renamed to graph.jsonl" in server.log


def test_the_default_file_is_read_only_under_its_older_name_and_a_misspelt_variable_is_warned_of(
    start, tmp_path, older
):
    (tmp_path / "memory.json").write_bytes(LINE.encode())
    server = start("--read-only", environment={"MEMORY_FILE": "/elsewhere.jsonl"})
    server.send(*older.opening, older.call(1, "read_graph"), older("tools", "tools/list"))
    answers = {message["id"]: message for message in server.finish()[0]}
    assert [entity["name"] for entity in json.loads(text(answers[1]))["entities"]] == ["Alice"]
    assert len(answers["tools"]["result"]["tools"]) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["memory.json"]
    assert "MEMORY_FILE is set but has no effect" in server.log


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files there")
def test_the_flag_comes_before_the_variable_and_a_full_disk_is_an_error_that_the_server_survives(
    start, tmp_path, older
):
    import resource

    path = tmp_path / "folder" / "mine.jsonl"
    server = start(
        "--memory-file",
        "folder/mine.jsonl",
        environment={"MEMORY_FILE_PATH": "other.jsonl"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)),
    )
    entity = {"name": "Big", "entityType": "t", "observations": ["x" * 10_000]}
    server.send(*older.opening, older.create(1, "Small"))
    server.send(older.call(2, "create_entities", entities=[entity]), older.call(3, "read_graph"))
    messages, status = server.finish()
    answers = {message["id"]: message for message in messages}
    assert status == 0
    assert answers[2]["result"]["isError"] is True
    assert "Free some space on its disk" in text(answers[2])
    assert "Small" in text(answers[3])
    assert json.loads(path.read_text())["name"] == "Small"
    assert "Traceback" not in server.log
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]
