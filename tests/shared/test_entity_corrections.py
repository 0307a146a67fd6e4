"""Renaming entities and giving them other types."""

import pytest
from small_memory import ANN, BEN, DANGLING, GRAPH, KNOWS, LOOP, applied

from mnemoscope_shared.entity_corrections import (
    RenameEntity,
    RenameEntityType,
    RestoreEntity,
    RetypeEntities,
    RetypeEntity,
)
from mnemoscope_shared.errors import NameTaken, NotFound
from mnemoscope_shared.model import Entity, Relation


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


def test_several_entities_get_one_type_and_those_that_have_gone_are_left_out() -> None:
    cy = Entity("Cy", "robot", ())
    records, result = applied(RetypeEntities(["Cy", "Nobody", "Ann", "Ann"], "robot"), [*GRAPH, cy])
    assert records == [Entity("Ann", "robot", ANN.observations), BEN, cy, KNOWS, LOOP, DANGLING]
    assert result == ("Ann",)


def test_retyping_entities_that_have_all_gone_is_refused() -> None:
    with pytest.raises(NotFound, match="Nobody"):
        applied(RetypeEntities(["Nobody", "Cy"], "robot"), GRAPH)
    assert applied(RetypeEntities([], "robot"), GRAPH) == (GRAPH, ())


def test_a_type_is_renamed_for_all_entities_that_have_it_even_those_of_one_name() -> None:
    cat = Entity("Tom", "cat", ("naps",))
    records, count = applied(RenameEntityType("person", "Person"), [ANN, ANN, BEN, cat])
    ann, ben = Entity("Ann", "Person", ANN.observations), Entity("Ben", "Person", ())
    assert records == [ann, ann, ben, cat]
    assert count == 3
    assert applied(RenameEntityType("dog", "cat"), GRAPH) == (GRAPH, 0)


def test_an_earlier_version_comes_back_under_the_name_of_now() -> None:
    version = Entity("Annie", "singer", ("sings",))
    records, _ = applied(RestoreEntity("Ann", version), GRAPH)
    assert records == [Entity("Ann", "singer", ("sings",)), *GRAPH[1:]]
    assert applied(RestoreEntity("Ann", ANN), GRAPH)[0] == GRAPH


def test_an_entity_that_has_gone_is_restored_too() -> None:
    cy = Entity("Cy", "robot", ("beeps",))
    assert applied(RestoreEntity("Cy", cy), GRAPH)[0] == [ANN, BEN, cy, *GRAPH[2:]]
    likes = Relation("Cy", "Ann", "likes")
    restored = applied(RestoreEntity("Cy", cy, [KNOWS, likes, likes]), GRAPH)[0]
    assert restored == [ANN, BEN, cy, *GRAPH[2:], likes]


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (RenameEntity("Ann", "Cy"), "Rename Ann to Cy"),
        (RetypeEntity("Ann", "x"), "Change the type of Ann"),
        (RetypeEntities(["Ann", "Ann"], "x"), "Change the type of Ann"),
        (RetypeEntities(["Ann", "Ben"], "x"), "Change the type of 2 entities"),
        (RestoreEntity("Ann", ANN), "Restore an earlier version of Ann"),
        (RenameEntityType("person", "Person"), "Rename the type person to Person"),
        (RenameEntityType("", "Person"), "Rename the type (no type) to Person"),
    ],
)
def test_a_correction_of_entities_says_what_it_does(edit: RenameEntity, label: str) -> None:
    assert edit.label == label
