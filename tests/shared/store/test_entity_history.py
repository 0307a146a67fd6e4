"""What happened to one entity: told from real writes, by names, renames and merges."""

import json
from pathlib import Path

import pytest

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.entity_history import EntityHistory
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.provenance import Provenance

CLAUDE = Writer("server", "claude-ai", "1.2", 7)


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "memory.jsonl", CLAUDE)


def create(memory: MemoryFile, name: str, *observations: str) -> str:
    return memory.apply(CreateEntities([Entity(name, "person", observations)])).record_id


def add(memory: MemoryFile, name: str, *observations: str) -> None:
    memory.apply(AddObservations([EntityObservations(name, observations)]))


def history_of(memory: MemoryFile, name: str, limit: int = 100) -> EntityHistory:
    return Provenance(memory).entity_history(memory.read(), name, limit)


def labels_of(memory: MemoryFile, name: str) -> list[str]:
    return [event.label for event in history_of(memory, name).events]


def test_each_write_to_an_entity_is_an_event_the_newest_first(memory):
    record_id = create(memory, "Ann", "likes tea")
    create(memory, "Bo")
    memory.writer = Writer("window")
    memory.apply(RetypeEntity("Ann", "team"))
    history = history_of(memory, "Ann")
    retyped, created = history.events
    assert history.is_complete
    assert (retyped.label, retyped.writer.app) == ("Change the type of Ann", "window")
    assert (retyped.before.entity_type, retyped.after.entity_type) == ("person", "team")
    assert (created.record_id, created.writer) == (record_id, CLAUDE)
    assert (created.before, created.after) == (None, Entity("Ann", "person", ("likes tea",)))
    assert history.since <= created.time <= retyped.time


def test_events_under_earlier_names_are_found_and_those_of_others_who_had_the_name_are_not(memory):
    create(memory, "Bo", "another one")
    memory.apply(RenameEntity("Bo", "Cy"))
    create(memory, "Ann")
    memory.apply(RenameEntity("Ann", "Bo"))
    assert labels_of(memory, "Bo") == ["Rename Ann to Bo", "Create Ann"]
    assert labels_of(memory, "Cy") == ["Rename Bo to Cy", "Create Bo"]


def test_what_was_merged_into_an_entity_belongs_to_its_history(memory):
    create(memory, "Ann", "likes tea")
    create(memory, "Anna", "likes milk")
    memory.apply(MergeEntities(["Anna"], "Ann"))
    merged, *earlier = history_of(memory, "Ann").events
    assert [entity.name for entity in merged.absorbed] == ["Anna"]
    assert [(event.name, event.label) for event in earlier] == [
        ("Anna", "Create Anna"),
        ("Ann", "Create Ann"),
    ]
    assert history_of(memory, "Anna").events[0].after is None


def test_a_merge_under_a_new_name_and_without_new_observations_is_followed(memory):
    create(memory, "Ann")
    create(memory, "Anna")
    memory.apply(MergeEntities(["Ann", "Anna"], "Annabel"))
    assert labels_of(memory, "Annabel")[1:] == ["Create Anna", "Create Ann"]


def test_a_merge_that_was_undone_is_not_followed_and_its_redo_is(memory):
    create(memory, "Ann", "likes tea")
    create(memory, "Anna", "likes milk")
    merge = memory.apply(MergeEntities(["Anna"], "Ann"))
    undone = memory.revert(merge.record_id)
    label = "Merge Anna into Ann"
    assert labels_of(memory, "Ann") == [f"Undo: {label}", label, "Create Ann"]
    assert labels_of(memory, "Anna") == [f"Undo: {label}", label, "Create Anna"]
    memory.revert(undone.record_id)
    found = labels_of(memory, "Ann")
    assert found[0] == f"Redo: {label}"
    assert found[-2:] == ["Create Anna", "Create Ann"]


def test_an_outside_rename_is_followed_by_what_the_entity_knew(memory):
    create(memory, "Ann", "likes tea")
    memory.path.write_bytes(memory.path.read_bytes().replace(b'"Ann"', b'"Anna"'))
    newest, created = history_of(memory, "Anna").events
    assert (newest.writer.app, newest.label) == ("outside", "Change made outside")
    assert [entity.name for entity in newest.absorbed] == ["Ann"]
    assert created.label == "Create Ann"


def test_an_entity_that_is_gone_still_has_its_history(memory):
    create(memory, "Ann")
    memory.apply(DeleteEntities(["Ann"]))
    deleted, created = history_of(memory, "Ann").events
    assert (deleted.name, deleted.after) == ("Ann", None)
    assert created.after == deleted.before


