"""What happened outside is in the history before our next write."""

import time
from itertools import count
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import ChangeRecord, CheckpointRecord, VoidRecord, Writer
from mnemoscope_shared.store.jsonl import encode_record
from mnemoscope_shared.store.memory_file import MemoryFile


def line(name: str, entity_type: str = "t") -> str:
    return encode_record(Entity(name, entity_type, ())).decode()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_text(f"{line('a')}\n{line('b')}\n")
    return path


def create(path: Path, name: str) -> None:
    """Write as a process that has seen nothing before."""
    MemoryFile(path, Writer("window")).apply(CreateEntities([Entity(name, "t", ())]))


def labels(path: Path) -> list[str]:
    return [record.label for record in History(path).records()]


def assert_the_history_knows_the_file(path: Path) -> None:
    assert History(path).last_state() == (path.read_text().splitlines(), [])


def test_the_first_write_keeps_what_was_there_before(path: Path) -> None:
    create(path, "c")
    first = History(path).all_records()[0]
    assert isinstance(first, CheckpointRecord)
    assert first.entities == (line("a"), line("b"))
    assert_the_history_knows_the_file(path)


def test_records_stand_in_the_order_of_their_times_and_identifiers(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = count(time.time_ns(), 1_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: next(moments))  # each look at the clock is 1 ms later
    create(path, "c")
    path.write_text(f"{line('a', 'changed')}\n{line('c')}\n")
    create(path, "d")
    records = History(path).all_records()
    assert [type(record) for record in records] == [CheckpointRecord, *3 * [ChangeRecord]]
    assert records == sorted(records, key=lambda record: record.time)
    assert records == sorted(records, key=lambda record: record.id)


def test_an_outside_write_is_recorded_with_its_difference(path: Path) -> None:
    create(path, "c")
    path.write_text(f"{line('a', 'changed')}\n{line('new')}\n{line('c')}\n")
    create(path, "d")
    outside = History(path).records()[1]
    assert (outside.who, outside.operation) == (Writer("outside"), "outside")
    assert [(one.index, one.before, one.after) for one in outside.changes] == [
        (0, line("a"), line("a", "changed")),
        (1, line("b"), None),
        (1, None, line("new")),
    ]
    assert labels(path) == ["Create c", "Change made outside", "Create d"]
    assert_the_history_knows_the_file(path)


def test_lines_that_were_moved_outside_are_known_too(path: Path) -> None:
    create(path, "c")
    path.write_text(f"{line('c')}\n{line('b')}\n{line('a')}\n")
    create(path, "d")
    assert_the_history_knows_the_file(path)


def test_a_file_whose_bytes_alone_changed_is_recorded_without_a_difference(path: Path) -> None:
    create(path, "c")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + b"\n\n")
    create(path, "d")
    assert [len(record.changes) for record in History(path).records()] == [1, 0, 1]
    assert_the_history_knows_the_file(path)


def test_a_file_that_was_removed_and_made_anew_is_recorded(path: Path) -> None:
    create(path, "c")
    path.unlink()
    create(path, "d")
    assert [len(record.changes) for record in History(path).records()] == [1, 3, 1]
    assert_the_history_knows_the_file(path)


def announce(path: Path) -> ChangeRecord:
    """Write into the history what a process does that is killed before it replaces the file."""
    file = MemoryFile(path, Writer("window"))
    before = path.read_bytes()
    file.apply(CreateEntities([Entity("never", "t", ())]))
    path.write_bytes(before)
    return History(path).records()[-1]


def test_an_announced_write_that_never_happened_is_void(path: Path) -> None:
    create(path, "c")
    record = announce(path)
    create(path, "d")
    assert VoidRecord(record.id) in History(path).all_records()
    assert labels(path) == ["Create c", "Create d"]
    assert_the_history_knows_the_file(path)


def test_an_announced_write_followed_by_an_outside_one_leaves_the_right_state(path: Path) -> None:
    create(path, "c")
    announce(path)
    path.write_text(path.read_text() + line("outside") + "\n")
    create(path, "d")
    assert_the_history_knows_the_file(path)


def test_our_own_write_taken_back_by_another_program_is_no_void_one(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    before = path.read_bytes()
    file.apply(CreateEntities([Entity("c", "t", ())]))
    path.write_bytes(before)
    file.apply(CreateEntities([Entity("d", "t", ())]))
    assert labels(path) == ["Create c", "Change made outside", "Create d"]
    assert_the_history_knows_the_file(path)
