"""The log of all writes: what it tells, and that its loss costs no memory."""

from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.file_state import checksum
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_parts import history_path
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    RecordedChange,
    VoidRecord,
    Writer,
    decode,
    encode,
    new_id,
)
from mnemoscope_shared.store.jsonl import encode_record
from mnemoscope_shared.store.memory_file import Applied, MemoryFile


@pytest.fixture
def file(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "memory.jsonl", Writer("server", "client", "1.2", 7))


def history_of(file: MemoryFile) -> History:
    assert file.history is not None
    return file.history


def create(file: MemoryFile, name: str) -> "Applied[object]":
    return file.apply(CreateEntities([Entity(name, "t", ())]))


def change(record_id: str, label: str = "", text: str = "{}") -> ChangeRecord:
    changes = (RecordedChange("entities", 0, None, text),)
    return ChangeRecord(record_id, 1, Writer("window"), "op", "before", "after", changes, label)


@pytest.mark.parametrize(
    "record",
    [
        change("1", "Rename \ud800 to \udfff"),
        change("2", "é\u2028", '{"name":"\\ud800"}'),
        CheckpointRecord("3", 1, "0-0", ("{}",), ()),
        VoidRecord("1"),
    ],
)
def test_a_record_is_read_as_it_was_written(record: ChangeRecord | CheckpointRecord | VoidRecord) -> None:
    line = encode(record)
    assert line.count(b"\n") == 1
    assert decode(line) == record


def test_a_write_is_recorded_with_who_what_and_when(file: MemoryFile) -> None:
    applied = create(file, "a")
    (record,) = history_of(file).records()
    assert record.id == applied.record_id
    assert (record.who, record.operation, record.label) == (
        Writer("server", "client", "1.2", 7),
        "create_entities",
        "Create a",
    )
    assert [one.after for one in record.changes] == file.path.read_text().splitlines()
    assert abs(record.time / 1000 - file.path.stat().st_mtime) < 60


def test_ids_sort_by_time_and_differ() -> None:
    ids = [new_id(milliseconds) for milliseconds in (1, 1, 2, 3_000_000_000_000)]
    assert len(set(ids)) == 4
    assert max(ids[:2]) < ids[2] < ids[3]
    assert {len(one) for one in ids} == {26}


def test_the_newest_state_is_counted_from_the_checkpoint(file: MemoryFile) -> None:
    assert history_of(file).last_state() is None
    file.path.write_bytes(b'{"type":"_marker"}\n{"from":"a","to":"b","relationType":"r"}\n')
    create(file, "a")
    file.apply(RetypeEntity("a", "u"))
    lines = file.path.read_text().splitlines()
    assert history_of(file).last_state() == (lines[:2], lines[2:])
    assert isinstance(history_of(file).all_records()[0], CheckpointRecord)


def test_the_last_write_is_told_whoever_has_recorded_it(file: MemoryFile) -> None:
    one, other = file.history, History(file.path)
    assert one is not None
    for name in ("a", "b"):
        file.apply(CreateEntities([Entity(name, "t", ())]))
        last = one.last_change()
        assert isinstance(last, ChangeRecord)
        assert last == other.last_change()
        assert last.label == f"Create {name}"
    other.append(VoidRecord(last.id))
    assert one.last_change() == other.last_change() != last
    one.path.unlink()
    assert one.last_change() is None


def test_a_torn_last_record_is_left_out_and_cut_off_at_the_next_write(file: MemoryFile) -> None:
    create(file, "a")
    with history_of(file).path.open("ab") as log:
        log.write(encode(change("torn"))[:-10])
    assert len(history_of(file).records()) == 1
    create(file, "b")
    assert [record.label for record in history_of(file).records()] == ["Create a", "Create b"]
    assert b"torn" not in history_of(file).path.read_bytes()


