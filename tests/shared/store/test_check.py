"""What is said of every line of a memory file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.store.check import Report, check
from mnemoscope_shared.store.jsonl import decode

ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}'
BEN = b'{"type":"entity","name":"Ben","entityType":"person","observations":["likes tea"]}'
KNOWS = b'{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}'
PATH = Path("memory.jsonl")


def texts(report: Report) -> list[str]:
    """Return each first finding of a kind as “line: text”."""
    return [f"{kind.examples[0].line}: {kind.examples[0].text}" for kind in report.findings]


def remark(line: bytes) -> list[str]:
    """Return what is said of a line between two others."""
    return texts(check(ANN + b"\n" + BEN + b"\n" + line + b"\n"))


def test_a_file_in_the_formats_own_spelling_is_nothing_to_talk_about() -> None:
    data = b"".join(line + b"\n" for line in (ANN, BEN, KNOWS))
    assert check(data) == Report(2, 1, 0, 0, len(data), (), None)
    assert check(b"") == Report(0, 0, 0, 0, 0, (), None)


def test_every_line_that_cannot_be_read_is_named_with_its_column_and_reason() -> None:
    report = check(b"\n".join([ANN + BEN, b"null", KNOWS, ANN[:30], b""]))
    assert report.remedy == "repair"
    assert (report.relations, report.unreadable) == (1, 3)
    faults = [one.examples[0] for one in report.findings if one.is_fault]
    assert [(fault.line, fault.column, fault.text) for fault in faults] == [
        (1, 71, "has more after its object, as when two lines run together"),
        (2, 1, "is null, not an object"),
        (4, 31, "is not valid JSON (cut off)"),
    ]


def test_findings_of_one_kind_are_counted_and_the_first_three_kept() -> None:
    report = check(ANN + b"\n" + b"".join(b"[%d]\n" % number for number in range(217)))
    (faults,) = report.findings
    assert faults.count == report.unreadable == 217
    assert [one.line for one in faults.examples] == [2, 3, 4]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"  ", ["3: is blank; the next write leaves it out"]),
        (KNOWS + b"\r", ["3: ends with a carriage return (Windows), kept as it is"]),
        (b'{"type":"_aim"}', ["3: is of the type “_aim”: no part of the graph, carried along"]),
        (b"{}", ["3: is neither an entity nor a relation: no part of the graph, carried along"]),
        (b'{"type":"entity"}', ["3: is an entity without a name: no part of the graph, carried along"]),
        (
            b'{"type":"relation","from":"Ann"}',
            ["3: is a relation without two ends: no part of the graph, carried along"],
        ),
        (
            ANN.replace(b"Ann", b"Cy").replace(b'"type"', b'"_type"'),
            ["3: has “_type” for “type”"],
        ),
        (
            b'{"name":"Cy","entityType":"person","observations":[]}',
            ["3: has no “type”; its other fields tell what it is"],
        ),
        (b'{"type":"entity","name":"Cy","observations":[]}', ["3: has no “entityType”"]),
        (b'{"type":"entity","name":"Cy","entityType":"person"}', ["3: has no “observations”"]),
        (
            b'{"type":"entity","name":"Cy","entityType":"person","observations":"tea"}',
            ["3: has “observations” that are no array; read as one observation"],
        ),
        (
            b'{"type":"entity","name":"Cy","entityType":5,"observations":[{"text":"tea"}]}',
            [
                "3: has an “entityType” that is no text; read as its JSON",
                "3: has observations that are no texts; read as their text or their JSON",
            ],
        ),
        (
            b'{"source":"Ann","to_entity":"Ben","type":"knows"}',
            [
                "3: has “source” for “from”",
                "3: has “to_entity” for “to”",
                "3: has “type” for “relationType”",
            ],
        ),
        (b'{"type":"relation","from":"Ann","to":"Ben"}', ["3: has no “relationType”"]),
        (
            KNOWS.replace(b'"relation"', b'"edge"'),
            ["3: has the type “edge”; its ends tell that it is a relation"],
        ),
        (ANN, ["3: has the name “Ann” of line 1 again; changes go to the first"]),
        (KNOWS.replace(b"Ben", b"Cy"), ["3: is a relation of “Cy”, and no entity has that name"]),
        (
            ANN.replace(b"Ann", b"\\ud800"),
            ["3: holds half a character (a lone surrogate), kept as it is"],
        ),
        (
            ANN.replace(b"Ann", b"Cy").replace(b"[]", b'[],"z":1,"z":2'),
            ["3: has the field “z” twice; the last one counts", "3: has the extra field “z”, kept as it is"],
        ),
        (
            ANN.replace(b"Ann", b"C" * 100),
            [],
        ),
        (
            KNOWS.replace(b"Ben", b"C" * 100),
            [f"3: is a relation of “{'C' * 59}…”, and no entity has that name"],
        ),
    ],
)
def test_what_is_odd_about_a_line_is_said(line: bytes, said: list[str]) -> None:
    assert remark(line) == said


def test_what_is_odd_about_the_file_is_said() -> None:
    data = b"\xef\xbb\xbf" + b"\n".join([KNOWS, ANN, BEN, KNOWS])
    report = check(data)
    assert report.remedy is None
    assert texts(report) == [
        "1: begins with a byte order mark; the next write leaves it out",
        "2: is an entity after the relation in line 1; the next write sorts them",
        "4: has no newline at its end; the next write adds it",
        "4: says the same as the relation in line 1",
    ]


def test_an_extra_field_is_told_once_with_its_count() -> None:
    lines = [b'{"type":"entity","name":"%d","entityType":"","observations":[],"v":1}' % n for n in range(4)]
    assert texts(check(b"\n".join([*lines, b""]))) == [
        "1: has the extra field “v”, kept as it is (in 4 lines)"
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_utf_16_file_is_named_and_its_lines_are_counted(encoding: str) -> None:
    report = check(b"\n".join([ANN, BEN, KNOWS, b""]).decode().encode(encoding))
    assert (report.entities, report.relations, report.remedy) == (2, 1, "repair")
    assert texts(report) == ["1: is UTF-16, not UTF-8, as is the whole file"]


@pytest.mark.parametrize(
    "data",
    [
        b"[" + ANN + b"]",
        b'{\n"entities": []\n}',
        b'{"entities":[]}',
        ANN.replace(b",", b",\n") + b"\n" + BEN.replace(b",", b",\n"),
        '{"nodes":\n[]}'.encode("utf-16"),
    ],
)
def test_a_json_document_is_one_finding_with_another_remedy(data: bytes) -> None:
    report = check(data)
    assert report.remedy == "convert"
    assert texts(report) == ["1: begins a JSON document; a memory file has one JSON object on each line"]


def test_a_line_at_the_limit_of_nesting_is_no_accident() -> None:
    for depth in (100, 900, 980, 990, 1000, 2000, 100_000):
        line = b'{"type":"_deep","v":' + b"[" * depth + b"]" * depth + b"}"
        assert check(ANN + b"\n" + line + b"\n").entities == 1


@given(
    st.lists(
        st.sampled_from(
            [ANN, BEN, KNOWS, ANN + BEN, ANN[:9], b"", b"\r", b"null", b"[1]", b'{"nodes":[]}', b"{}"]
        ),
        max_size=5,
    ),
    st.sampled_from([b"", b"\n"]),
    st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff\xfe"]),
)
def test_a_file_is_said_to_be_usable_when_it_can_be_read(lines: list[bytes], end: bytes, mark: bytes) -> None:
    data = mark + b"\n".join(lines) + end
    try:
        decode(data, PATH)
    except NotJsonLines:
        expected: str | None = "convert"
    except CorruptLine:
        expected = "repair"
    else:
        expected = None
    assert check(data).remedy == expected
