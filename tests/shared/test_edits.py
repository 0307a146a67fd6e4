"""What each of the assistants' edits does to the memory, what it answers, and what it is called."""

from typing import Any

import pytest
from small_memory import ANN, BEN, DANGLING, GRAPH, KNOWS, LOOP, applied

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
from mnemoscope_shared.errors import NotFound
from mnemoscope_shared.model import Entity, Relation


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
    ],
)
def test_an_edit_says_what_it_does(edit: Edit[Any], label: str) -> None:
    assert edit.label == label
