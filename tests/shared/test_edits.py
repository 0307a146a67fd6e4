"""What each edit does to the memory, what it answers, and what it is called."""

from pathlib import Path
from typing import Any

import pytest

from mnemoscope_shared.corrections import RenameEntity, ReplaceObservation, ReplaceRelation, RetypeEntity
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.errors import NameTaken, NotFound
from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

ANN, BEN = Entity("Ann", "person", ("tea", "tea", "chess")), Entity("Ben", "person", ())
KNOWS, LOOP, DANGLING = (
    Relation("Ann", "Ben", "knows"),
    Relation("Ann", "Ann", "is"),
    Relation("Ann", "Cy", "met"),
)
GRAPH = [ANN, BEN, KNOWS, LOOP, DANGLING]


def applied(edit: Edit[Any], records: list[Record]) -> tuple[list[Record], Any]:
    """Return the records after an edit, read anew from the bytes, and its answer."""
    snapshot = decode(b"\n".join(map(encode_record, records)), Path("memory.jsonl"))
    outcome = edit.apply(snapshot)
    following: Snapshot = decode(snapshot.after(outcome.change).to_bytes(), Path("memory.jsonl"))
    return [*following.entities, *following.relations], outcome.result


def test_created_entities_come_after_the_last_and_known_names_are_skipped() -> None:
    cy = Entity("Cy", "cat", ("é",))
    records, result = applied(CreateEntities([Entity("Ann", "x", ()), cy, Entity("Cy", "dog", ())]), GRAPH)
    assert records == [ANN, BEN, cy, KNOWS, LOOP, DANGLING]
    assert (result.created, result.skipped) == ((cy,), ("Ann", "Cy"))


def test_created_relations_come_last_once_each_and_may_lead_nowhere() -> None:
    new = Relation("Nobody", "Nowhere", "r")
    records, result = applied(CreateRelations([KNOWS, new, new]), GRAPH)
    assert records == [*GRAPH, new]
    assert result == (new,)


def test_observations_that_are_there_already_are_not_added() -> None:
    edit = AddObservations([EntityObservations("Ann", ("tea", "new", "new")), EntityObservations("Ben", ())])
    records, result = applied(edit, GRAPH)
    assert records[0] == Entity("Ann", "person", ("tea", "tea", "chess", "new", "new"))
    assert records[1:] == GRAPH[1:]
    assert [item.observations for item in result] == [("new", "new"), ()]


def test_a_second_item_for_the_same_entity_sees_the_first() -> None:
    edit = AddObservations([EntityObservations("Ben", ("a",)), EntityObservations("Ben", ("a", "b"))])
    records, result = applied(edit, GRAPH)
    assert records[1] == Entity("Ben", "person", ("a", "b"))
    assert [item.observations for item in result] == [("a",), ("b",)]


def test_adding_to_a_missing_entity_changes_nothing_of_the_call() -> None:
    with pytest.raises(NotFound, match=r"^Entity with name Cy not found$"):
        applied(AddObservations([EntityObservations("Ben", ("a",)), EntityObservations("Cy", ())]), GRAPH)


def test_deleting_entities_deletes_the_relations_at_them() -> None:
    records, result = applied(DeleteEntities(["Ben", "Cy", "Nobody"]), GRAPH)
    assert records == [ANN, LOOP]
    assert result == ("Cy", "Nobody")


def test_deleting_an_entity_deletes_every_record_of_its_name() -> None:
    assert applied(DeleteEntities(["Ann"]), [ANN, *GRAPH])[0] == [BEN]


def test_deleting_observations_deletes_repeats_and_answers_what_was_missing() -> None:
    items = [
        EntityObservations("Ann", ("tea", "x")),
        EntityObservations("Cy", ()),
        EntityObservations("Ben", ()),
    ]
    records, result = applied(DeleteObservations(items), GRAPH)
    assert records == [Entity("Ann", "person", ("chess",)), *GRAPH[1:]]
    assert result == (EntityObservations("Ann", ("x",)), EntityObservations("Cy", ()))


