"""Several processes write to one file, and some of them are killed: nothing acknowledged is lost."""

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import LockTimeout
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

PROGRAM = Path(__file__).with_name("writer_program.py")


def start(path: Path, mode: str, prefix: str, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, str(PROGRAM), str(path), mode, prefix, str(count)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def acknowledged_by(writers: "list[subprocess.Popen[str]]") -> list[str]:
    written: list[str] = []
    for writer in writers:
        written += writer.communicate(timeout=100)[0].split()
        assert writer.returncode == 0
    return written


def names_in(path: Path) -> list[str]:
    return [json.loads(line)["name"] for line in path.read_bytes().split(b"\n")[:-1]]


def create(path: Path, name: str) -> MemoryFile:
    file = MemoryFile(path, Writer("window"))
    file.apply(CreateEntities([Entity(name, "t", ())]))
    return file


def test_entities_created_by_eight_processes_are_all_there_and_no_reader_sees_a_part(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    file = create(path, "first")
    writers = [start(path, "create", str(number), 50) for number in range(8)]
    seen = 1
    while any(writer.poll() is None for writer in writers):
        names = names_in(path)  # fails on half a line
        assert len(names) >= seen
        seen = len(names)
        assert len(file.read().entities) >= seen
    acknowledged = acknowledged_by(writers)
    assert len(acknowledged) == 400
    assert sorted(names_in(path)) == sorted(["first", *acknowledged])
    assert file.history is not None
    assert len(file.history.records()) == 401


def test_observations_of_one_entity_added_by_eight_processes_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    file = create(path, "shared")
    acknowledged = acknowledged_by([start(path, "observe", str(number), 25) for number in range(8)])
    (entity,) = file.read().entities
    assert len(acknowledged) == 200
    assert sorted(entity.observations) == sorted(acknowledged)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
def test_a_third_party_that_keeps_deleting_the_lock_file_costs_no_write(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    writers = [start(path, "create", str(number), 25) for number in range(4)]
    while any(writer.poll() is None for writer in writers):
        path.with_name(".~lock.memory.jsonl").unlink(missing_ok=True)
        select.select([], [], [], 0.003)
    assert sorted(acknowledged_by(writers)) == sorted(names_in(path))


@pytest.mark.parametrize("rounds", [8, pytest.param(60, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_killed_writers_tear_nothing_lose_nothing_and_leave_nothing(tmp_path: Path, rounds: int) -> None:
    chance = random.Random(rounds)
    for number in range(rounds):
        path = tmp_path / str(number) / "memory.jsonl"
        create(path, "first")
        acknowledged = {"first"}
        for writer in [start(path, "create", str(seat), 1000) for seat in range(5)]:
            acknowledged |= killed_after(writer, chance.uniform(0.0, 0.05))
            assert acknowledged <= set(names_in(path))
        for stray in path.parent.glob(".~*.tmp"):
            os.utime(stray, (time.time() - 61, time.time() - 61))
        file = create(path, "last")
        assert list(path.parent.glob(".~*.tmp")) == []
        assert_the_history_tells_the_truth(file)


def killed_after(writer: "subprocess.Popen[str]", seconds: float) -> set[str]:
    """Let a writer write once, wait for a moment, kill it, and return what it had acknowledged."""
    assert writer.stdout is not None
    first = writer.stdout.readline()
    select.select([], [], [], seconds)
    writer.kill()
    return {first.strip(), *writer.communicate(timeout=10)[0].split()}


def assert_the_history_tells_the_truth(file: MemoryFile) -> None:
    assert file.history is not None
    told = [change.after for record in file.history.records() for change in record.changes]
    assert sorted(filter(None, told)) == sorted(file.path.read_text().splitlines())
    state = file.history.last_state()
    assert state is not None
    assert state[0] == file.path.read_text().splitlines()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs a signal that stops a process")
def test_a_writer_that_hangs_is_named_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    create(path, "first")
    file = MemoryFile(path, Writer("window"), lock_timeout=0.2)
    holder = start(path, "hold", "x", 0)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.send_signal(signal.SIGSTOP)
        with pytest.raises(LockTimeout) as raised:
            file.apply(CreateEntities([Entity("second", "t", ())]))
        if Path("/proc/locks").exists():
            assert f"process {holder.pid} (" in str(raised.value)
        assert [entity.name for entity in file.read().entities] == ["first"]
    finally:
        holder.kill()
        holder.communicate(timeout=10)
    file.apply(CreateEntities([Entity("second", "t", ())]))
    assert names_in(path) == ["first", "second"]
