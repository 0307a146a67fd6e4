"""What is purged from a history is gone from every file of it, and the rest still works."""

import gzip
import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.errors import HistoryError, LockTimeout
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_purge import files_still_holding, plan_purge, purge
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    RecordedChange,
    VoidRecord,
    Writer,
    encode,
    new_id,
)
from mnemoscope_shared.store.history_selection import Everything, Holding
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import MemoryFile

SECRET = 'pä"ss\\w🔑rd'


@pytest.fixture
def file(tmp_path: Path) -> MemoryFile:
    file = MemoryFile(tmp_path / "memory.jsonl", Writer("server", "client"))
    assert file.history is not None
    file.history.rotation_bytes = 10_000
    return file


def create(file: MemoryFile, name: str, *observations: str) -> str:
    record_id = file.apply(CreateEntities([Entity(name, "t", observations)])).record_id
    assert record_id is not None
    return record_id


def delete(file: MemoryFile, name: str) -> str:
    record_id = file.apply(DeleteEntities([name])).record_id
    assert record_id is not None
    return record_id


def retype(file: MemoryFile, times: int) -> None:
    for number in range(times):
        file.apply(RetypeEntity("a", f"t{number}"))


def labels(file: MemoryFile) -> list[str]:
    return [record.label for record in History(file.path).records()]


def contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for one in folder.iterdir():
        yield one, gzip.decompress(one.read_bytes()) if one.suffix == ".gz" else one.read_bytes()


def spellings(text: str) -> set[bytes]:
    found = {text}
    for _ in range(3):
        found |= {json.dumps(one, ensure_ascii=only)[1:-1] for one in found for only in (True, False)}
    return {one.encode() for one in found}


def assert_nowhere(text: str, folder: Path, but: Path | None = None) -> None:
    for one, content in contents(folder):
        for spelled in spellings(text):
            assert one == but or spelled not in content, one


def assert_the_state_is_told(file: MemoryFile) -> None:
    assert History(file.path).last_state() == (file.path.read_text().splitlines(), [])


def test_a_deleted_secret_lives_on_nowhere_and_the_rest_can_be_undone(file: MemoryFile) -> None:
    first = create(file, "a")
    gone = [create(file, "b", f"The password is {SECRET}.")]
    second = create(file, "c")
    gone.append(delete(file, "b"))
    third = create(file, "d")
    removal = purge(file.path, Holding(SECRET))
    assert [record.id for record in removal.writes] == gone
    assert (removal.checkpoints, removal.unreadable, removal.kept) == (0, 0, 3)
    assert_nowhere(SECRET, file.path.parent)
    assert_the_state_is_told(file)
    assert labels(file) == ["Create a", "Create c", "Create d"]
    last_time = History(file.path).records()[-1].time
    assert History(file.path).as_of(last_time).to_bytes() == file.path.read_bytes()
    for record_id in (second, third, first):
        file.revert(record_id)
    assert file.read().entities == ()
    assert_the_state_is_told(file)
    with pytest.raises(HistoryError):
        file.revert(gone[0])


def test_a_plan_says_what_a_purge_then_does(file: MemoryFile) -> None:
    create(file, "a", SECRET)
    create(file, "b")
    before = dict(contents(file.path.parent))
    planned = plan_purge(file.path, Holding(SECRET))
    assert dict(contents(file.path.parent)) == before
    assert planned == purge(file.path, Holding(SECRET))
    assert not plan_purge(file.path, Holding(SECRET))


@pytest.mark.parametrize(
    "line",
    [
        json.dumps({"type": "entity", "name": SECRET, "entityType": "t", "observations": []}),
        json.dumps({"type": "other", "deep": [{SECRET: 1}]}, ensure_ascii=False),
        json.dumps({"type": "entity", "name": "x", "observations": [json.dumps({"key": [SECRET]})]}),
        json.dumps({"type": "entity", "name": "x", "observations": [json.dumps(json.dumps([SECRET]))]}),
    ],
)
def test_a_text_is_removed_however_another_program_spelled_it(file: MemoryFile, line: str) -> None:
    create(file, "a")
    before = file.path.read_bytes()
    file.path.write_bytes(line.encode() + b"\n" + before)
    create(file, "b")
    file.path.write_bytes(before)
    create(file, "c")
    removal = purge(file.path, Holding(SECRET))
    assert len(removal.writes) == 2
    assert_nowhere(SECRET, file.path.parent)
    assert_the_state_is_told(file)


def test_a_text_is_removed_from_checkpoints_and_older_parts(file: MemoryFile) -> None:
    create(file, "secret", SECRET)
    create(file, "a")
    retype(file, 60)
    delete(file, "secret")
    retype(file, 60)
    assert len(list(file.path.parent.glob("*.gz"))) >= 2
    kept = len(labels(file)) - 2
    removal = purge(file.path, Holding(SECRET))
    assert removal.checkpoints >= 1
    assert (len(removal.writes), len(labels(file))) == (2, kept)
    assert_nowhere(SECRET, file.path.parent)
    assert_the_state_is_told(file)
    newest = History(file.path).records()[-1]
    assert History(file.path).as_of(newest.time).to_bytes() == file.path.read_bytes()
    file.revert(newest.id)
    assert_the_state_is_told(file)


def test_the_modes_of_all_parts_stay(file: MemoryFile) -> None:
    file.path.touch()
    file.path.chmod(0o640)
    create(file, "a", SECRET)
    delete(file, "a")
    create(file, "a")
    retype(file, 60)
    purge(file.path, Holding(SECRET))
    assert list(file.path.parent.glob("*.gz")) != []
    modes = {stat.S_IMODE(one.stat().st_mode) for one in file.path.parent.glob("memory.history*")}
    assert modes == {0o640}


