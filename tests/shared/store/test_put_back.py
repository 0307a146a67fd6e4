"""Bringing back what others removed: in its place, in its spelling, and never over what is there."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.diff import diff
from mnemoscope_shared.edits import AddObservations, CreateEntities, DeleteEntities, EntityObservations
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.losses import Losses
from mnemoscope_shared.model import Entity
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


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(file_of(LINES))
    return MemoryFile(path, Writer("window"))


def losses_over(states: list[Snapshot]) -> Losses:
    """Return what is removed from each state to the next."""
    losses = Losses(states[0])
    for before, after in pairwise(states):
        losses.note(before, diff(before, after))
    return losses


def put_back(losses: Losses, now: Snapshot) -> bytes:
    now = now.with_room()
    return now.after(PutBack(losses.base, losses.lost).apply(now).change).to_bytes()


@given(st.lists(st.sets(st.sampled_from(LINES)), max_size=4))
def test_lines_that_go_at_once_or_one_after_another_come_back_where_they_stood(steps: list[set[bytes]]):
    states, gone = [decode(file_of(LINES), PATH)], set[bytes]()
    for step in steps:
        gone |= step
        states.append(decode(file_of([line for line in LINES if line not in gone]), PATH))
    assert put_back(losses_over(states), states[-1]) == file_of(LINES)


def test_the_last_version_of_an_entity_comes_back(memory: MemoryFile):
    states = [memory.read()]
    states.append(memory.apply(DeleteEntities(["N4"])).snapshot)
    states.append(memory.apply(AddObservations([EntityObservations("N2", ("new",))])).snapshot)
    states.append(memory.apply(DeleteEntities(["N2"])).snapshot)
    names = [entity.name for entity in decode(put_back(losses_over(states), states[-1]), PATH).entities]
    assert names == [f"N{number}" for number in range(8)]
    assert b'"observations":["new"]' in put_back(losses_over(states), states[-1])


def test_what_came_and_went_again_comes_to_the_end(memory: MemoryFile):
    states = [memory.read(), memory.apply(CreateEntities([Entity("Late", "note", ())])).snapshot]
    states.append(memory.apply(DeleteEntities(["Late", "N1"])).snapshot)
    entities = decode(put_back(losses_over(states), states[-1]), PATH).entities
    assert [entity.name for entity in entities][-1] == "Late"
    assert [entity.name for entity in entities][1] == "N1"


def test_an_entity_that_is_there_again_stays_as_it_is(memory: MemoryFile):
    states = [memory.read(), memory.apply(DeleteEntities(["N1", "N2"])).snapshot]
    memory.apply(CreateEntities([Entity("N1", "person", ("came back",))]))
    losses = losses_over(states)
    applied = memory.apply(PutBack(losses.base, losses.lost), inserts=True)
    assert applied.snapshot.entity("N1") == Entity("N1", "person", ("came back",))
    assert applied.snapshot.entity("N2") == Entity("N2", "note", ())
    assert len(applied.snapshot.relations) == 7


def test_nothing_is_written_where_all_is_there_again(memory: MemoryFile):
    states = [memory.read()]
    applied = memory.apply(DeleteEntities(["N1"]))
    losses = losses_over([*states, applied.snapshot])
    memory.revert(applied.record_id)
    assert memory.apply(PutBack(losses.base, losses.lost), inserts=True).change == ()


def test_of_two_entities_of_one_name_both_come_back_and_one_that_stayed_is_not_doubled():
    twice = [ENTITY % (1, 1), ENTITY % (1, 2), ENTITY % (2, 3)]
    both_gone = [decode(file_of(twice), PATH), decode(file_of(twice[2:]), PATH)]
    assert put_back(losses_over(both_gone), both_gone[-1]) == file_of(twice)
    one_gone = [decode(file_of(twice), PATH), decode(file_of(twice[1:]), PATH)]
    assert put_back(losses_over(one_gone), one_gone[-1]) == file_of(twice)


def test_a_renamed_entity_and_the_relations_that_followed_it_are_no_loss(memory: MemoryFile):
    states = [memory.read(), memory.apply(AddObservations([EntityObservations("N3", ("fact",))])).snapshot]
    states.append(memory.apply(RenameEntity("N3", "Renamed")).snapshot)
    assert losses_over(states).lost == []


def test_it_says_what_comes_back(memory: MemoryFile):
    losses = losses_over([memory.read(), memory.apply(DeleteEntities(["N1", "N2"])).snapshot])
    assert PutBack(losses.base, losses.lost).label == "Put back 2 entities"
    relations = [one for one in losses.lost if one.part == "relations"]
    assert PutBack(losses.base, relations).label == "Put back 3 relations"


def writer_of(memory: MemoryFile) -> Writer:
    memory.read()
    return last_writer(memory.history, memory.checksum)


def test_the_last_writer_is_told_as_long_as_nobody_else_wrote(memory: MemoryFile):
    assistant = MemoryFile(memory.path, Writer("server", client="claude-ai"))
    assistant.apply(DeleteEntities(["N1"]))
    assert writer_of(memory) == Writer("server", client="claude-ai")
    memory.path.write_bytes(file_of(LINES))
    assert writer_of(memory) == Writer("outside")
    memory.path.unlink()
    assert writer_of(memory) == Writer("outside")


def test_who_wrote_what_an_own_write_found_is_told_too(memory: MemoryFile):
    MemoryFile(memory.path, Writer("server", client="claude-ai")).apply(DeleteEntities(["N1"]))
    own = memory.apply(CreateEntities([Entity("Zoe", "person", ())]))
    found = last_writer(memory.history, memory.checksum, followed_by=own.record_id)
    assert found == Writer("server", client="claude-ai")
