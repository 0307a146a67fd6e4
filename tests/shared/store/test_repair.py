"""Mending what is certain, putting aside the rest, losing nothing."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.errors import (
    BeyondRepair,
    NotJsonLines,
)
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.repair import plan_repair, repair_file

ANN = b'{"type":"entity","name":"Ann","entityType":"person","observations":[]}'
BEN = '{"type":"entity","name":"Bén","entityType":"person","observations":["likes tea"]}'.encode()
KNOWS = b'{"type":"relation","from":"Ann","to":"Ben","relationType":"knows"}'
PATH = Path("memory.jsonl")


@pytest.mark.parametrize(
    ("line", "kept", "rejected", "action"),
    [
        (ANN + BEN, [ANN, BEN], [], "split into 2 lines"),
        (ANN + b" \t" + BEN + b"\r" + KNOWS + b"\r", [ANN, BEN, KNOWS], [], "split into 3 lines"),
        (ANN + b",", [ANN], [], "taken without the comma after it"),
        (b"\xef\xbb\xbf" + ANN, [ANN], [], "taken without the byte order mark"),
        (
            ANN + BEN[:30],
            [ANN],
            [BEN[:30]],
            "taken as far as it is whole; the rest is put aside",
        ),
        (
            ANN + BEN[:41],
            [ANN],
            [BEN[:41]],
            "taken as far as it is whole; the rest is put aside",
        ),
        (
            ANN + b"\0" * 9,
            [ANN],
            [ANN + b"\0" * 9],
            "taken without the NUL bytes; the line as it was is put aside",
        ),
        (
            b"\0\0" + ANN + BEN + b"\0\r",
            [ANN, BEN],
            [b"\0\0" + ANN + BEN + b"\0\r"],
            "split into 2 lines without the NUL bytes; the line as it was is put aside",
        ),
        (ANN[:40], [], [ANN[:40]], "put aside"),
        (ANN[:40] + BEN, [], [ANN[:40] + BEN], "put aside"),
        (ANN + b"x", [], [ANN + b"x"], "put aside"),
        (ANN[:30] + b"\0" + ANN[30:], [], [ANN[:30] + b"\0" + ANN[30:]], "put aside"),
        (b"\0" * 9, [], [b"\0" * 9], "put aside"),
        (ANN + b'{"n":NaN}', [ANN], [b'{"n":NaN}'], "taken as far as it is whole; the rest is put aside"),
        (BEN.decode().encode("latin-1"), [], [BEN.decode().encode("latin-1")], "put aside"),
        (b"null", [], [b"null"], "put aside"),
        (b"[1]", [], [b"[1]"], "put aside"),
    ],
)
def test_what_is_certain_is_mended_and_the_rest_put_aside(
    line: bytes, kept: list[bytes], rejected: list[bytes], action: str
) -> None:
    plan = plan_repair(b"\n".join([KNOWS + b"\r", line, b"", KNOWS]), PATH)
    assert plan is not None
    assert plan.data == b"".join(one + b"\n" for one in [KNOWS + b"\r", *kept, KNOWS])
    assert list(plan.rejected) == rejected
    assert [(step.line, step.action) for step in plan.steps] == [(2, action)]
    assert plan.unchanged == 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_utf_16_file_is_written_as_utf_8_and_what_cannot_be_read_stays_as_it_was(encoding: str) -> None:
    text = "\n".join([ANN.decode(), "nonsense \ud800", BEN.decode(), '{"type":"_half","v":"\udfff"}', ""])
    data = text.encode(encoding, "surrogatepass") + b"!"
    plan = plan_repair(data, PATH)
    assert plan is not None
    assert plan.data == b"\n".join([ANN, BEN, b'{"type":"_half","v":"\\udfff"}', b""])
    bare = (
        encoding if encoding != "utf-16" else {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}[data[:2]]
    )
    assert plan.rejected == ("nonsense \ud800".encode(bare, "surrogatepass"), b"!")
    assert plan.steps[0].action == "the whole file is written as UTF-8"


def damaged_files() -> st.SearchStrategy[bytes]:
    """Memory files with pieces cut out, bytes put in, and newlines lost."""
    whole = [ANN, BEN, KNOWS, b'{"type":"_mark"}', b'{"name":"\\ud800","entityType":"t","observations":"x"}']
    piece = (
        st.sampled_from(
            [*whole, *whole, b"null", b"[1]", b"\0\0\0", b"\xff", b"\xef\xbb\xbf", b"", b",", b"\r"]
        )
        | st.binary(max_size=6)
        | st.builds(lambda line, end: line[:end], st.sampled_from(whole), st.integers(1, 60))
    )
    newline = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b""])
    return st.lists(st.tuples(piece, newline), max_size=9).map(lambda pairs: b"".join(map(b"".join, pairs)))


@given(damaged_files())
def test_a_repair_loses_no_line_and_its_file_can_be_read(data: bytes) -> None:
    try:
        plan = plan_repair(data, PATH)
    except (BeyondRepair, NotJsonLines):
        return
    if plan is None:
        return
    decode(plan.data, PATH)
    assert plan_repair(plan.data, PATH) is None
    if not any(step.action.startswith("the whole file") for step in plan.steps):
        assert_nothing_is_lost(data, plan.data, plan.rejected, {step.line for step in plan.steps})


def assert_nothing_is_lost(
    data: bytes, repaired: bytes, rejected: tuple[bytes, ...], mended: set[int]
) -> None:
    there = Counter([*repaired.split(b"\n"), *rejected])
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, line in enumerate(lines, start=1):
        if line.strip(b" \t\r") and number not in mended:
            assert there[line] > 0
            there[line] -= 1
    # What is left are the parts of the mended lines: all their bytes but white space, commas and marks.
    left = bytes(sorted(b"".join(there.elements())))
    inserted = b"".join(lines[number - 1] for number in mended if lines[number - 1] not in rejected)
    for dropped in (b"\xef\xbb\xbf", b" ", b"\t", b"\r", b",", b"\0"):
        inserted = inserted.replace(dropped, b"")
    lost = Counter(inserted) - Counter(left)
    assert not lost


@given(damaged_files(), damaged_files())
def test_repairing_twice_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, one: bytes, two: bytes
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "memory.jsonl"
    path.write_bytes(ANN + b"\n" + one + b"\n" + two)
    try:
        repair_file(path)
    except NotJsonLines:
        return
    after = {one: one.read_bytes() for one in path.parent.iterdir()}
    assert repair_file(path) is None
    assert {one: one.read_bytes() for one in path.parent.iterdir()} == after
