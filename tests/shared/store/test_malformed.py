"""What is said of a file that cannot be read."""

from pathlib import Path

import pytest

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.store.jsonl import decode

PATH = Path("memory.jsonl")
ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}'


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        (ANN + ANN, len(ANN) + 1, "has more after its object, as when two lines run together"),
        (ANN[:-1], len(ANN), "is not valid JSON (cut off)"),
        (ANN[:20], 21, "is not valid JSON (cut off)"),
        (ANN[:1], 2, "is not valid JSON (cut off)"),
        (b"\0" * 8, 1, "holds NUL bytes, as after a crash or in UTF-16"),
        ('{"é":"'.encode() + b'\0"}', 7, "holds NUL bytes, as after a crash or in UTF-16"),
        (b"null", 1, "is null, not an object"),
        (b"[1]", 1, "is [1], not an object"),
        (b'"text"', 1, 'is "text", not an object'),
        ('{"é":"'.encode() + b'\xff"}', 7, "is not valid UTF-8"),
        ('{"é":"'.encode() + b"\xc3", 7, "is not valid UTF-8"),
        (b'{"type":"entity","n":NaN}', 1, "is not valid JSON (NaN or Infinity)"),
        (b'{"n":' + b"9" * 5000 + b',"m":-Infinity}', 1, "is not valid JSON (NaN or Infinity)"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, 1, "is nested too deeply"),
        (b"{'type': 'entity'}", 2, "is not valid JSON (expecting property name enclosed in double quotes)"),
        (b'  {"a" 1}\r', 8, "is not valid JSON (expecting ':' delimiter)"),
        (b"\x0c", 1, "is not valid JSON (expecting value)"),
    ],
)
@pytest.mark.parametrize("above", [ANN + b"\n\n", "\ufeff".encode() + ANN + b"\r\n\r\n"])
def test_a_corrupt_line_is_named_with_its_column_and_the_reason(
    line: bytes, column: int, why: str, above: bytes
) -> None:
    with pytest.raises(CorruptLine) as raised:
        decode(above + line + b"\n" + ANN, PATH)
    error = raised.value
    assert (error.line, error.column, error.why, error.readable) == (3, column, why, 1)
    assert f"memory.jsonl: line 3, column {column} {why}. " in str(error)


@pytest.mark.parametrize("number", [b"9" * 5000, b"-" + b"9" * 5000, b"1e400", b"1.0000000000000000000001"])
def test_a_number_of_any_size_is_read(number: bytes) -> None:
    line = b'{"name":"Ann","entityType":"person","n":' + number + b"}\n"
    snapshot = decode(line, PATH)
    assert snapshot.entity("Ann") is not None
    assert snapshot.to_bytes() == line


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("count", [1, 2])
def test_utf_16_is_named(encoding: str, count: int) -> None:
    with pytest.raises(CorruptLine, match="UTF-16"):
        decode((ANN.decode() + "\r\n").encode(encoding) * count, PATH)


@pytest.mark.parametrize(
    "document",
    [
        b"[]",
        b"[" + ANN + b"]\n",
        b'{"entities":[],"relations":[]}',
        b'\xef\xbb\xbf{\r\n  "entities": [],\r\n  "relations": []\r\n}\r\n',
        ANN.replace(b",", b",\n"),
        b'{"nodes":[{"n":' + b"9" * 5000 + b"}]}",
    ],
)
def test_a_file_that_is_one_document_is_said_to_be_one(document: bytes) -> None:
    with pytest.raises(NotJsonLines, match="is one JSON document"):
        decode(document, PATH)


@pytest.mark.parametrize(
    "line",
    [
        b'{"name":"Ann","entityType":"person","graph":"family"}',
        b'{"type":"entity","name":"Ann","entityType":"person","relations":[]}',
        b'{"type":"_marker","source":"x"}',
        ANN,
    ],
)
@pytest.mark.parametrize("around", [b"%b", b"%b\n", b"\n%b\n\n"])
def test_a_single_line_is_a_memory(line: bytes, around: bytes) -> None:
    assert decode(around % line, PATH).to_bytes() == line + b"\n"