def change(record_id: str, *lines: str, **fields: str) -> ChangeRecord:
    changes = tuple(RecordedChange("entities", 0, None, line) for line in lines)
    return ChangeRecord(record_id, 1, Writer("server"), "op", "x", "y", changes, **fields)


@pytest.mark.parametrize(
    "record",
    [
        change("1", label=SECRET),
        change("1", note=SECRET),
        change("1", episode=SECRET),
        ChangeRecord("1", 1, Writer("server", SECRET), "op", "x", "y", ()),
        ChangeRecord("1", 1, Writer("server", "client", SECRET), "op", "x", "y", ()),
        CheckpointRecord("1", 1, "x", (), (SECRET,)),
    ],
)
def test_a_text_is_removed_wherever_a_record_has_it(
    file: MemoryFile, record: ChangeRecord | CheckpointRecord
) -> None:
    history = History(file.path)
    history.append(change("0"), record, change("2"))
    purge(file.path, Holding(SECRET))
    assert_nowhere(SECRET, file.path.parent)
    assert [one.id for one in history.records()] == ["0", "2"]


def test_an_announced_write_that_never_happened_goes_with_its_withdrawal(file: MemoryFile) -> None:
    create(file, "a")
    history = History(file.path)
    history.append(change(new_id(2), SECRET), VoidRecord("other"), change("void", SECRET), VoidRecord("void"))
    removal = purge(file.path, Holding(SECRET))
    assert len(removal.writes) == 2
    assert_nowhere(SECRET, file.path.parent)
    assert VoidRecord("other") in history.all_records()
    assert VoidRecord("void") not in history.all_records()


def test_what_cannot_be_read_goes_too_since_it_may_hold_anything(file: MemoryFile) -> None:
    create(file, "a")
    retype(file, 60)
    (oldest, *_) = sorted(file.path.parent.glob("*.gz"))
    oldest.write_bytes(oldest.read_bytes()[:-30])
    log = History(file.path).path
    log.write_bytes(log.read_bytes() + b'{"p\\u00e4ss\n' + b'{"torn')
    removal = purge(file.path, Holding("nowhere"))
    assert (removal.writes, removal.checkpoints) == ([], 0)
    assert removal.unreadable in (3, 4)  # the end of the damaged part may be a torn line
    assert not plan_purge(file.path, Holding("nowhere"))
    assert_the_state_is_told(file)


def test_no_checkpoint_brings_back_what_the_memory_still_holds(file: MemoryFile) -> None:
    kept = create(file, "a")
    create(file, "b", SECRET)
    retype(file, 3)
    purge(file.path, Holding(SECRET))
    assert files_still_holding(file.path, SECRET) == [file.path]
    assert [one for one, content in contents(file.path.parent) if SECRET[3:5].encode() in content] == [
        file.path
    ]
    retype(file, 3)
    file.revert(kept, force=True)
    delete(file, "b")
    purge(file.path, Holding(SECRET))
    assert files_still_holding(file.path, SECRET) == []
    assert_nowhere(SECRET, file.path.parent)
    assert_the_state_is_told(file)


def test_copies_beside_the_memory_that_hold_the_text_are_named(file: MemoryFile) -> None:
    create(file, "a")
    names = ("memory.jsonl.backup-1", "memory.jsonl.rejected")
    for name in (*names, "other.jsonl"):
        file.path.with_name(name).write_text(json.dumps([SECRET]))
    assert files_still_holding(file.path, SECRET) == [file.path.with_name(name) for name in names]


def test_what_killed_writers_left_is_removed_however_young(file: MemoryFile) -> None:
    create(file, "a")
    for name in ("memory.jsonl.1-a", "memory.history.jsonl.1-a", "memory.history-X.jsonl.gz.1-a"):
        file.path.with_name(f".~{name}.tmp").write_text(SECRET)
    purge(file.path, Holding("a"))
    assert_nowhere(SECRET, file.path.parent)


def test_the_part_of_an_interrupted_rotation_goes(file: MemoryFile) -> None:
    create(file, "a", SECRET)
    delete(file, "a")
    part = file.path.with_name(f"memory.history-{new_id(1)}.jsonl.gz")
    part.write_bytes(gzip.compress(History(file.path).path.read_bytes()))
    purge(file.path, Holding(SECRET))
    assert_nowhere(SECRET, file.path.parent)


def test_a_history_behind_a_link_is_purged_where_it_is(file: MemoryFile, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    log = History(file.path).path
    log.symlink_to(elsewhere / "log")
    create(file, "a", SECRET)
    delete(file, "a")
    create(file, "b")
    purge(file.path, Holding(SECRET))
    assert log.is_symlink()
    assert_nowhere(SECRET, elsewhere)
    purge(file.path, Everything())
    assert list(elsewhere.iterdir()) == []


def test_nothing_is_purged_while_somebody_writes(file: MemoryFile) -> None:
    create(file, "a", SECRET)
    before = History(file.path).path.read_bytes()
    with WriteLock(file.path, 1.0).held(), pytest.raises(LockTimeout):
        purge(file.path, Holding(SECRET), lock_timeout=0.05)
    assert History(file.path).path.read_bytes() == before


def test_a_purge_that_finds_nothing_changes_no_byte(file: MemoryFile) -> None:
    create(file, "a")
    log = History(file.path).path
    log.write_bytes(log.read_bytes() + encode(change("void")) + encode(VoidRecord("void")))
    status = log.stat()
    purge(file.path, Holding("nowhere"))
    assert log.stat().st_ino == status.st_ino
    assert log.stat().st_mtime_ns == status.st_mtime_ns