def test_deleting_relations_deletes_repeats() -> None:
    missing = Relation("Ben", "Ann", "knows")
    records, result = applied(DeleteRelations([KNOWS, missing]), [*GRAPH, KNOWS])
    assert records == [ANN, BEN, LOOP, DANGLING]
    assert result == (missing,)


def test_renaming_changes_the_ends_of_all_relations_in_the_same_change() -> None:
    records, _ = applied(RenameEntity("Ann", "Cy"), GRAPH)
    assert records == [
        *(Entity("Cy", "person", ANN.observations), BEN),
        *(Relation("Cy", "Ben", "knows"), Relation("Cy", "Cy", "is"), Relation("Cy", "Cy", "met")),
    ]


def test_renaming_one_of_two_records_leaves_the_relations_with_the_other() -> None:
    records, _ = applied(RenameEntity("Ann", "Cy"), [ANN, *GRAPH])
    assert records == [Entity("Cy", "person", ANN.observations), *GRAPH]


def test_renaming_to_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(NameTaken, match="“Ben”"):
        applied(RenameEntity("Ann", "Ben"), GRAPH)
    with pytest.raises(NotFound):
        applied(RenameEntity("Nobody", "Cy"), GRAPH)


def test_a_type_is_changed() -> None:
    assert applied(RetypeEntity("Ben", "robot"), GRAPH)[0] == [ANN, Entity("Ben", "robot", ()), *GRAPH[2:]]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("chess", "go", ("tea", "tea", "go")),
        ("tea", "milk", ("milk", "tea", "chess")),
        ("gone", "go", ("tea", "tea", "chess", "go")),
        ("gone", "chess", ("tea", "tea", "chess")),
    ],
)
def test_an_observation_is_replaced_or_added(old: str, new: str, expected: tuple[str, ...]) -> None:
    assert applied(ReplaceObservation("Ann", old, new), GRAPH)[0][0] == Entity("Ann", "person", expected)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (KNOWS, Relation("Ben", "Ann", "loves"), [Relation("Ben", "Ann", "loves"), LOOP, DANGLING]),
        (KNOWS, LOOP, [LOOP, DANGLING]),
        (KNOWS, KNOWS, [KNOWS, LOOP, DANGLING]),
        (Relation("x", "y", "z"), Relation("x", "y", "w"), [*GRAPH[2:], Relation("x", "y", "w")]),
        (Relation("x", "y", "z"), KNOWS, GRAPH[2:]),
    ],
)
def test_a_relation_is_replaced_or_swallowed_by_its_like(
    old: Relation, new: Relation, expected: list[Record]
) -> None:
    assert applied(ReplaceRelation(old, new), GRAPH)[0] == [ANN, BEN, *expected]


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (CreateEntities([ANN]), "Create Ann"),
        (CreateEntities([ANN, BEN]), "Create 2 entities"),
        (CreateRelations([KNOWS]), "Relate Ann → Ben"),
        (CreateRelations([KNOWS, LOOP]), "Relate 2 relations"),
        (AddObservations([EntityObservations("Ann", ("a",))] * 2), "Add to Ann"),
        (DeleteEntities(["Ann"]), "Delete Ann"),
        (DeleteEntities(["Ann", "Ben"]), "Delete 2 entities"),
        (DeleteObservations([EntityObservations("Ann", ())]), "Delete from Ann"),
        (DeleteRelations([KNOWS, LOOP]), "Delete 2 relations"),
        (RenameEntity("Ann", "Cy"), "Rename Ann to Cy"),
        (RetypeEntity("Ann", "x"), "Change the type of Ann"),
        (ReplaceObservation("Ann", "a", "b"), "Change an observation of Ann"),
        (ReplaceRelation(KNOWS, LOOP), "Change Ann → Ben"),
    ],
)
def test_an_edit_says_what_it_does(edit: Edit[Any], label: str) -> None:
    assert edit.label == label
