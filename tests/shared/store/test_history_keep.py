"""A history is removed as a whole, or but for what is new."""

from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.entity_corrections import RetypeEntity
from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_purge import Removal, plan_purge, purge
from mnemoscope_shared.store.history_record import CheckpointRecord, Writer
from mnemoscope_shared.store.history_selection import Everything, Holding, OlderThan
from mnemoscope_shared.store.memory_file import MemoryFile


@pytest.fixture
def file(tmp_path: Path) -> MemoryFile:
    file = MemoryFile(tmp_path / "memory.jsonl", Writer("server", "client"))
    assert file.history is not None
    file.history.rotation_bytes = 10_000
    return file


def create(file: MemoryFile, name: str) -> None:
    file.apply(CreateEntities([Entity(name, "t", ())]))


def retype(file: MemoryFile, times: int) -> None:
    for number in range(times):
        file.apply(RetypeEntity("a", f"t{number}"))


def labels(file: MemoryFile) -> list[str]:
    return [record.label for record in History(file.path).records()]


def assert_the_state_is_told(file: MemoryFile) -> None:
    assert History(file.path).last_state() == (file.path.read_text().splitlines(), [])


def test_the_whole_history_can_be_removed_and_begins_anew(file: MemoryFile) -> None:
    create(file, "a")
    retype(file, 60)
    assert len(purge(file.path, Everything()).writes) == 61
    assert list(file.path.parent.glob("memory.history*")) == []
    assert file.read().entities[0].name == "a"
    create(file, "b")
    assert labels(file) == ["Create b"]
    assert_the_state_is_told(file)


def test_what_is_older_than_a_time_goes_and_the_rest_begins_with_a_checkpoint(file: MemoryFile) -> None:
    create(file, "a")
    retype(file, 60)
    records = History(file.path).records()
    limit = records[40].time
    kept = [record.id for record in records if record.time >= limit]
    states = {record.time: History(file.path).as_of(record.time).to_bytes() for record in records[40:]}
    removal = purge(file.path, OlderThan(limit))
    assert removal.kept == len(kept)
    assert [record.id for record in History(file.path).records()] == kept
    assert isinstance(History(file.path).all_records()[0], CheckpointRecord)
    assert {time: History(file.path).as_of(time).to_bytes() for time in states} == states
    assert not plan_purge(file.path, OlderThan(limit)).writes
    with pytest.raises(HistoryError, match="begins later"):
        History(file.path).as_of(records[0].time - 1)
    assert_the_state_is_told(file)


def test_where_there_is_no_history_nothing_is_purged(file: MemoryFile) -> None:
    assert purge(file.path, Everything()) == Removal()
    assert not plan_purge(file.path, Holding("x"))
