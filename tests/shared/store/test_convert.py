"""JSON documents of other programs as memory files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.errors import CorruptLine, NotConvertible
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.convert import ConversionPlan, convert_file, plan_conversion
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.memory_file import MemoryFile

PATH = Path("memory.jsonl")
SAMPLES = Path(__file__).parents[3].parent / "shared" / "samples"
ANN = Entity("Ann", "person", ("likes tea",))
BEN = Entity("Ben", "person", ())
KNOWS = Relation("Ann", "Ben", "knows")
ANN_RECORD = {"name": "Ann", "entityType": "person", "observations": ["likes tea"]}
BEN_RECORD = {"name": "Ben", "entityType": "person", "observations": []}
KNOWS_RECORD = {"from": "Ann", "to": "Ben", "relationType": "knows"}


def convert(document: object, **options: Any) -> ConversionPlan:
    return convert_text(json.dumps(document, **options))


def convert_text(text: str) -> ConversionPlan:
    plan = plan_conversion(text.encode(), PATH)
    assert plan is not None
    return plan


def lines_of(plan: ConversionPlan) -> list[Any]:
    return [json.loads(line) for line in plan.data.splitlines()]


@pytest.mark.parametrize(
    "document",
    [
        [ANN_RECORD, BEN_RECORD, KNOWS_RECORD],
        [KNOWS_RECORD | {"type": "relation"}, ANN_RECORD | {"type": "entity"}, BEN_RECORD],
        {"entities": [ANN_RECORD, BEN_RECORD], "relations": [KNOWS_RECORD]},
        {"relations": [KNOWS_RECORD], "entities": [ANN_RECORD, BEN_RECORD]},
        {"graph": {"entities": [ANN_RECORD, BEN_RECORD], "relations": [KNOWS_RECORD]}},
        {
            "entities": {
                "Ann": {"entityType": "person", "observations": "likes tea"},
                "Ben": {"entityType": "person"},
            },
            "relations": [{"from_entity": "Ann", "to_entity": "Ben", "relation": "knows"}],
        },
        {
            "nodes": [
                {"id": "Ann", "type": "person", "observations": ["likes tea"]},
                {"id": "Ben", "type": "person"},
            ],
            "links": [{"source": "Ann", "target": "Ben", "label": "knows"}],
        },
        {
            "nodes": [{"name": "Ann", "entityType": "person", "observations": ["likes tea"]}, BEN_RECORD],
            "edges": [{"source": 0, "target": 1, "type": "knows"}],
        },
        [{"entities": [ANN_RECORD, BEN_RECORD]}, {"relations": [KNOWS_RECORD]}],
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_graph_in_any_layout_becomes_one_object_a_line(document: object, indent: int | None) -> None:
    plan = convert(document, indent=indent)
    snapshot = decode(plan.data, PATH)
    assert snapshot.entities == (ANN, BEN)
    assert snapshot.relations == (KNOWS,)
    assert (plan.entities, plan.relations, plan.others, plan.carried) == (2, 1, 0, ())
    for line in lines_of(plan):
        fields = (
            ["name", "entityType", "observations"]
            if line["type"] == "entity"
            else ["from", "to", "relationType"]
        )
        assert list(line)[:4] == ["type", *fields]


def test_values_pretty_printed_one_after_another_are_joined_to_lines() -> None:
    records = [ANN_RECORD | {"type": "entity"}, {"type": "_aim", "v": [1, {"a": " b "}]}, KNOWS_RECORD]
    plan = convert_text("\n".join(json.dumps(record, indent=4) for record in records))
    assert lines_of(plan)[0] == {"type": "entity"} | ANN_RECORD
    assert lines_of(plan)[1] == records[1]
    assert lines_of(plan)[2] == {"type": "relation"} | KNOWS_RECORD
    assert (plan.entities, plan.relations, plan.others) == (1, 1, 1)


def test_the_ends_of_edges_are_written_as_the_names_of_their_nodes() -> None:
    plan = convert(
        {
            "nodes": [
                {"id": 7, "label": "Ann"},
                {"id": "b", "label": "same"},
                {"id": "c", "label": "same"},
                {"id": 9, "label": "Dee"},
            ],
            "edges": [
                {"from": 7, "to": "b", "label": "x"},
                {"source": {"id": "c", "x": 1.5}, "target": 9},
                {"source": 7, "target": "nobody"},
            ],
        }
    )
    snapshot = decode(plan.data, PATH)
    assert [entity.name for entity in snapshot.entities] == ["Ann", "b", "c", "Dee"]
    assert [relation.key for relation in snapshot.relations] == [
        ("Ann", "b", "x"),
        ("c", "Dee", ""),
        ("Ann", "nobody", ""),
    ]
    assert lines_of(plan)[0]["id"] == 7
    assert lines_of(plan)[5]["source"] == {"id": "c", "x": 1.5}


def test_nodes_in_an_object_are_known_by_their_keys() -> None:
    plan = convert(
        {
            "graph": {
                "nodes": {"n1": {"label": "Ann"}, "n2": {"metadata": {"a": 1}}},
                "edges": [{"source": "n1", "target": "n2", "relation": "knows"}],
            }
        }
    )
    snapshot = decode(plan.data, PATH)
    assert [entity.name for entity in snapshot.entities] == ["Ann", "n2"]
    assert snapshot.relations == (Relation("Ann", "n2", "knows"),)
    assert lines_of(plan)[0]["id"] == "n1"


def test_what_is_no_part_of_the_graph_is_carried_along_with_its_place() -> None:
    plan = convert(
        {
            "directed": True,
            "graph": {},
            "nodes": [ANN_RECORD, "Ben", {"x": 1}],
            "links": [{"source": "Ann"}, None],
            "meta": {"a": [1, 2]},
        }
    )
    places = ("nodes[1]", "nodes[2]", "links[0]", "links[1]", "directed", "graph", "meta")
    values = ("Ben", {"x": 1}, {"source": "Ann"}, None, True, {}, {"a": [1, 2]})
    assert plan.carried == places
    assert lines_of(plan)[1:] == [
        {"type": "_converted", "key": place, "value": value}
        for place, value in zip(places, values, strict=True)
    ]
    assert (plan.entities, plan.relations, plan.others) == (1, 0, 7)


def test_fields_with_a_standard_name_and_another_meaning_stay_under_another() -> None:
    plan = convert(
        {
            "entities": [
                ANN_RECORD | {"type": "vip", "_type": "old"},
                {"name": 5, "id": "x", "observations": {"a": 1}},
            ],
            "relations": [KNOWS_RECORD | {"type": "family", "source": "import", "weight": 1}],
        }
    )
    assert lines_of(plan) == [
        {"type": "entity"} | ANN_RECORD | {"_type": "old", "_type_2": "vip"},
        {"type": "entity", "name": "x", "entityType": "", "observations": {"a": 1}, "_name": 5},
        {"type": "relation"} | KNOWS_RECORD | {"source": "import", "weight": 1, "_type": "family"},
    ]


def test_numbers_and_escapes_keep_their_spelling() -> None:
    value = '{"n": 1.0000000000000000000001, "big": ' + "9" * 5000 + ', "e": 1e400, "s": "\\u00e9 \\" \\\\"}'
    plan = convert_text('{\n"entities": [ {"name": "\\u00c4nn", "extra" : ' + value + "} ]\n}")
    assert value.replace(": ", ":").replace(", ", ",").encode() in plan.data


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_document_in_an_encoding_of_windows_is_converted(encoding: str) -> None:
    text = json.dumps({"entities": [ANN_RECORD | {"note": "é"}]}, indent=2, ensure_ascii=False)
    plan = plan_conversion(text.replace("\n", "\r\n").encode(encoding), PATH)
    assert plan is not None
    assert lines_of(plan) == [{"type": "entity"} | ANN_RECORD | {"note": "é"}]


@pytest.mark.parametrize("document", ["[]", '{"entities":[],\n"relations":[]}', '{"nodes":[]}'])
def test_an_empty_graph_becomes_an_empty_memory(document: str) -> None:
    assert convert_text(document).data == b""


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b'{\n"version": 1,\n"name": "settings"\n}', NotConvertible),
        (b"[1, 2]", NotConvertible),
        (b'[{"a":1}]', NotConvertible),
        (b'{"graph":[1]}', NotConvertible),
        (b'{"entities": [', CorruptLine),
        (b'{"a":1}\nnull\n', CorruptLine),
        (b'{"a":' * 100_000, CorruptLine),
        (b"\xff", CorruptLine),
    ],
)
def test_what_holds_no_graph_is_left_alone(tmp_path: Path, data: bytes, refusal: type[Exception]) -> None:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(data)
    with pytest.raises(refusal):
        convert_file(path)
    assert path.read_bytes() == data
    assert [one for one in tmp_path.iterdir() if not one.name.startswith(".~lock")] == [path]


@pytest.mark.parametrize("data", [b"", b'{"type":"_aim"}', b'{"name":"Ann","entityType":"person"}\n\n'])
def test_of_a_memory_file_nothing_is_written(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(data)
    assert convert_file(path) is None
    assert list(tmp_path.iterdir()) == [path]


def test_a_conversion_leaves_a_backup_and_a_memory_that_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    document = json.dumps({"entities": [ANN_RECORD]}, indent=2).encode()
    path.write_bytes(document)
    done = convert_file(path)
    assert done is not None
    assert done.backup.read_bytes() == document
    assert MemoryFile(path, Writer("server")).read().entities == (ANN,)
    assert not path.with_name("memory.jsonl.rejected").exists()


def test_the_pretty_printed_sample_is_converted_without_a_loss() -> None:
    sample = SAMPLES / "pretty-printed.json"
    if not sample.exists():
        pytest.skip(f"the sample files are not at {SAMPLES}")
    document = json.loads(sample.read_bytes())
    plan = plan_conversion(sample.read_bytes(), PATH)
    assert plan is not None
    lines = lines_of(plan)
    assert [line for line in lines if line.pop("type") == "entity"] == document["entities"]
    assert lines == document["entities"] + document["relations"]


def simple_values(value: object) -> set[str]:
    """Return the texts, numbers and constants in a value, as JSON."""
    if isinstance(value, dict):
        return set().union(*map(simple_values, value.values()))
    if isinstance(value, list):
        return set().union(*map(simple_values, value))
    return {json.dumps(value)}


TEXTS = st.sampled_from(["a", "b", "", "entity", "relation", "\n", '"', "\ud800", "é"])
VALUES = st.recursive(
    TEXTS | st.floats(0, 3) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ENTITY_KEYS = ["name", "entityType", "observations", "type", "_type", "label", "id", "key", "extra"]
RELATION_KEYS = ["from", "to", "source", "target", "relationType", "relation", "type", "label", "nodes"]
RECORDS = st.dictionaries(st.sampled_from([*ENTITY_KEYS, *RELATION_KEYS]), VALUES, max_size=6)
GRAPH_KEYS = ["entities", "nodes", "relations", "edges", "links", "graph", "meta"]


@given(
    st.dictionaries(
        st.sampled_from(GRAPH_KEYS),
        st.lists(RECORDS | VALUES, max_size=4) | st.dictionaries(TEXTS, RECORDS, max_size=3) | VALUES,
        max_size=4,
    ),
    st.sampled_from([None, 1]),
)
def test_no_value_of_a_document_is_lost(document: dict[str, object], indent: int | None) -> None:
    try:
        plan = plan_conversion(json.dumps(document, indent=indent).encode(), PATH)
    except NotConvertible:
        return
    if plan is None:
        return
    assert plan_conversion(plan.data, PATH) is None
    lost = simple_values(document) - simple_values(lines_of(plan))
    # A number as a name or an end becomes a text, a null in a text's place the empty text.
    assert {value for value in lost if value.startswith('"')} == set()
    assert lost - {"null"} <= {
        json.loads(text) for text in simple_values(lines_of(plan)) if text.startswith('"')
    }
