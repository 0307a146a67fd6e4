"""A history that has grown large is compressed beside itself, and still tells everything."""

import gzip
import os
import random
import select
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store import history_parts
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import CheckpointRecord, Writer, decode, new_id, next_id
from mnemoscope_shared.store.memory_file import MemoryFile

LIMIT = 3000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.jsonl"


def opened(path: Path) -> MemoryFile:
    """Open a memory as a process that has seen nothing before, with a history that is soon large."""
    file = MemoryFile(path, Writer("window"))
    assert file.history is not None
    file.history.rotation_bytes = LIMIT
    return file


def write(path: Path, times: int) -> list[str]:
    """Change an entity again and again; return the ids of the records."""
    file = opened(path)
    file.apply(CreateEntities([Entity("a", "0", ())]))
    count = len(History(path).records())
    applied = [file.apply(RetypeEntity("a", str(count + number))) for number in range(times)]
    assert [one.warning for one in applied] == [None] * times
    return [one.record_id for one in applied if one.record_id is not None]


def parts(path: Path) -> list[Path]:
    return sorted(path.parent.glob("memory.history-*.jsonl.gz"))


def assert_the_history_tells_everything(path: Path) -> None:
    records = History(path).records()
    ids = [record.id for record in records]
    assert len(set(ids)) == len(ids)
    for record, following in pairwise(records):
        assert record.after == following.before
    assert History(path).last_state() == (path.read_text().splitlines(), [])


def test_old_records_are_compressed_and_the_new_part_begins_with_a_checkpoint(path: Path) -> None:
    write(path, 60)
    log = History(path).path
    assert len(parts(path)) >= 2
    assert log.stat().st_size < 2 * LIMIT
    assert isinstance(decode(log.read_bytes().split(b"\n")[0]), CheckpointRecord)
    for part in parts(path):
        assert isinstance(decode(gzip.decompress(part.read_bytes()).split(b"\n")[0]), CheckpointRecord)
    assert len(History(path).records()) == 61
    assert_the_history_tells_everything(path)


def test_a_record_of_an_older_part_is_found_and_can_be_undone(path: Path) -> None:
    file = opened(path)
    first = file.apply(CreateEntities([Entity("first", "t", ())])).record_id
    write(path, 60)
    assert first is not None
    assert first.encode() not in History(path).path.read_bytes()
    assert History(path).find(first).label == "Create first"
    file.revert(first)
    assert [entity.name for entity in file.read().entities] == ["a"]


def test_the_past_is_told_across_the_parts(path: Path) -> None:
    write(path, 60)
    history = History(path)
    told = {record.time: record.changes[0].after for record in history.records()}
    for time, after in told.items():
        assert history.as_of(time).to_bytes().decode() == f"{after}\n"


def test_the_parts_have_the_mode_of_the_history(path: Path) -> None:
    path.touch(mode=0o640)
    path.chmod(0o640)
    write(path, 30)
    modes = {stat.S_IMODE(one.stat().st_mode) for one in [*parts(path), History(path).path]}
    assert modes == {0o640}


def test_a_history_is_not_large_beside_a_large_memory(path: Path) -> None:
    file = opened(path)
    file.apply(CreateEntities([Entity("large", "t", ("x" * 20_000,))]))
    write(path, 20)
    assert parts(path) == []
    assert History(path).path.stat().st_size > 2 * LIMIT
    write(path, 300)
    assert parts(path) != []
    for part in parts(path):
        assert len(gzip.decompress(part.read_bytes())) > 4 * 20_000


def interrupt_a_rotation(path: Path) -> None:
    """Leave what a process leaves that was killed between the two steps of a rotation."""
    part = History(path).path.with_name(f"memory.history-{new_id(4_000_000_000_000)}.jsonl.gz")
    part.write_bytes(gzip.compress(History(path).path.read_bytes()))


def test_an_interrupted_rotation_tells_nothing_twice_and_is_done_over(path: Path) -> None:
    write(path, 5)
    interrupt_a_rotation(path)
    (interrupted,) = parts(path)
    ids = write(path, 1)
    assert_the_history_tells_everything(path)
    write(path, 20)
    assert interrupted not in parts(path)
    assert parts(path) != []
    assert History(path).find(ids[0]).id == ids[0]
    assert_the_history_tells_everything(path)


