"""Conflict copies are told from other memories, and from what we keep beside the file."""

import os
import unicodedata
from pathlib import Path

import pytest
from small_memory import ANN, BEN, GRAPH, KNOWS, memory_of

from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.conflict_copies import find_conflict_copies
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

ALIKE = memory_of(ANN, Entity("Dan", "person", ())).to_bytes()
OTHER = memory_of(Entity("Eve", "person", ()), Entity("Dan", "person", ()), KNOWS).to_bytes()
TELLING = [
    "memory (Alice's conflicted copy 2026-01-02).jsonl",
    "memory (Alice (laptop)'s conflicted copy 2026-01-02).jsonl",
    "memory (In Konflikt stehende Kopie von Alice 2026-01-02).jsonl",
    "memory (conflicted copy 2026-01-02 030405).jsonl",
    "memory.sync-conflict-20260102-030405-ABCDEFG.jsonl",
    "memory_conflict-20260102-030405.jsonl",
]
AMBIGUOUS = [
    "memory-DESKTOP-1A2B3C4.jsonl",
    "memory-Alices-MacBook-Pro.jsonl",
    "memory (1).jsonl",
    "memory(2).jsonl",
    "memory 2.jsonl",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(memory_of(*GRAPH).to_bytes())
    return path


@pytest.mark.parametrize("name", TELLING + AMBIGUOUS)
def test_a_copy_is_known_by_the_name_that_a_service_gives(path: Path, name: str) -> None:
    copy = path.with_name(name)
    copy.write_bytes(ALIKE)
    assert find_conflict_copies(path) == [copy]


@pytest.mark.parametrize("name", TELLING)
def test_a_telling_name_is_enough_where_the_memories_have_nothing_in_common(path: Path, name: str) -> None:
    copy = path.with_name(name)
    copy.write_bytes(OTHER)
    path.unlink()
    assert find_conflict_copies(path) == [copy]


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_an_ambiguous_name_of_another_memory_is_none(path: Path, name: str) -> None:
    path.with_name(name).write_bytes(OTHER)
    assert find_conflict_copies(path) == []
    path.write_bytes(b"")
    path.with_name(name).write_bytes(b"")
    assert find_conflict_copies(path) == []


def test_what_else_is_beside_the_file_is_no_copy(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    file.apply(DeleteEntities(["Ben"]))
    others = [
        *("memory.jsonl.backup-20260102T030405Z", "memory.jsonl.rejected", ".~memory.jsonl.1-a.tmp"),
        *("memory.jsonl.conflict-20260102T030405Z", "memory.json", "memory_work.jsonl", "memories.jsonl"),
        *(
            "my memory (1).jsonl",
            "memory (draft).jsonl",
            "memory.history (1).jsonl",
            "memory 2026-01-02.jsonl",
        ),
        *("memory.history (Alice's conflicted copy 2026-01-02).jsonl", "memory-.jsonl", "memory 2.json"),
    ]
    for name in others:
        path.with_name(name).write_bytes(ALIKE)
    assert find_conflict_copies(path) == []


@pytest.mark.parametrize("content", [b"", b'{"a":1}\n', b"a note\n", ALIKE[:-9], b"\0" * 100])
def test_a_copy_that_cannot_be_read_as_a_memory_is_none(path: Path, content: bytes) -> None:
    path.with_name(TELLING[0]).write_bytes(content)
    path.with_name(TELLING[1]).mkdir()
    assert find_conflict_copies(path) == []


def test_several_copies_are_sorted_by_name_and_a_link_is_none(path: Path) -> None:
    for name in ("memory (2).jsonl", "memory (1).jsonl", "memory-HOST.jsonl"):
        path.with_name(name).write_bytes(ALIKE)
    path.with_name("memory (3).jsonl").symlink_to(path)
    names = [copy.name for copy in find_conflict_copies(path)]
    assert names == ["memory (1).jsonl", "memory (2).jsonl", "memory-HOST.jsonl"]


def test_an_accent_may_be_spelled_in_two_ways(tmp_path: Path) -> None:
    path = tmp_path / unicodedata.normalize("NFC", "mémoire.jsonl")
    copy = tmp_path / unicodedata.normalize("NFD", "mémoire.sync-conflict-20260102-030405-ABCDEFG.jsonl")
    copy.write_bytes(ALIKE)
    assert find_conflict_copies(path) == [copy]


def test_a_folder_that_cannot_be_listed_has_none(tmp_path: Path) -> None:
    assert find_conflict_copies(tmp_path / "missing" / "memory.jsonl") == []
    assert find_conflict_copies(Path(os.devnull) / "memory.jsonl") == []


def test_importing_a_copy_brings_what_only_it_has_and_undo_takes_it_away_again(path: Path) -> None:
    copy = path.with_name(TELLING[0])
    copy.write_bytes(path.read_bytes())
    there, here = MemoryFile(copy, Writer("server")), MemoryFile(path, Writer("window"))
    there.apply(CreateEntities([Entity("Dan", "person", ("tea",))]))
    there.apply(DeleteEntities(["Ben"]))
    here.apply(CreateEntities([Entity("Eve", "person", ())]))
    before = path.read_bytes()
    held = there.read()
    done = here.apply(ImportRecords(held.entities, held.relations, copy.name))
    assert [entity.name for entity in here.read().entities] == [ANN.name, BEN.name, "Eve", "Dan"]
    assert here.read().relations == memory_of(*GRAPH).relations
    assert done.record_id is not None
    here.revert(done.record_id)
    assert path.read_bytes() == before
    assert copy.exists()
