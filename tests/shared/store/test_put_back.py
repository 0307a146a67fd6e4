"""Bringing back what others removed: in its place, in its spelling, and never over what is there."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.diff import diff
from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.model import Entity, LineChange
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.last_writer import last_writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.put_back import PutBack

PATH = Path("memory.jsonl")
ENTITY = b'{"type":"entity","name":"N%d","entityType":"note","observations":[],"extra":%d}'
RELATION = b'{"type":"relation","from":"N%d","to":"N%d","relationType":"next"}'
LINES = [*(ENTITY % (n, n) for n in range(8)), *(RELATION % (n, n + 1) for n in range(7))]


def file_of(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def removed_by(before: Snapshot, after: Snapshot) -> tuple[LineChange, ...]:
    return tuple(one for one in diff(before, after) if one.after is None)


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(file_of(LINES))
    return MemoryFile(path, Writer("window"))


@given(st.sets(st.sampled_from(LINES)))
def test_any_lines_come_back_where_they_stood_byte_for_byte(gone: set[bytes]):
    before = decode(file_of(LINES), PATH)
    after = decode(file_of([line for line in LINES if line not in gone]), PATH).with_room()
    change = PutBack.of(removed_by(before, after)).apply(after).change
    assert after.after(change).to_bytes() == file_of(LINES)


def test_an_entity_that_is_there_again_stays_as_it_is(memory: MemoryFile):
    before = memory.read()
    after = memory.apply(DeleteEntities(["N1", "N2"])).snapshot
    memory.apply(CreateEntities([Entity("N1", "person", ("came back",))]))
    applied = memory.apply(PutBack.of(removed_by(before, after)), inserts=True)
    assert applied.snapshot.entity("N1") == Entity("N1", "person", ("came back",))
    assert applied.snapshot.entity("N2") == Entity("N2", "note", ())
    assert len(applied.snapshot.relations) == 7


def test_nothing_is_written_where_all_is_there_again(memory: MemoryFile):
    before = memory.read()
    applied = memory.apply(DeleteEntities(["N1"]))
    memory.revert(applied.record_id)
    edit = PutBack.of(removed_by(before, applied.snapshot))
    assert memory.apply(edit, inserts=True).change == ()


def test_it_says_what_comes_back(memory: MemoryFile):
    before = memory.read()
    two = memory.apply(DeleteEntities(["N1", "N2"])).snapshot
    assert PutBack.of(removed_by(before, two)).label == "Put back 2 entities"
    relations = [one for one in removed_by(before, two) if one.part == "relations"]
    assert PutBack.of(tuple(relations)).label == "Put back 3 relations"


def test_the_last_writer_is_told_as_long_as_nobody_else_wrote(memory: MemoryFile):
    assistant = MemoryFile(memory.path, Writer("server", client="claude-ai"))
    assistant.apply(DeleteEntities(["N1"]))
    assert last_writer(memory.path) == Writer("server", client="claude-ai")
    memory.path.write_bytes(file_of(LINES))
    assert last_writer(memory.path) == Writer("outside")
    memory.path.unlink()
    assert last_writer(memory.path) == Writer("outside")