WRITER = """
import sys
from pathlib import Path
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

file = MemoryFile(Path(sys.argv[1]), Writer("server"))
file.history.rotation_bytes = 1
file.apply(CreateEntities([Entity("a", "t", ())]))
for number in range(10_000):
    print(file.apply(RetypeEntity("a", sys.argv[2] + str(number))).record_id, flush=True)
"""


def test_writers_that_are_killed_while_rotating_lose_no_record(path: Path) -> None:
    chance = random.Random(1)
    acknowledged: list[str] = []
    for number in range(10):
        command = [sys.executable, "-c", WRITER, str(path), f"{number}-"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            acknowledged.append(writer.stdout.readline().strip())
            select.select([], [], [], chance.uniform(0.0, 0.03))
            writer.kill()
            acknowledged += writer.stdout.read().split()
        write(path, 1)
    assert len(parts(path)) > 10
    assert set(acknowledged) <= {record.id for record in History(path).records()}
    assert_the_history_tells_everything(path)


def test_what_a_killed_rotation_left_is_swept_at_the_next(path: Path) -> None:
    write(path, 2)
    for name in ("memory.history.jsonl.1-a", f"memory.history-{new_id(1)}.jsonl.gz.1-b"):
        path.with_name(f".~{name}.tmp").touch()
    write(path, 30)
    assert list(path.parent.glob(".~*.tmp")) == []


def test_the_parts_keep_their_order_when_the_clock_is_set_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, 30)
    monkeypatch.setattr(history_parts, "now_ms", lambda: 1)
    write(path, 30)
    assert_the_history_tells_everything(path)


def test_a_damaged_part_costs_no_more_than_what_it_held(path: Path) -> None:
    ids = write(path, 60)
    oldest, *others = parts(path)
    assert others
    oldest.write_bytes(oldest.read_bytes()[:-20])
    warnings: list[str] = []
    history = History(path, warn=warnings.append)
    assert history.find(ids[-1]).id == ids[-1]
    assert warnings == []
    found = [record.id for record in history.records()]
    assert found[-10:] == ids[-10:]
    assert warnings == [f"{oldest.name} is damaged. What its damaged part told of cannot be undone."]
    others[0].write_bytes(b"nonsense")
    assert [record.id for record in history.records()][-10:] == ids[-10:]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may write all the same"
)
def test_a_history_that_cannot_be_begun_anew_goes_on_growing(path: Path) -> None:
    write(path, 2)
    log = History(path).path
    log.chmod(0o400)
    write(path, 40)
    assert log.stat().st_size > 2 * LIMIT
    assert_the_history_tells_everything(path)
    log.chmod(0o600)
    write(path, 1)
    assert log.stat().st_size < LIMIT
    assert_the_history_tells_everything(path)


def distances_between_checkpoints(path: Path) -> list[int]:
    distances = [0]
    for line in History(path).path.read_bytes().splitlines():
        if isinstance(decode(line), CheckpointRecord):
            distances.append(0)
        distances[-1] += len(line) + 1
    return distances[1:]


def test_a_growing_history_holds_checkpoints_as_long_as_the_memory_is_small(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    assert file.history is not None
    file.history.checkpoint_bytes = LIMIT
    file.apply(CreateEntities([Entity("a", "0", ())]))
    for number in range(60):
        file.apply(RetypeEntity("a", str(number)))
    distances = distances_between_checkpoints(path)
    assert len(distances) >= 6
    assert max(distances) < 2 * LIMIT
    assert_the_history_tells_everything(path)
    file.apply(CreateEntities([Entity("large", "t", ("x" * LIMIT,))]))
    count = len(distances_between_checkpoints(path))
    for number in range(60):
        file.apply(RetypeEntity("a", f"again {number}"))
    assert len(distances_between_checkpoints(path)) == count
    assert_the_history_tells_everything(path)


def test_the_next_id_sorts_right_after_one() -> None:
    assert next_id("01ARZ3NDEKTSV4RRFFQ69G5FAV") == "01ARZ3NDEKTSV4RRFFQ69G5FAW"
    assert next_id("01ARZ3NDEKTSV4RRFFQ69G5FZZ") == "01ARZ3NDEKTSV4RRFFQ69G5G00"
