"""The command `history`: what it lists, and what it removes."""

import json
import os
import subprocess
import sys
import time

import pytest

from mnemoscope_server.app import main
from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    RecordedChange,
    Writer,
    new_id,
    now_ms,
)
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import MemoryFile

DAY_MS = 24 * 60 * 60 * 1000
HOSTILE = "Alice\x1b[2J\nmnemoscope\u202e"


@pytest.fixture
def run(capsys, path):
    """Call the command for the memory; return its exit status, its output and what it complained of."""

    def run(*arguments, memory=path):
        try:
            status = main(["history", "--memory-file", str(memory), *map(str, arguments)])
        except SystemExit as end:
            status = end.code
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def memory(path):
    return MemoryFile(path, Writer("server", "Claude Desktop", "1.2", 7))


def create(memory, name, *observations):
    return memory.apply(CreateEntities([Entity(name, "t", observations)])).record_id


def local(milliseconds):
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds / 1000))


def test_each_write_is_a_line_the_newest_last(run, memory, path):
    ids = [create(memory, "Ann")]
    window = MemoryFile(path, Writer("window"))
    ids.append(window.apply(RetypeEntity("Ann", "u")).record_id)
    path.write_bytes(path.read_bytes() + b'{"type":"entity","name":"Bo"}\n')
    ids.append(window.apply(DeleteEntities(["Ann"])).record_id)
    records = History(path).records()
    times = [local(record.time) for record in records]
    status, output, complaint = run()
    assert (status, complaint) == (0, "")
    assert [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in output.splitlines()] == [
        [times[0], "Claude Desktop 1.2", "Create Ann", "+1 -0 ~0", ids[0]],
        [times[1], "you, in Mnemoscope", records[1].label, "+0 -0 ~1", ids[1]],
        [times[2], "another program", "Change made outside", "+1 -0 ~0", records[2].id],
        [times[3], "you, in Mnemoscope", "Delete Ann", "+0 -1 ~0", ids[2]],
    ]


def test_an_undo_and_a_redo_are_called_so(run, memory):
    undone = memory.revert(create(memory, "Ann")).record_id
    memory.revert(undone)
    _, output, _ = run()
    assert [line.split("  ")[2].strip() for line in output.splitlines()] == [
        "Create Ann",
        "Undo: Create Ann",
        "Redo: Create Ann",
    ]


def test_only_the_newest_are_listed_and_how_to_see_more_is_said(run, memory):
    for number in range(5):
        create(memory, str(number))
    status, output, complaint = run("--limit", 2)
    assert status == 0
    assert ["Create 3" in line or "Create 4" in line for line in output.splitlines()] == [True, True]
    assert complaint == "Older writes are left out. To see more: --limit 4\n"
    assert run("--limit", 5)[2] == ""


def test_programs_can_read_it_as_json(run, memory):
    record_id = create(memory, HOSTILE)
    status, output, _ = run("--json")
    (line,) = output.splitlines()
    record = json.loads(line)
    assert status == 0
    assert line.isascii()
    assert record.pop("time") == History(memory.path).records()[0].time
    assert record == {
        "id": record_id,
        "app": "server",
        "client": "Claude Desktop",
        "version": "1.2",
        "pid": 7,
        "operation": "create_entities",
        "label": f"Create {HOSTILE}",
        "added": 1,
        "removed": 0,
        "changed": 0,
        "undo": None,
    }


def test_hostile_text_is_shown_escaped(run, path):
    record = ChangeRecord(HOSTILE, 10**30, Writer(HOSTILE), HOSTILE, "x", "y", (), HOSTILE)
    History(path).append(record)
    status, output, complaint = run()
    assert (status, complaint) == (0, "")
    (line,) = output.splitlines()
    assert line.isprintable()
    assert "Alice\\x1b[2J\\nmnemoscope\\u202e" in line
    assert line.startswith(f"{10**30} ms  ")


@pytest.mark.parametrize("milliseconds", [-(10**18), -1, 0, 10**15, 10**18, 10**300])
def test_any_time_is_shown(run, path, milliseconds):
    History(path).append(ChangeRecord("1", milliseconds, Writer("window"), "op", "x", "y", ()))
    assert run()[0] == 0


def test_damage_is_told_and_passed_over(run, memory, path):
    create(memory, "Ann")
    log = History(path).path
    log.write_bytes(log.read_bytes() + b"\x1b[2J\n")
    status, output, complaint = run()
    assert (status, len(output.splitlines())) == (0, 1)
    assert complaint.startswith("memory.history.jsonl: It holds a line that cannot be read.")


def test_a_memory_without_a_history_is_no_failure(run, path):
    path.touch()
    assert run() == (0, "", f"No write to {path} is in its history.\n")


def test_a_missing_file_is_named(run, path):
    status, output, complaint = run()
    assert (status, output) == (1, "")
    assert f"There is no file {path}" in complaint


def test_a_history_is_listed_where_its_memory_is_gone(run, memory, path):
    create(memory, "Ann")
    path.unlink()
    assert "Create Ann" in run()[1]


