"""Records that other programs spelled in their own way: how they are read, and how they are written again."""

import json

import msgspec
import pytest
from hypothesis import given, settings
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
NAMES = st.sampled_from(['"a"', '"b"', '"\\ud800"'])
KINDS = dict.fromkeys(("type", "_type", "extra", "from_entity", "target", "relation", "relationType"), VALUES)
ENTITY_LINES = st.fixed_dictionaries(
    {"name": NAMES},
    optional={**KINDS, "type": st.just('"entity"'), "entityType": VALUES, "observations": VALUES},
)
RELATION_LINES = st.fixed_dictionaries(
    {}, optional={**KINDS, "type": st.sampled_from(['"relation"', '"knows"'])}
).flatmap(
    lambda members: st.builds(
        lambda source, target: {**members, **source, **target},
        st.dictionaries(st.sampled_from(["from", "from_entity", "source"]), NAMES, min_size=1),
        st.dictionaries(st.sampled_from(["to", "to_entity", "target"]), NAMES, min_size=1),
    )
)
TEXTS = st.sampled_from(["a", "b", "", "relation", "entity", "\ud800"])
ENTITIES = st.builds(Entity, TEXTS, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
RELATIONS = st.builds(Relation, TEXTS, TEXTS, TEXTS)


@settings(max_examples=250)
@given(st.tuples(ENTITY_LINES, ENTITIES) | st.tuples(RELATION_LINES, RELATIONS), st.data())
def test_a_rewritten_line_reads_as_what_was_meant_and_keeps_every_other_field(
    example: tuple[dict[str, str], Record], data: st.DataObject
) -> None:
    members, changed = example
    raw = ("{" + ", ".join(f'"{key}": {value}' for key, value in members.items()) + "}").encode()
    before = decode_line(raw)
    if before is None or type(before) is not type(changed):
        return
    for field in before.__struct_fields__:
        if data.draw(st.booleans(), label=f"{field} stays"):
            changed = msgspec.structs.replace(changed, **{field: getattr(before, field)})
    after = rewrite_line(raw, before, changed)
    assert decode_line(after) == changed
    assert json.loads(after).get("extra") == json.loads(raw).get("extra")
