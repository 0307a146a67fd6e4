"""Taking a write back, with or without changes by others after it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.errors import ChangedSince, NameTaken, NotFound
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import CheckpointRecord, Writer
from mnemoscope_shared.store.jsonl import encode_record
from mnemoscope_shared.store.memory_file import Applied, MemoryFile

ENTITIES = [Entity(name, "t", ("o",)) for name in "abcd"]
RELATIONS = [
    Relation("a", "b", "r"),
    Relation("c", "a", "r"),
    Relation("c", "d", "r"),
    Relation("a", "a", "r"),
]


@pytest.fixture
def file(tmp_path: Path) -> MemoryFile:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"".join(encode_record(record) + b"\n" for record in [*ENTITIES, *RELATIONS]))
    return MemoryFile(path, Writer("window"))


def record_id(applied: "Applied[object]") -> str:
    assert applied.record_id is not None
    return applied.record_id


def add(file: MemoryFile, name: str, *texts: str) -> "Applied[object]":
    return file.apply(AddObservations([EntityObservations(name, texts)]))


@pytest.mark.parametrize(
    "edit",
    [
        DeleteEntities(["a", "c"]),
        DeleteEntities(["d", "a", "b", "c"]),
        RenameEntity("a", "z"),
        CreateEntities([Entity("new", "t", ())]),
        CreateRelations([Relation("d", "a", "r")]),
        AddObservations([EntityObservations("b", ("x",)), EntityObservations("c", ("y",))]),
    ],
)
def test_undo_and_redo_give_the_very_bytes(file: MemoryFile, edit: DeleteEntities) -> None:
    before = file.path.read_bytes()
    done = file.apply(edit)
    after = file.path.read_bytes()
    undone = file.revert(record_id(done))
    assert file.path.read_bytes() == before
    redone = file.revert(record_id(undone))
    assert file.path.read_bytes() == after
    file.revert(record_id(redone))
    assert file.path.read_bytes() == before
    records = History(file.path).records()
    assert [record.undo for record in records] == [None, *(record.id for record in records[:-1])]


def test_undo_keeps_what_others_changed_meanwhile(file: MemoryFile) -> None:
    deleted = file.apply(DeleteEntities(["a"]))
    other = MemoryFile(file.path, Writer("server"))
    add(other, "b", "theirs")
    other.apply(CreateEntities([Entity("new", "t", ())]))
    file.path.write_bytes(b'{"type":"_marker"}\n' + file.path.read_bytes())
    file.revert(record_id(deleted))
    snapshot = file.read()
    assert {entity.name for entity in snapshot.entities} == {"a", "b", "c", "d", "new"}
    assert snapshot.entity("b") == Entity("b", "t", ("o", "theirs"))
    assert snapshot.relations == tuple(RELATIONS)
    assert b"_marker" in file.path.read_bytes()


def test_what_was_changed_again_is_shown_in_both_versions_and_kept(file: MemoryFile) -> None:
    added = add(file, "a", "x")
    add(file, "a", "y")
    before = file.path.read_bytes()
    with pytest.raises(ChangedSince) as raised:
        file.revert(record_id(added))
    assert raised.value.before == (encode_record(ENTITIES[0]).decode(),)
    assert raised.value.now == (encode_record(Entity("a", "t", ("o", "x", "y"))).decode(),)
    assert file.path.read_bytes() == before
    file.revert(record_id(added), force=True)
    assert file.read().entity("a") == ENTITIES[0]


def test_what_was_created_and_changed_again_is_removed_by_force_only(file: MemoryFile) -> None:
    created = file.apply(CreateEntities([Entity("new", "t", ())]))
    add(file, "new", "x")
    with pytest.raises(ChangedSince):
        file.revert(record_id(created))
    file.revert(record_id(created), force=True)
    assert file.read().entity("new") is None


def test_what_was_deleted_since_comes_back_by_force_only(file: MemoryFile) -> None:
    added = add(file, "a", "x")
    file.apply(DeleteEntities(["a"]))
    with pytest.raises(ChangedSince) as raised:
        file.revert(record_id(added))
    assert raised.value.now == ()
    file.revert(record_id(added), force=True)
    assert file.read().entity("a") == ENTITIES[0]


def test_a_name_that_was_taken_meanwhile_is_not_given_twice(file: MemoryFile) -> None:
    renamed = file.apply(RenameEntity("d", "z"))
    newcomer = Entity("d", "newcomer", ())
    file.apply(CreateEntities([newcomer]))
    with pytest.raises(ChangedSince) as raised:
        file.revert(record_id(renamed))
    assert raised.value.now == (encode_record(newcomer).decode(),)
    file.revert(record_id(renamed), force=True)
    assert file.read().entities == tuple(ENTITIES)


@pytest.mark.parametrize(
    "edit", [DeleteEntities(["a"]), RenameEntity("a", "z"), CreateEntities([Entity("n", "t", ())])]
)
@pytest.mark.parametrize("between", [None, CreateEntities([Entity("other", "t", ())])])
def test_what_was_undone_already_is_not_undone_again(
    file: MemoryFile, edit: DeleteEntities, between: CreateEntities | None
) -> None:
    done = file.apply(edit)
    file.revert(record_id(done))
    if between is not None:
        file.apply(between)
    before = file.path.read_bytes()
    assert not file.revert(record_id(done)).change
    assert file.path.read_bytes() == before


RECORDS = st.builds(Entity, st.sampled_from("abc"), st.just("t"), st.sampled_from([(), ("x",)])) | st.builds(
    Relation, st.sampled_from("ab"), st.sampled_from("ab"), st.just("r")
)
LINES = RECORDS.map(encode_record)
EDITS = st.one_of(
    st.builds(RenameEntity, st.sampled_from("abc"), st.sampled_from("xyz")),
    st.builds(DeleteEntities, st.lists(st.sampled_from("abcxyz"), min_size=1, max_size=2)),
    st.builds(CreateEntities, st.lists(st.builds(Entity, st.sampled_from("abc"), st.just("t"), st.just(())))),
    st.builds(CreateRelations, st.lists(st.builds(Relation, *[st.sampled_from("abx")] * 2, st.just("r")))),
)


@given(st.lists(LINES, max_size=6), st.lists(EDITS | st.lists(LINES, max_size=6), max_size=6))
def test_undoing_everything_goes_back_through_every_state(
    lines: list[bytes], steps: list[DeleteEntities | list[bytes]]
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        file = MemoryFile(path, Writer("window"))
        states = {}
        for step in [*steps, CreateEntities([Entity("last", "t", ())])]:
            if isinstance(step, list):
                path.write_bytes(b"".join(line + b"\n" for line in sorted(step)))
                continue
            before = file.read()
            try:
                done = file.apply(step)
            except (NotFound, NameTaken):
                continue
            if done.record_id is not None:
                states[done.record_id] = before.to_bytes()
        everything = History(path).all_records()
        assert history_state(path) == path.read_bytes()
        for number in reversed(range(len(everything))):
            record = everything[number]
            if isinstance(record, CheckpointRecord):
                break  # what was moved outside stays where it is
            file.revert(record.id)
            assert path.read_bytes() == states.get(record.id, path.read_bytes())
            assert history_state(path) == path.read_bytes()


def history_state(path: Path) -> bytes:
    state = History(path).last_state()
    assert state is not None
    return "".join(f"{line}\n" for part in state for line in part).encode()