@pytest.mark.parametrize("size", [10, 300_000, 1_000_000])
def test_a_torn_record_of_any_length_is_cut_off(tmp_path: Path, size: int) -> None:
    history = History(tmp_path / "memory.jsonl")
    history.append(change("1"))
    with history.path.open("ab") as log:
        log.write(b"x" * size)
    history.append(change("2"))
    assert [record.id for record in history.records()] == ["1", "2"]
    history.path.write_bytes(b"x" * size)
    history.append(change("3"))
    assert [record.id for record in history.records()] == ["3"]


@pytest.mark.parametrize("size", [10, 300_000])
def test_the_last_write_is_found_behind_void_ones(tmp_path: Path, size: int) -> None:
    history = History(tmp_path / "memory.jsonl")
    assert history.last_change() is None
    history.append(change("1"), change("2", "x" * size), VoidRecord("2"))
    last = history.last_change()
    assert last is not None
    assert last.id == "1"
    with pytest.raises(HistoryError, match="cannot be undone"):
        history.find("2")


@pytest.mark.parametrize(
    "damage",
    [
        b"garbage\n",
        b"\xff\xfe\0\n",
        b"\n",
        b"[" * 100_000 + b"\n",
        b'{"kind":"change"}\n',
        b'{"kind":"checkpoint","id":"x","time":1,"checksum":"0-0","entities":["{"],"relations":[]}\n',
        b'{"kind":"checkpoint","id":"x","time":1,"checksum":"0-0","entities":["\\ud800"],"relations":[]}\n',
        b'{"kind":"checkpoint","id":"x","time":1,"checksum":"0-0","entities":["[]"],"relations":[]}\n',
        encode(change("x")).replace(b'"index":0', b'"index":-9'),
        encode(change("x")).replace(b'"index":0', b'"index":99'),
    ],
)
def test_whatever_the_history_holds_the_memory_is_written(file: MemoryFile, damage: bytes) -> None:
    create(file, "a")
    history_of(file).path.write_bytes(damage)
    assert create(MemoryFile(file.path, Writer("window")), "b").warning is None
    applied = create(file, "c")
    assert [entity.name for entity in file.read().entities] == ["a", "b", "c"]
    assert history_of(file).last_state() == (file.path.read_text().splitlines(), [])
    assert applied.record_id is not None
    file.revert(applied.record_id)
    assert [entity.name for entity in file.read().entities] == ["a", "b"]


def damage_the_line_of(file: MemoryFile, label: str) -> None:
    log = history_of(file).path
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(b"{damaged\n" if label.encode() in line else line for line in lines))


def test_a_damaged_line_stops_no_undo_but_its_own(file: MemoryFile) -> None:
    first, second, third = (create(file, name).record_id for name in "abc")
    assert first is not None
    assert second is not None
    assert third is not None
    damage_the_line_of(file, "Create b")
    file.revert(third)
    file.revert(first)
    assert [entity.name for entity in file.read().entities] == ["b"]
    with pytest.raises(HistoryError, match="not in the history any more"):
        file.revert(second)


def test_damage_is_told_once(file: MemoryFile) -> None:
    for name in "abc":
        create(file, name)
    damage_the_line_of(file, "Create a")
    damage_the_line_of(file, "Create c")
    warnings: list[str] = []
    history = History(file.path, warn=warnings.append)
    assert [record.label for record in history.records()] == ["Create b"]
    assert [record.label for record in history.records()] == ["Create b"]
    (warning,) = warnings
    assert warning.startswith("memory.history.jsonl: It holds a line that cannot be read.")


def test_the_state_is_not_told_after_damage_until_the_next_checkpoint(file: MemoryFile) -> None:
    for name in "abc":
        create(file, name)
    damage_the_line_of(file, "Create b")
    assert history_of(file).last_state() is None
    file.path.write_bytes(file.path.read_bytes() + b'{"type":"entity","name":"outside"}\n')
    create(MemoryFile(file.path, Writer("window")), "d")
    assert history_of(file).last_state() == (file.path.read_text().splitlines(), [])


