"""Taking in records from elsewhere adds what is missing, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st
from random_edits import ENTITIES, IMPORTS, RELATIONS
from small_memory import ANN, BEN, DANGLING, GRAPH, KNOWS, LOOP, applied, memory_of

from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.model import Entity, Record, Relation


def test_what_is_missing_is_added_and_types_are_kept() -> None:
    ann, cy = Entity("Ann", "robot", ("beeps", "tea", "beeps")), Entity("Cy", "cat", ("naps",))
    new = Relation("Cy", "Nobody", "met")
    edit = ImportRecords([ann, BEN, cy], [new, KNOWS, new], "other.jsonl")
    records, imported = applied(edit, GRAPH)
    extended = Entity("Ann", "person", (*ANN.observations, "beeps"))
    assert records == [extended, BEN, cy, KNOWS, LOOP, DANGLING, new]
    assert (imported.created, imported.related) == ((cy,), (new,))
    assert imported.extended == (EntityObservations("Ann", ("beeps",)),)
    assert (imported.known_entities, imported.known_relations) == (1, 1)
    assert edit.label == "Add from other.jsonl"


def test_entities_of_one_name_count_as_one() -> None:
    once, again = Entity("Cy", "cat", ("naps", "naps")), Entity("Cy", "dog", ("barks", "naps"))
    records, imported = applied(ImportRecords([once, again], [], "the clipboard"), [])
    assert records == [Entity("Cy", "cat", ("naps", "barks"))]
    assert (imported.created, imported.known_entities) == (tuple(records), 0)


@given(st.lists(ENTITIES | RELATIONS, max_size=10), IMPORTS)
def test_an_import_loses_nothing_and_a_second_one_adds_nothing(
    records: list[Record], edit: ImportRecords
) -> None:
    before = memory_of(*records)
    outcome = edit.apply(before)
    after = before.after(outcome.change)
    kept = after.entities[: len(before.entities)]
    for old, new in zip(before.entities, kept, strict=True):
        assert (new.name, new.entity_type) == (old.name, old.entity_type)
        assert new.observations[: len(old.observations)] == old.observations
    assert after.relations[: len(before.relations)] == before.relations
    for entity in edit.entities:
        present = after.entity(entity.name)
        assert present is not None
        assert set(entity.observations) <= set(present.observations)
    assert {one.key for one in edit.relations} <= {one.key for one in after.relations}
    assert after.entities[len(kept) :] == outcome.result.created
    assert after.relations[len(before.relations) :] == outcome.result.related
    assert edit.apply(after).change == ()