def test_a_history_that_is_a_folder_is_a_failure_without_a_traceback(run, path):
    path.touch()
    History(path).path.mkdir()
    for arguments in [(), ("--purge",), ("--purge", "x", "--yes"), ("--keep", "1", "--yes")]:
        status, _, complaint = run(*arguments)
        assert status == 1
        assert complaint.startswith("mnemoscope-server: memory.history.jsonl cannot be read")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--limit", "0"),
        ("--limit", "-1"),
        ("--limit", "x"),
        ("--limit", "9" * 5000),
        ("--keep", "0"),
        ("--keep", "1.5"),
        ("--purge", ""),
        ("--purge", "x", "--keep", "1"),
        ("--purge", "x", "--json"),
        ("--yes",),
        ("extra",),
    ],
)
def test_bad_usage_ends_with_2_and_changes_nothing(run, memory, arguments):
    create(memory, "x")
    before = History(memory.path).path.read_bytes()
    status, output, complaint = run(*arguments, *([] if "--yes" in arguments else ["--yes"]))
    assert (status, output) == (2, "")
    assert complaint.startswith("usage: ")
    assert History(memory.path).path.read_bytes() == before


def test_a_purge_is_shown_first_and_done_with_yes(run, memory, path):
    create(memory, "Ann", "secret")
    create(memory, "Bo")
    memory.apply(DeleteEntities(["Ann"]))
    before = History(path).path.read_bytes()
    status, output, complaint = run("--purge", "secret")
    assert (status, complaint) == (1, "")
    assert [word in output for word in ("Create Ann", "Delete Ann", "Create Bo")] == [True, True, False]
    assert output.splitlines()[2:] == [
        f"This would go from the history of {path}: 2 writes (1 write stays).",
        "Nothing was removed. To do it, add --yes; it cannot be undone.",
    ]
    assert History(path).path.read_bytes() == before
    assert run("--purge", "secret", "--yes") == (
        0,
        f"This is gone from the history of {path}: 2 writes (1 write stays).\n",
        "",
    )
    assert b"secret" not in History(path).path.read_bytes()
    assert run("--purge", "secret", "--yes") == (
        0,
        f"There is nothing of that in the history of {path}.\n",
        "",
    )


def test_the_text_can_come_from_standard_input(memory, path):
    create(memory, "Ann", "sécret")
    memory.apply(DeleteEntities(["Ann"]))
    command = [sys.executable, "-m", "mnemoscope_server", "history", "--purge", "-", "--yes"]
    environment = {**os.environ, "MEMORY_FILE_PATH": str(path), "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, input="sécret\n", env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"This is gone from the history of {path}: 2 writes (0 writes stay).\n"
    assert "sécret".encode() not in History(path).path.read_bytes()


def test_a_text_that_is_still_in_the_memory_is_told(run, memory, path):
    create(memory, "Ann", "secret")
    path.with_name("memory.jsonl.backup-1").write_bytes(path.read_bytes())
    for arguments in (["--yes"], []):
        status, output, _ = run("--purge", "secret", *arguments)
        assert status == 0
        assert f"{path} itself holds this text" in output
        assert f"{path}.backup-1 holds this text too" in output


def test_the_whole_history_is_removed_without_a_text(run, memory, path):
    for number in range(60):
        create(memory, str(number))
    status, output, _ = run("--purge")
    assert status == 1
    assert output.startswith("The last 50 of 60 writes:\n")
    assert "60 writes, 1 copy of the whole memory (0 writes stay)" in output
    assert run("--purge", "--yes")[0] == 0
    assert not History(path).path.exists()
    assert run()[:2] == (0, "")
    assert len(memory.read().entities) == 60


def test_what_is_older_than_some_days_is_removed(run, path):
    for days in (400, 40, 4):
        when = now_ms() - days * DAY_MS
        text = f'{{"type":"entity","name":"{days}","entityType":"t","observations":[]}}'
        if days == 400:
            History(path).append(CheckpointRecord(new_id(when), when, "400", (), ()))
        changes = (RecordedChange("entities", 0, None, text),)
        record = ChangeRecord(new_id(when), when, Writer("window"), "op", str(days), str(days // 10), changes)
        History(path).append(record)
    assert run("--keep", 30)[0] == 1
    status, output, _ = run("--keep", 30, "--yes")
    assert (status, output) == (
        0,
        f"This is gone from the history of {path}: 2 writes, 1 copy of the whole memory (1 write stays).\n",
    )
    checkpoint, newest = History(path).all_records()
    assert isinstance(checkpoint, CheckpointRecord)
    assert len(checkpoint.entities) == 2
    assert isinstance(newest, ChangeRecord)
    assert run("--keep", 30, "--yes")[:2] == (0, f"There is nothing of that in the history of {path}.\n")
    assert run("--keep", 1_000_000)[0] == 0


def test_the_memory_is_found_as_the_server_finds_it(memory, path, monkeypatch, capsys):
    create(memory, "Ann")
    monkeypatch.chdir(path.parent)
    monkeypatch.delenv("MEMORY_FILE_PATH", raising=False)
    assert main(["history"]) == 0
    assert "Create Ann" in capsys.readouterr().out
    monkeypatch.chdir("/")
    monkeypatch.setenv("MEMORY_FILE_PATH", str(path))
    assert main(["history"]) == 0
    assert "Create Ann" in capsys.readouterr().out


def test_reading_waits_for_no_writer(run, memory, path):
    create(memory, "secret")
    with WriteLock(path, 1.0).held():
        assert run()[0] == 0
        assert run("--purge", "secret")[0] == 1
