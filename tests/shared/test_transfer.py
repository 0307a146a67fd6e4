"""What is copied as text, and what a pasted text is taken for."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_edits import FILES, NAMES
from small_memory import ANN, BEN, DANGLING, GRAPH, KNOWS, LOOP, memory_of

from mnemoscope_shared.errors import TextTooLong, TransferError, UnreadableText
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import EMPTY
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.transfer import LONGEST_TEXT, Records, json_lines_of, records_from_text, text_of

MEMORY = Path("memory.jsonl")
ANN_LINE = '{"type":"entity","name":"Ann","entityType":"person","observations":["tea"]}'
KNOWS_LINE = '{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}'
ANN_WITH_TEA = Entity("Ann", "person", ("tea",))


def test_copied_lines_are_those_of_the_file_with_what_other_programs_keep_in_them() -> None:
    extended = ANN_LINE.replace("}", ',"since":1.0}')
    snapshot = decode(f"{extended}\r\n{KNOWS_LINE}\r\n".encode(), MEMORY)
    assert json_lines_of(snapshot, ["Ann"]) == extended + "\n"
    assert json_lines_of(snapshot, ["Ann", "Ben"]) == f"{extended}\n{KNOWS_LINE}\n"
    assert json_lines_of(snapshot, ["Nobody"]) == ""


def test_a_copied_text_is_a_paragraph_for_each_entity() -> None:
    cy = Entity("C\ny", "", ("two\nlines", ""))
    untyped = Relation("Ben", "C\ny", "")
    snapshot = memory_of(ANN, BEN, cy, KNOWS, LOOP, DANGLING, untyped)
    assert text_of(snapshot, ["Ann", "Ben", "C\ny"]) == (
        "Ann (person)\n- tea\n- tea\n- chess\n→ knows: Ben\n→ is: Ann\n"
        "\nBen (person)\n→ C y\n"
        "\nC y\n- two\n  lines\n- \n"
    )
    assert text_of(snapshot, ["Ben"]) == "Ben (person)\n"


def test_what_relations_mean_is_the_first_of_two_records() -> None:
    assert text_of(memory_of(ANN_WITH_TEA, Entity("Ann", "cat", ()), LOOP), ["Ann"]) == (
        "Ann (person)\n- tea\n→ is: Ann\n\nAnn (cat)\n"
    )


@given(FILES, st.sets(NAMES))
def test_what_is_copied_can_be_pasted_into_another_memory(lines: list[bytes], names: set[str]) -> None:
    snapshot = decode(b"\n".join(lines), MEMORY)
    records = records_from_text(json_lines_of(snapshot, names))
    entities = [one for one in snapshot.entities if one.name in names]
    relations = [one for one in snapshot.relations if {one.source, one.target} <= names]
    if records is None:
        assert not entities
        assert not relations
        return
    assert records == (tuple(entities), tuple(relations))
    pasted = EMPTY.after(ImportRecords(*records, "the clipboard").apply(EMPTY).change)
    assert {one.name for one in pasted.entities} == {one.name for one in entities}
    assert {one.key for one in pasted.relations} == {one.key for one in relations}


ENTITY, RELATION = {"name": "Ann", "entityType": "person", "observations": ["tea"]}, json.loads(KNOWS_LINE)
GRAPH_REPLY = {"entities": [ENTITY], "relations": [{key: RELATION[key] for key in list(RELATION)[1:]}]}
FOUND = Records((ANN_WITH_TEA,), (Relation("Ann", "Ben", "knows"),))


@pytest.mark.parametrize(
    "text",
    [
        f"{ANN_LINE}\n{KNOWS_LINE}\n",
        f"\ufeff  {ANN_LINE}\r\n\r\n{KNOWS_LINE}",
        f"{ANN_LINE} {KNOWS_LINE}",
        f'{{"type":"_marker"}}\n{ANN_LINE}\n{KNOWS_LINE}',
        json.dumps(GRAPH_REPLY),
        json.dumps(GRAPH_REPLY, indent=2),
        json.dumps([ENTITY, RELATION], indent=4),
    ],
)
def test_lines_and_replies_and_arrays_are_read(text: str) -> None:
    assert records_from_text(text) == FOUND


def test_an_empty_graph_is_a_graph() -> None:
    assert records_from_text('{"entities": [], "relations": []}') == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "Ann likes tea.\nBen does not.",
        "[ ] buy milk\n[x] call Ben",
        "{braces} are no JSON",
        '"a text"',
        "17",
        "[]",
        "{}",
        "[1, 2]",
        '{"a": 1}',
        '{"a": {"b": 1},\n "c": [2]}',
        '[{"a": 1}, 2]',
    ],
)
def test_a_text_of_another_kind_is_none(text: str) -> None:
    assert records_from_text(text) is None


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (f"{ANN_LINE}\n{KNOWS_LINE[:-9]}", 2, "is not valid JSON (cut off)"),
        (json.dumps(GRAPH_REPLY, indent=1)[:-20], 15, "is not valid JSON (cut off)"),
        ('{"entities": [\n{"name": "Ann"},\n{"name": "Ben",}]}', 3, "is not valid JSON (expecting property"),
        ('{"entities": [], "n": NaN}', 1, "is not valid JSON (NaN or Infinity)"),
        (f"{ANN_LINE}\na\0b", 2, "holds a NUL character"),
        ('{"a":' + "[" * 1_000_000, 1, "is nested too deeply"),
        ('{"a":' * 1_000_000, 1, "is nested too deeply"),
        ('[{"a":1},' + "[" * 1_000_000, 1, "is nested too deeply"),
        ('{"\ud800', 1, "is not valid JSON (cut off)"),
    ],
)
def test_a_text_that_breaks_off_says_where_and_what_to_do(text: str, line: int, why: str) -> None:
    with pytest.raises(UnreadableText, match=r"Copy it again") as raised:
        records_from_text(text)
    assert raised.value.line == line
    assert raised.value.why.startswith(why)


def test_half_characters_and_escaped_nul_are_kept() -> None:
    text = ANN_LINE.replace("Ann", "\ud800\\u0000").replace("tea", "\\udfff")
    assert records_from_text(text) == ((Entity("\ud800\0", "person", ("\udfff",)),), ())


def test_a_text_that_is_too_long_is_not_looked_into() -> None:
    with pytest.raises(TextTooLong, match=r"10,000,001 characters; at most 10,000,000"):
        records_from_text("{" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize("character", [" ", "[", "{", '"', "\n", "\\", "0"])
def test_a_long_text_of_one_character_is_soon_seen_to_be_none(character: str) -> None:
    assert records_from_text(character * LONGEST_TEXT) is None


@given(st.text(st.characters() | st.sampled_from('{}[]",:\0\ud800\\\n'), max_size=60))
def test_any_text_is_records_or_none_or_a_clear_error(text: str) -> None:
    for hostile in (text, '{"' + text, ANN_LINE + text, '[{"name":"' + text):
        try:
            records = records_from_text(hostile)
        except TransferError:
            continue
        assert records is None or isinstance(records, Records)


def test_the_names_of_a_copied_graph_lead_to_all_of_it() -> None:
    snapshot = memory_of(*GRAPH)
    assert json_lines_of(snapshot, ["Ann", "Ben", "Cy"]).encode() == snapshot.to_bytes()
