"""When each entity was last changed."""

from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities, CreateRelations, DeleteEntities
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.provenance import Provenance


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "memory.jsonl", Writer("window"))


def create(memory: MemoryFile, *names: str) -> None:
    for name in names:
        memory.apply(CreateEntities([Entity(name, "person", ())]))


def times(memory: MemoryFile) -> dict[str, int]:
    return Provenance(memory).last_changes(memory.read()).times


def test_the_last_write_of_an_entitys_own_line_is_its_last_change(memory):
    create(memory, "Ann", "Bo")
    memory.apply(RetypeEntity("Ann", "team"))
    memory.apply(CreateRelations([Relation("Ann", "Bo", "knows")]))
    memory.apply(RenameEntity("Bo", "Cy"))
    record_time = [record.time for record in memory.history.records()]
    assert times(memory) == {"Ann": record_time[2], "Cy": record_time[4]}


def test_last_changes_follow_each_change(memory):
    create(memory, "Ann", "Bo")
    last_changes = Provenance(memory).last_changes(memory.read())
    before = dict(last_changes.times)
    edits = [
        RetypeEntity("Ann", "team"),
        RenameEntity("Ann", "Anna"),
        CreateRelations([Relation("Anna", "Bo", "knows")]),
        CreateEntities([Entity("Cy", "t", ())]),
        DeleteEntities(["Cy"]),
    ]
    for number, edit in enumerate(edits):
        last_changes.follow(memory.apply(edit).change, number)
    assert last_changes.times == {"Anna": 1, "Bo": before["Bo"]}
    assert last_changes.times.keys() == times(memory).keys()


def test_an_entity_of_which_no_write_tells_has_no_last_change(memory):
    memory.path.write_text('{"_type":"entity","name":"Old","entityType":"t","observations":[]}\n')
    create(memory, "Ann")
    assert times(memory).keys() == {"Ann"}
    memory.path.write_text('{"_type":"entity","name":"Old","entityType":"\\ud800","observations":[]}\n')
    assert times(memory).keys() == {"Old"}


def test_a_torn_end_and_lines_of_nonsense_are_passed_over(memory):
    create(memory, "Ann")
    log = memory.history.path
    log.write_bytes(log.read_bytes() + b'nonsense "Ann"\n{"kind":"change","id":"torn')
    assert times(memory).keys() == {"Ann"}
