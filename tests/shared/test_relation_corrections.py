"""Changing one relation, and a type of relations everywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_edits import RELATIONS, TEXTS
from small_memory import ANN, BEN, DANGLING, GRAPH, KNOWS, LOOP, applied

from mnemoscope_shared.model import Record, Relation
from mnemoscope_shared.relation_corrections import RenamedRelations, RenameRelationType, ReplaceRelation


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


def test_a_type_of_relations_is_renamed_and_what_becomes_a_repeat_is_dropped() -> None:
    met = Relation("Ann", "Ben", "met")
    records, result = applied(RenameRelationType("met", "knows"), [*GRAPH, met])
    assert records == [ANN, BEN, KNOWS, LOOP, Relation("Ann", "Cy", "knows")]
    assert result == RenamedRelations(1, (met,))


def test_repeats_that_were_there_before_stay_where_no_relation_has_the_type() -> None:
    assert applied(RenameRelationType("likes", "knows"), [KNOWS, KNOWS])[0] == [KNOWS, KNOWS]
    assert applied(RenameRelationType("knows", "knows"), [KNOWS, KNOWS])[0] == [KNOWS, KNOWS]


@given(st.lists(RELATIONS, unique=True), TEXTS, TEXTS)
def test_renaming_a_type_keeps_every_fact_once(relations: list[Record], old: str, new: str) -> None:
    records, _ = applied(RenameRelationType(old, new), relations)
    expected = {
        (one.source, one.target, new if one.relation_type == old else one.relation_type)
        for one in relations
        if isinstance(one, Relation)
    }
    assert len(records) == len(expected)
    assert {record.key for record in records} == expected


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (ReplaceRelation(KNOWS, LOOP), "Change Ann → Ben"),
        (RenameRelationType("met", "knows"), "Rename the relation met to knows"),
        (RenameRelationType("met", ""), "Rename the relation met to (no type)"),
    ],
)
def test_a_correction_of_relations_says_what_it_does(edit: ReplaceRelation, label: str) -> None:
    assert edit.label == label
