"""Looking things up in a snapshot."""

from pathlib import Path

import pytest

from mnemoscope_shared.model import Entity, Line, Relation
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


def test_lines_get_new_orders_only_where_there_is_no_room_between_them(snapshot: Snapshot) -> None:
    assert snapshot.with_room() is snapshot
    close = [Line(b"1", None, 0.0), Line(b"2", None, 1e-6), Line(b"3", None, 1.0)]
    spread = Snapshot(close, snapshot.relation_lines).with_room()
    assert [line.order for line in spread.entity_lines] == [0.0, 1.0, 2.0]
    assert spread.to_bytes() == Snapshot(close, snapshot.relation_lines).to_bytes()
    assert [spread.index_of(line, "entities") for line in spread.entity_lines] == [0, 1, 2]