def test_a_change_that_fits_by_chance_after_damage_gives_no_state(file: MemoryFile) -> None:
    create(file, "a")
    create(file, "b")
    file.apply(RetypeEntity("a", "u"))
    damage_the_line_of(file, "Create b")
    assert history_of(file).last_state() is None


def test_a_checkpoint_that_cannot_be_read_is_followed_by_another(file: MemoryFile) -> None:
    create(file, "a")
    damage_the_line_of(file, "checkpoint")
    file.path.unlink()
    assert create(MemoryFile(file.path, Writer("window")), "b").warning is None
    assert history_of(file).last_state() == (file.path.read_text().splitlines(), [])


def at(file: MemoryFile, milliseconds: int, name: str, *, first: bool = False) -> None:
    """Record by hand that an entity was created at a time."""
    text = encode_record(Entity(name, "t", ())).decode()
    data = file.path.read_bytes() if file.path.exists() else b""
    if first:
        history_of(file).append(CheckpointRecord(new_id(1), 1, checksum(data), (), ()))
    after = data + text.encode() + b"\n"
    changes = (RecordedChange("entities", data.count(b"\n"), None, text),)
    record_id = new_id(milliseconds)
    who = Writer("server")
    history_of(file).append(
        ChangeRecord(record_id, milliseconds, who, "op", checksum(data), checksum(after), changes)
    )
    file.path.write_bytes(after)


def names_at(file: MemoryFile, milliseconds: int) -> str:
    return "".join(entity.name for entity in history_of(file).as_of(milliseconds).entities)


def test_the_memory_can_be_had_as_it_was(file: MemoryFile) -> None:
    at(file, 10, "a", first=True)
    at(file, 20, "b")
    at(file, 20, "c")
    at(file, 30, "d")
    assert [names_at(file, time) for time in (1, 9, 10, 19, 20, 29, 30, 10**15)] == [
        *("", "", "a", "a", "abc", "abc", "abcd", "abcd")
    ]
    with pytest.raises(HistoryError, match="begins later"):
        history_of(file).as_of(0)


def test_an_older_checkpoint_is_not_needed_for_a_time_after_a_newer_one(file: MemoryFile) -> None:
    at(file, 10, "a", first=True)
    damage_the_line_of(file, '"checkpoint"')
    with pytest.raises(HistoryError, match="a part of the history is missing"):
        history_of(file).as_of(10)
    file.path.write_bytes(file.path.read_bytes() + b'{"type":"entity","name":"outside"}\n')
    create(MemoryFile(file.path, Writer("window")), "d")
    assert len(history_of(file).as_of(10**15).entities) == 3


def test_a_write_that_never_happened_is_not_in_the_past(file: MemoryFile) -> None:
    at(file, 10, "a", first=True)
    history_of(file).append(change("never"), VoidRecord("never"))
    assert names_at(file, 10**15) == "a"


def test_a_history_that_cannot_be_written_is_a_warning(file: MemoryFile) -> None:
    history_of(file).path.mkdir()
    applied = create(file, "a")
    assert applied.record_id is None
    assert applied.warning is not None
    assert "memory.history.jsonl cannot be" in applied.warning
    assert [entity.name for entity in file.read().entities] == ["a"]
    history_of(file).path.rmdir()
    assert create(file, "b").warning is None
    assert len(history_of(file).records()) == 1


def test_without_a_history_nothing_is_kept_and_nothing_can_be_undone(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "memory.jsonl", Writer("window"), keep_history=False)
    applied = create(file, "a")
    assert (applied.record_id, applied.warning) == (None, None)
    assert not history_path(file.path).exists()
    with pytest.raises(HistoryError, match="No history is kept"):
        file.revert("1")


def test_the_history_is_named_after_the_memory() -> None:
    assert history_path(Path("/x/my.memory.jsonl")) == Path("/x/my.memory.history.jsonl")
