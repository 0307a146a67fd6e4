"""Bytes to a snapshot and back."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.jsonl import decode, decode_line, encode_record

PATH = Path("memory.jsonl")
ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea"]}'
BEN = b'{"type":"entity","name":"Ben","entityType":"person","observations":[]}'
KNOWS = b'{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}'
MARKER = b'{"type":"_marker","source":"another program"}'

SPELLED_LINES = st.sampled_from(
    [
        ANN,
        BEN,
        KNOWS,
        MARKER,
        ANN + b"\r",
        b"  " + BEN + b"\t",
        b'{"name":"Cy","entityType":"person"}',
        b'{"type":"entity","name":"\xe2\x80\xa8\xc2\x85","entityType":"","observations":["\\ud800"],"n":1e400}',
        b'{"from":"Ann","to":"Cy","relation":"knows","weight":1.0}',
    ]
)


def any_text() -> st.SearchStrategy[str]:
    """Text with lone surrogates; two halves of one character are joined, as JavaScript has them."""
    characters = st.characters() | st.sampled_from(
        '\0\b\t\n\r\x1f"\\/\x7f\x85\u2028\u2029\ud800\udfff\ue000\U0001f600'
    )
    units = st.text(characters, max_size=12).map(lambda text: text.encode("utf-16-le", "surrogatepass"))
    return units.map(lambda data: data.decode("utf-16-le", "surrogatepass"))


def any_record() -> st.SearchStrategy[Entity | Relation]:
    observations = st.lists(any_text(), max_size=4).map(tuple)
    return st.builds(Entity, any_text(), any_text(), observations) | st.builds(
        Relation, any_text(), any_text(), any_text()
    )


@given(st.lists(any_record(), max_size=8))
def test_what_is_written_is_read_as_it_was(records: list[Entity | Relation]) -> None:
    snapshot = decode(b"".join(encode_record(record) + b"\n" for record in records), PATH)
    assert snapshot.entities == tuple(record for record in records if isinstance(record, Entity))
    assert snapshot.relations == tuple(record for record in records if isinstance(record, Relation))


@given(st.lists(SPELLED_LINES, min_size=1, max_size=8), st.sampled_from([b"", b"\n"]))
def test_reading_and_writing_keeps_the_bytes_of_every_line(lines: list[bytes], end: bytes) -> None:
    written = decode(b"\n".join(lines) + end, PATH).to_bytes()
    assert sorted(written.split(b"\n")[:-1]) == sorted(lines)
    assert decode(written, PATH).to_bytes() == written


def test_a_mixed_order_is_sorted_and_other_objects_follow_their_predecessors() -> None:
    first, second, third = (b'{"type":"_%d"}' % number for number in range(3))
    lines = [first, KNOWS, second, BEN, third, KNOWS, ANN]
    assert decode(b"\n".join(lines), PATH).to_bytes().split(b"\n") == [
        *(first, BEN, third, ANN),
        *(KNOWS, second, KNOWS),
        b"",
    ]


def test_a_byte_order_mark_and_blank_lines_go_and_carriage_returns_stay() -> None:
    data = b"\xef\xbb\xbf\r\n" + ANN + b"\r\n\n \t\r\n" + BEN
    assert decode(data, PATH).to_bytes() == ANN + b"\r\n" + BEN + b"\n"


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_a_line_ends_at_the_newline_only(separator: str) -> None:
    entity = Entity(f"a{separator}b", "t", (separator,))
    data = encode_record(entity) + b"\n"
    assert separator.encode() in data
    assert decode(data, PATH).entities == (entity,)


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\t\n"])
def test_a_file_without_a_line_is_an_empty_memory(data: bytes) -> None:
    snapshot = decode(data, PATH)
    assert (snapshot.entity_lines, snapshot.relation_lines, snapshot.to_bytes()) == ([], [], b"")


@pytest.mark.parametrize(
    "data",
    [
        ANN + BEN + b"\n\n",
        b"\n" + ANN + b" " + BEN,
        ANN + b"\r" + BEN + b"\n\n",
        ANN.replace(b",", b",\n", 1) + BEN,
        ANN.replace(b",", b",\n", 1) + b"\n" + BEN + KNOWS,
        BEN.replace(b"[]", b"[]\n") + ANN + b"\n",
    ],
)
def test_an_object_is_never_taken_for_the_content_of_another_line(data: bytes) -> None:
    with pytest.raises((CorruptLine, NotJsonLines)):
        decode(data, PATH)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["type", "name", "entityType", "observations", "from", "to", "relationType", "x"]
            ),
            st.sampled_from(["entity", "relation", "a", "", ["a"], [], [1], None, 1, {"text": "b"}]),
        ),
        max_size=8,
    )
)
def test_the_fast_and_the_patient_reading_agree(members: list[tuple[str, object]]) -> None:
    raw = ("{" + ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in members) + "}").encode()
    # A blank line makes the whole file take the patient way.
    snapshots = [decode(data, PATH) for data in (ANN + b"\n" + raw, ANN + b"\n\n" + raw)]
    assert snapshots[0].entities == snapshots[1].entities
    assert snapshots[0].relations == snapshots[1].relations
    record = decode_line(raw)
    assert record is None or record in (*snapshots[0].entities, *snapshots[0].relations)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js to compare with")
def test_the_bytes_are_those_of_javascript() -> None:
    written: list[bytes] = []

    @given(any_record())
    def collect(record: Entity | Relation) -> None:
        written.append(encode_record(record))

    collect()
    script = """
        const lines = require("fs").readFileSync(0, "utf8").split("\\n").slice(0, -1);
        process.stdout.write(lines.map(line => JSON.stringify(JSON.parse(line)) + "\\n").join(""));
    """
    data = b"".join(line + b"\n" for line in written)
    answer = subprocess.run(["node", "-e", script], input=data, capture_output=True, check=True, timeout=60)
    assert answer.stdout == data
