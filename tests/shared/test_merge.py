"""Merging entities keeps every observation, and every relation that does not become a loop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_edits import ENTITIES, MERGES, RELATIONS
from small_memory import ANN, DANGLING, GRAPH, KNOWS, LOOP, applied, memory_of

from mnemoscope_shared.edit import preview
from mnemoscope_shared.errors import EditError, NotFound, NothingToMerge
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.snapshot import Snapshot


def test_merged_entities_unite_observations_and_relations_in_order() -> None:
    """Ben and Ann, with a third that both know.

    Ann -knows-> Ben      becomes a loop: dropped
    Ann -is----> Ann      was one: stays
    Ann -met---> Cy       repointed
    Ben -met---> Cy       was there: the repeat is dropped
    Cy  -likes-> Ann      repointed
    """
    ben = Entity("Ben", "robot", ("beeps", "chess"))
    met, likes = Relation("Ben", "Cy", "met"), Relation("Cy", "Ann", "likes")
    records, merged = applied(
        MergeEntities(["Ann", "Ben"], "Ben"), [ANN, ben, KNOWS, LOOP, DANGLING, met, likes]
    )
    entity = Entity("Ben", "robot", ("beeps", "chess", "tea"))
    loop, liked = Relation("Ben", "Ben", "is"), Relation("Cy", "Ben", "likes")
    assert records == [entity, loop, met, liked]
    assert (merged.entity, merged.absorbed) == (entity, (ANN,))
    assert merged.repointed == ((LOOP, loop), (likes, liked))
    assert merged.dropped == (KNOWS, DANGLING)


def test_entities_can_be_merged_into_a_new_name_and_type() -> None:
    records, merged = applied(MergeEntities(["Ben", "Ann"], "Both", "couple"), GRAPH)
    both = Entity("Both", "couple", ("tea", "chess"))
    assert records == [both, Relation("Both", "Both", "is"), Relation("Both", "Cy", "met")]
    assert merged.absorbed == (ANN,)


def test_an_entity_that_has_the_name_is_one_of_them() -> None:
    assert applied(MergeEntities(["Ann"], "Ben"), GRAPH) == applied(
        MergeEntities(["Ann", "Ben"], "Ben"), GRAPH
    )


def test_two_records_of_one_name_are_merged() -> None:
    records, merged = applied(MergeEntities(["Ann"], "Ann"), [ANN, Entity("Ann", "x", ("go",)), LOOP, KNOWS])
    assert records == [Entity("Ann", "person", ("tea", "chess", "go")), LOOP, KNOWS]
    assert (merged.repointed, merged.dropped) == ((), ())


def test_a_name_that_has_gone_is_passed_over_while_two_are_left() -> None:
    records, _ = applied(MergeEntities(["Gone", "Ann", "Ben"], "Ann"), GRAPH)
    assert records[0] == Entity("Ann", "person", ("tea", "chess"))
    with pytest.raises(NotFound, match="Gone"):
        applied(MergeEntities(["Ann", "Gone"], "Ann"), GRAPH)


def test_merging_one_entity_is_refused() -> None:
    with pytest.raises(NothingToMerge, match="Choose another one"):
        applied(MergeEntities(["Ann"], "Someone"), GRAPH)


def test_a_preview_changes_nothing() -> None:
    snapshot = memory_of(*GRAPH)
    before = snapshot.to_bytes()
    merged = preview(snapshot, MergeEntities(["Ann", "Ben"], "Ben"))
    assert merged.entity == Entity("Ben", "person", ("tea", "chess"))
    assert snapshot.to_bytes() == before


def facts(snapshot: Snapshot) -> set[tuple[str, str, str]]:
    return {relation.key for relation in snapshot.relations}


@given(st.lists(ENTITIES | RELATIONS, max_size=12), MERGES)
def test_a_merge_loses_no_observation_and_no_relation_but_loops(
    records: list[Record], edit: MergeEntities
) -> None:
    before = memory_of(*records)
    try:
        outcome = edit.apply(before)
    except EditError:
        named = {edit.into, *edit.names}
        assert sum(entity.name in named for entity in before.entities) < 2
        return
    after, merged = before.after(outcome.change), outcome.result
    names = {edit.into, *edit.names}
    texts = {text for one in before.entities if one.name in names for text in one.observations}
    assert [one for one in after.entities if one.name in names] == [merged.entity]
    assert sorted(merged.entity.observations) == sorted(texts)
    assert [one for one in after.entities if one.name not in names] == [
        one for one in before.entities if one.name not in names
    ]
    renamed = dict.fromkeys(names, edit.into)
    expected = {
        (renamed.get(source, source), renamed.get(target, target), verb)
        for source, target, verb in facts(before)
        if source == target or renamed.get(source, source) != renamed.get(target, target)
    }
    assert facts(after) == expected
    assert len(before.relations) - len(after.relations) == len(merged.dropped)
    assert {pair[1].key for pair in merged.repointed} <= facts(after)
    assert len(before.entities) - len(after.entities) == len(merged.absorbed)


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (MergeEntities(["Ann", "Ben"], "Ben"), "Merge Ann into Ben"),
        (MergeEntities(["Ann", "Ben"], "Both"), "Merge 2 entities into Both"),
        (MergeEntities(["Ann"], "Ann"), "Merge the records of Ann"),
    ],
)
def test_a_merge_says_what_it_does(edit: MergeEntities, label: str) -> None:
    assert edit.label == label
