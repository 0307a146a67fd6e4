"""Picking the lines of a history that are worth decoding."""

import json

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history_record import (
    ChangeRecord,
    CheckpointRecord,
    RecordedChange,
    VoidRecord,
    Writer,
    encode,
)
from mnemoscope_shared.store.history_sieve import NameSieve, Sieve
from mnemoscope_shared.store.jsonl import encode_record


def write(line: str, time: int = 1) -> bytes:
    """Return the line of a write that left a line of the memory."""
    changes = (RecordedChange("entities", 0, None, line),)
    return encode(ChangeRecord("id", time, Writer("window"), "op", "", "", changes)).rstrip(b"\n")


@given(st.text() | st.text('"\\/\ud800\x7f\u2028a'), st.booleans(), st.booleans())
def test_no_write_is_held_back_that_tells_of_a_name_in_a_spelling_of_any_json_writer(
    name, ascii_only, slashes
):
    lines = [encode_record(Entity(name, "t", ())).decode()]
    if not any(0xD800 <= ord(one) <= 0xDFFF for one in name) or ascii_only:
        spelled = json.dumps({"type": "entity", "name": name}, ensure_ascii=ascii_only)
        lines.append(spelled.replace("/", "\\/") if slashes else spelled)
    sieve = NameSieve([name])
    for line in lines:
        assert sieve.may_be_named_in(line)
        assert list(sieve([write(line)])) == [write(line)]


def test_what_tells_of_others_and_checkpoints_are_held_back_but_no_void():
    void = encode(VoidRecord("id")).rstrip(b"\n")
    checkpoint = encode(CheckpointRecord("id", 1, "", ("Ann",), ())).rstrip(b"\n")
    lines = [write("Bo"), void, checkpoint, write("Ann")]
    assert list(NameSieve(["Ann"])(lines)) == [void, write("Ann")]
    assert list(Sieve()(lines)) == [write("Bo"), void, write("Ann")]


def test_the_names_may_change_on_the_way():
    sieve = NameSieve(["Ann"])
    found = []
    for line in sieve([write("Ann"), write("Ann"), write("Bo")]):
        found.append(line)
        sieve.look_for(["Bo"])
    assert found == [write("Ann"), write("Bo")]


def test_the_bound_ends_the_reading_and_the_oldest_line_dates_it():
    lines = [write("new", 3), write("middle", 2), write("old", 1)]
    sieve = Sieve(most_bytes=len(lines[0]) + len(lines[1]))
    assert list(sieve(lines)) == lines[:2]
    assert (sieve.is_cut, sieve.since) == (True, 2)
    sieve = Sieve()
    assert list(sieve(lines)) == lines
    assert (sieve.is_cut, sieve.since) == (False, 1)


def test_without_a_line_that_can_be_read_there_is_no_date():
    sieve = Sieve()
    assert sieve.since is None
    assert list(sieve([b"nonsense"])) == [b"nonsense"]
    assert sieve.since is None
