"""Looking things up in a snapshot."""

from pathlib import Path

import pytest

from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

FIRST, SECOND, OTHER = Entity("a", "t", ("first",)), Entity("a", "t", ("second",)), Entity("b", "t", ())
LOOP, THERE, BACK = Relation("a", "a", "r"), Relation("a", "b", "r"), Relation("b", "a", "r")
AWAY = Relation("b", "gone", "r")


@pytest.fixture
def snapshot() -> Snapshot:
    records = [FIRST, OTHER, SECOND, LOOP, THERE, BACK, AWAY, THERE]
    return decode(b"\n".join([*map(encode_record, records), b'{"type":"_marker"}']), Path("memory.jsonl"))


def test_the_first_entity_of_a_name_is_found(snapshot: Snapshot) -> None:
    assert snapshot.entity("a") == FIRST
    assert snapshot.entity("gone") is None


def test_all_entities_of_a_name_are_found_in_the_order_of_the_file(snapshot: Snapshot) -> None:
    assert [line.record for line in snapshot.entity_lines_named(["b", "a", "a"])] == [FIRST, OTHER, SECOND]


def test_the_relations_at_a_name_are_found_once_each_in_order(snapshot: Snapshot) -> None:
    assert [line.record for line in snapshot.relation_lines_at(["a"])] == [LOOP, THERE, BACK, THERE]
    assert [line.record for line in snapshot.relation_lines_at(["gone", "a"])] == [
        LOOP,
        THERE,
        BACK,
        AWAY,
        THERE,
    ]
    assert snapshot.relation_lines_at(["nobody"]) == []


def test_repeats_are_noticed(snapshot: Snapshot) -> None:
    assert snapshot.has_repeated_names
    assert snapshot.has_repeated_relations
    assert not EMPTY.has_repeated_names


def test_an_object_of_another_program_is_in_the_lines_but_not_in_the_graph(snapshot: Snapshot) -> None:
    assert snapshot.relation_lines[-1].record is None
    assert len(snapshot.relations) == len(snapshot.relation_lines) - 1
    assert snapshot.to_bytes().endswith(b'{"type":"_marker"}\n')


def test_renumbering_keeps_the_lines(snapshot: Snapshot) -> None:
    renumbered = snapshot.renumbered()
    assert renumbered.to_bytes() == snapshot.to_bytes()
    assert [line.order for line in renumbered.relation_lines] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert [renumbered.index_of(line, "entities") for line in renumbered.entity_lines] == [0, 1, 2]
