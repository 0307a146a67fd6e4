from pathlib import Path

import pytest

from mnemoscope_shared.search import nearest_names, open_entities, search
from mnemoscope_shared.store.jsonl import decode, encode_json


def snapshot_of(*entities, relations=()):
    """Each entity: name, type, observations; each relation: from, to."""
    lines = [
        encode_json({"type": "entity", "name": name, "entityType": kind, "observations": list(observations)})
        for name, kind, *observations in entities
    ]
    lines += [
        encode_json({"type": "relation", "from": source, "to": target, "relationType": "knows"})
        for source, target in relations
    ]
    return decode(b"\n".join(lines), Path("memory.jsonl"))


def names(found):
    return [entity.name for entity in found.entities]


def ends(found):
    return [(relation.source, relation.target) for relation in found.relations]


@pytest.mark.parametrize("query", ["john", "JOHN_S", "person", "at goog", "ÉTÉ"])
def test_a_query_is_looked_for_in_name_type_and_observations_in_any_letter_case(query):
    memory = snapshot_of(("John_Smith", "Person", "Works at Google", "l'été"), ("Other", "thing"))
    assert names(search(memory, query)) == ["John_Smith"]


def test_the_whole_query_has_to_occur_as_it_is():
    memory = snapshot_of(("Ada", "person", "likes tea"))
    assert names(search(memory, "likes  tea")) == []
    assert names(search(memory, "tea likes")) == []


def test_an_empty_query_finds_everything_with_all_relations_among_it():
    memory = snapshot_of(("A", "t"), ("B", "t"), relations=[("A", "B"), ("X", "Y"), ("B", "B")])
    assert names(search(memory, "")) == ["A", "B"]
    assert ends(search(memory, "")) == [("A", "B"), ("B", "B")]


@pytest.mark.parametrize("query", ["ab\0type", "type\0tea", "tea\0milk", "\0"])
def test_a_query_does_not_reach_across_two_fields(query):
    assert names(search(snapshot_of(("ab", "type", "tea", "milk")), query)) == []


def test_a_nul_inside_a_field_is_found():
    assert names(search(snapshot_of(("A", "t", "x\0Y"), ("B", "t", "x", "y")), "X\0y")) == ["A"]


def test_relations_with_one_end_among_the_found_come_in_the_files_order():
    memory = snapshot_of(
        ("A", "t"), ("Hit", "t"), ("C", "t"), relations=[("C", "Hit"), ("A", "C"), ("Hit", "A"), ("Hit", "Z")]
    )
    assert ends(search(memory, "hit")) == [("C", "Hit"), ("Hit", "A"), ("Hit", "Z")]


def test_entities_are_opened_by_exact_name_all_records_of_it():
    memory = snapshot_of(("Ada", "t", "1"), ("ada", "t"), ("Ada", "t", "2"), relations=[("ada", "X")])
    found = open_entities(memory, ["Ada", "missing", "Ada"])
    assert [entity.observations for entity in found.entities] == [("1",), ("2",)]
    assert ends(found) == []


def test_relations_at_a_name_without_an_entity_are_not_opened():
    memory = snapshot_of(("A", "t"), relations=[("Ghost", "A")])
    assert ends(open_entities(memory, ["Ghost"])) == []


def test_a_search_leaves_the_snapshot_as_it_was():
    memory = snapshot_of(("A", "t"), relations=[("A", "B")])
    assert ends(search(memory, "a")) == ends(search(memory, "a")) == [("A", "B")]


def test_no_more_names_than_asked_for_are_returned():
    memory = snapshot_of(*[(f"person {number}", "x") for number in range(20)])
    assert len(nearest_names(memory, "persons 1", 3)) == 3


@pytest.mark.parametrize("name", ["john smith", "JOHN_SMITH", "JohnSmith", "john-smith", "Jóhn Smith"])
def test_a_name_in_other_letter_case_or_with_other_accents_and_separators_is_the_nearest(name):
    assert nearest_names(snapshot_of(("John_Smyth", "t"), ("John_Smith", "t")), name, 3) == ["John_Smith"]


def test_a_misspelt_name_has_a_nearest_one_and_a_strange_one_has_none():
    memory = snapshot_of(("John_Smith", "t"), ("Anna", "t"))
    assert nearest_names(memory, "Jon_Smith", 3) == ["John_Smith"]
    assert nearest_names(memory, "Zebra crossing", 3) == []
    assert nearest_names(snapshot_of(), "Anna", 3) == []
