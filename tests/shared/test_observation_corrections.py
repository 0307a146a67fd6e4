"""Changing, splitting, ordering, moving and copying observations."""

from collections import Counter

import pytest
from hypothesis import given
from random_edits import ENTITIES, SOME_TEXTS
from small_memory import ANN, BEN, GRAPH, applied

from mnemoscope_shared.errors import NotFound
from mnemoscope_shared.model import Entity
from mnemoscope_shared.observation_corrections import (
    CopyObservations,
    MoveObservations,
    ReorderObservations,
    ReplaceObservation,
    SplitObservation,
)

LEO = Entity("Leo", "cat", ("naps", "purrs", "eats"))


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
    ("split", "parts", "expected"),
    [
        ("purrs", ("p1", "p2"), ("naps", "p1", "p2", "eats")),
        ("purrs", ("naps", "new", "new"), ("naps", "new", "eats")),
        ("purrs", ("purrs", "loudly"), ("naps", "purrs", "loudly", "eats")),
        ("gone", ("naps", "new"), ("naps", "purrs", "eats", "new")),
    ],
)
def test_the_parts_of_an_observation_take_its_place(
    split: str, parts: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert applied(SplitObservation("Leo", split, parts), [LEO])[0] == [Entity("Leo", "cat", expected)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (("eats", "naps", "purrs"), ("eats", "naps", "purrs")),
        (("eats", "gone", "naps"), ("eats", "naps", "purrs")),
        (("purrs", "purrs"), ("purrs", "naps", "eats")),
        ((), ("naps", "purrs", "eats")),
    ],
)
def test_observations_are_ordered_as_far_as_the_order_knows_them(
    order: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert applied(ReorderObservations("Leo", order), [LEO])[0] == [Entity("Leo", "cat", expected)]


@given(ENTITIES, SOME_TEXTS)
def test_ordering_neither_loses_nor_repeats_an_observation(entity: Entity, order: tuple[str, ...]) -> None:
    (ordered,), _ = applied(ReorderObservations(entity.name, order), [entity])
    assert isinstance(ordered, Entity)
    assert Counter(ordered.observations) == Counter(entity.observations)


def test_observations_move_to_an_entity_that_may_have_them_already() -> None:
    tom = Entity("Tom", "cat", ("eats",))
    records, moved = applied(MoveObservations("Leo", "Tom", ["eats", "gone", "naps"]), [LEO, tom])
    assert records == [Entity("Leo", "cat", ("purrs",)), Entity("Tom", "cat", ("eats", "naps"))]
    assert moved == ("eats", "naps")


def test_observations_that_move_to_where_they_are_stay() -> None:
    assert applied(MoveObservations("Ann", "Ann", ["tea"]), GRAPH) == (GRAPH, ())


def test_copied_observations_stay_where_they_were_too() -> None:
    records, copied = applied(CopyObservations("Ann", "Ben", ["chess", "gone", "tea"]), GRAPH)
    assert records == [ANN, Entity("Ben", "person", ("chess", "tea")), *GRAPH[2:]]
    assert copied == ("chess", "tea")
    assert applied(CopyObservations("Ann", "Ann", ["tea"]), GRAPH) == (GRAPH, ())


@pytest.mark.parametrize(
    "edit",
    [
        SplitObservation("Nobody", "a", ("b",)),
        ReorderObservations("Nobody", ()),
        MoveObservations("Ann", "Nobody", ("tea",)),
        CopyObservations("Nobody", "Ann", ("tea",)),
    ],
)
def test_a_correction_at_a_missing_entity_is_refused(edit: SplitObservation) -> None:
    with pytest.raises(NotFound, match="Nobody"):
        applied(edit, [ANN, BEN])


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (ReplaceObservation("Ann", "a", "b"), "Change an observation of Ann"),
        (SplitObservation("Ann", "a", ("b",)), "Split an observation of Ann"),
        (ReorderObservations("Ann", ()), "Reorder the observations of Ann"),
        (MoveObservations("Ann", "Ben", ("a",)), "Move 1 observation from Ann to Ben"),
        (CopyObservations("Ann", "Ben", ("a", "b")), "Copy 2 observations from Ann to Ben"),
    ],
)
def test_a_correction_of_observations_says_what_it_does(edit: ReplaceObservation, label: str) -> None:
    assert edit.label == label