def test_a_removal_that_was_undone_is_in_between(memory):
    create(memory, "Ann")
    memory.revert(memory.apply(DeleteEntities(["Ann"])).record_id)
    assert labels_of(memory, "Ann") == ["Undo: Delete Ann", "Delete Ann", "Create Ann"]


def test_relations_that_come_and_go_are_events(memory):
    create(memory, "Ann")
    create(memory, "Bo")
    relation = Relation("Ann", "Bo", "knows")
    memory.apply(CreateRelations([relation, Relation("Bo", "Cy", "knows")]))
    memory.apply(DeleteEntities(["Bo"]))
    deleted, related, _ = history_of(memory, "Ann").events
    assert (related.name, related.before, related.after) == ("Ann", None, None)
    assert (related.relations_added, related.relations_removed) == ((relation,), ())
    assert (deleted.relations_added, deleted.relations_removed) == ((), (relation,))


def test_relations_that_follow_an_entitys_new_name_are_no_news_to_it_but_to_the_other_end(memory):
    create(memory, "Ann")
    create(memory, "Bo")
    memory.apply(CreateRelations([Relation("Ann", "Bo", "knows")]))
    memory.apply(RenameEntity("Ann", "Anna"))
    renamed = history_of(memory, "Anna").events[0]
    assert (renamed.relations_added, renamed.relations_removed) == ((), ())
    at_the_other_end = history_of(memory, "Bo").events[0]
    assert at_the_other_end.relations_added == (Relation("Anna", "Bo", "knows"),)
    assert at_the_other_end.relations_removed == (Relation("Ann", "Bo", "knows"),)


def test_a_line_that_was_only_spelled_in_another_way_is_no_event(memory):
    create(memory, "Ann")
    memory.path.write_text(json.dumps(json.loads(memory.path.read_text())) + "\n")
    create(memory, "Bo")
    assert labels_of(memory, "Ann") == ["Create Ann"]


def test_no_more_events_than_asked_for_are_read_and_it_is_said(memory):
    create(memory, "Ann")
    for number in range(5):
        memory.apply(RetypeEntity("Ann", str(number)))
    history = history_of(memory, "Ann", limit=2)
    assert [event.after.entity_type for event in history.events] == ["4", "3"]
    assert not history.is_complete


def test_rotated_parts_are_read_too(memory):
    create(memory, "Ann", "x" * 300)
    memory.history.rotation_bytes = 2000
    for number in range(20):
        memory.apply(RetypeEntity("Ann", str(number)))
    assert list(memory.path.parent.glob("memory.history-*.jsonl.gz")) != []
    history = history_of(memory, "Ann")
    assert (len(history.events), history.is_complete) == (21, True)


@pytest.mark.parametrize(
    "name", ["", '"', "\\", '"\\/\n', "\ud800", "é", "a\u0000b", "🔑", "../x", "\\u0041", "a/b", "type"]
)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_any_name_in_any_spelling_is_found(memory, name, ascii_only):
    memory.apply(CreateEntities([Entity(name, "t", ())]))
    create(memory, "other", "not meant")
    line = json.dumps({"type": "entity", "name": name, "entityType": "outside", "observations": []})
    if not ascii_only and name.isprintable():
        line = json.dumps(json.loads(line), ensure_ascii=False)
    other = memory.path.read_bytes().splitlines()[1]
    memory.path.write_bytes(line.encode() + b"\n" + other + b"\n")
    memory.apply(CreateRelations([Relation(name, "other", "knows")]))
    assert labels_of(memory, name) == [f"Relate {name} → other", "Change made outside", f"Create {name}"]


def test_a_name_hidden_behind_escapes_is_found(memory):
    create(memory, "Ann")
    hidden = b'{"type":"entity","name":"\\u0041\\u006e\\u006e","entityType":"spy","observations":[]}\n'
    memory.path.write_bytes(hidden)
    create(memory, "Bo")
    assert history_of(memory, "Ann").events[0].after.entity_type == "spy"


def test_lines_of_a_history_that_mean_nothing_are_passed_over(memory):
    create(memory, "Ann")
    log = memory.history.path
    log.write_bytes(log.read_bytes().replace(b"entityType", b"entityTy\\u0000pe"))
    add(memory, "Ann", "likes tea")
    assert labels_of(memory, "Ann")[0] == "Add to Ann"
