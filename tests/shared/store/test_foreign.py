"""Records that other programs spelled in their own way: how they are read, and how they are written again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.store.jsonl import decode_line, rewrite_line


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ('{"type":"entity","name":"a","entityType":"t"}', Entity("a", "t", ())),
        ('{"type":"entity","name":"a","entityType":"t","observations":null}', Entity("a", "t", ())),
        ('{"type":"entity","name":"a","entityType":"t","observations":"one"}', Entity("a", "t", ("one",))),
        (
            '{"type":"entity","name":"a","entityType":"t","observations":[{"text":"x"},{"content":"y","n":1}]}',
            Entity("a", "t", ("x", "y")),
        ),
        (
            '{"type":"entity","name":"a","entityType":"t","observations":[1.0,true,null,{"é":[1, 2]},["z"]]}',
            Entity("a", "t", ("1.0", "true", "null", '{"é":[1,2]}', '["z"]')),
        ),
        ('{"type":"entity","name":"a","observations":[]}', Entity("a", "", ())),
        ('{"name":"a","entityType":"t","observations":["o"]}', Entity("a", "t", ("o",))),
        ('{"_type":"entity","name":"a"}', Entity("a", "", ())),
        ('{"from":"a","to":"b","relationType":"r"}', Relation("a", "b", "r")),
        ('{"_type":"relation","from":"a","to":"b","relationType":"r"}', Relation("a", "b", "r")),
        ('{"type":"relation","from_entity":"a","to_entity":"b","relationType":"r"}', Relation("a", "b", "r")),
        ('{"type":"relation","source":"a","target":"b","relation":"r"}', Relation("a", "b", "r")),
        ('{"type":"knows","from":"a","to":"b"}', Relation("a", "b", "knows")),
        ('{"type":"relation","from":"a","to":"b"}', Relation("a", "b", "")),
        (
            '{"type":"entity","name":"\\ud800","entityType":"t","observations":[]}',
            Entity("\ud800", "t", ()),
        ),
    ],
)
def test_other_spellings_are_read(line: str, record: Record) -> None:
    assert decode_line(line.encode()) == record


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"_aim","automatic":true}',
        '{"type":"_zil","source":"lem"}',
        "{}",
        '{"type":"entity","name":5}',
        '{"type":"relation","from":"a"}',
        '{"from":"a","to":null}',
    ],
)
def test_an_object_of_another_kind_is_no_part_of_the_graph(line: str) -> None:
    assert decode_line(line.encode()) is None


def test_a_changed_line_keeps_its_extra_fields_and_how_they_are_spelled() -> None:
    raw = (
        '{ "createdAt" : "2025", "name":"a","entityType":"t", "big":1e400, "one":1.0,'
        ' "n":{"x": [1.50, "\\u00e9"]}, "long":'
        + "9" * 5000
        + ', "observations":["o"],"type":"entity", "half":"\\ud800"}'
    ).encode()
    after = rewrite_line(raw, Entity("a", "t", ("o",)), Entity("b", "t", ("o",)))
    assert after.decode() == (
        '{"type":"entity","name":"b","entityType":"t","observations":["o"],"createdAt":"2025","big":1e400,"one":1.0,'
        '"n":{"x": [1.50, "\\u00e9"]},"long":' + "9" * 5000 + ',"half":"\\ud800"}'
    )


def test_an_unchanged_value_keeps_its_spelling_until_it_is_changed() -> None:
    raw = b'{"type":"entity","name":"a","entityType":"t","observations":[{"text":"x","at":1}]}'
    before = Entity("a", "t", ("x",))
    renamed = rewrite_line(raw, before, Entity("b", "t", ("x",)))
    assert renamed == raw.replace(b'"a"', b'"b"')
    extended = rewrite_line(raw, before, Entity("a", "t", ("x", "y")))
    assert extended == b'{"type":"entity","name":"a","entityType":"t","observations":["x","y"]}'


def test_a_standard_line_gets_no_other_form() -> None:
    raw = b'{"type":"entity","name":"a","entityType":"t","observations":[]}'
    assert rewrite_line(raw, Entity("a", "t", ()), Entity("a", "t", ("\u00e9",))) == raw.replace(
        b"[]", '["\u00e9"]'.encode()
    )


KEYS = [
    "type",
    "_type",
    "name",
    "entityType",
    "observations",
    "extra",
    "from",
    "from_entity",
    "source",
    "to",
    "to_entity",
    "target",
    "relation",
]
VALUES = st.sampled_from(
    [
        '"a"',
        '"b"',
        '"relation"',
        '"entity"',
        '""',
        "null",
        "1.0",
        "1e400",
        "[]",
        '["a", {"text":"b"}]',
        '"\\ud800"',
    ]
)
RECORDS = st.builds(
    Entity, st.sampled_from("abc"), st.sampled_from("ab"), st.tuples(st.sampled_from("ab"))
) | (
    st.builds(
        Relation, st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from(["", "a", "relation"])
    )
)


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8), RECORDS)
def test_a_rewritten_line_reads_as_what_was_meant_and_keeps_every_other_field(
    members: dict[str, str], changed: Record
) -> None:
    raw = ("{" + ", ".join(f'"{key}": {value}' for key, value in members.items()) + "}").encode()
    before = decode_line(raw)
    if before is None or type(before) is not type(changed):
        return
    after = rewrite_line(raw, before, changed)
    assert decode_line(after) == changed
    assert json.loads(after).get("extra") == json.loads(raw).get("extra")
