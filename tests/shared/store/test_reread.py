"""Reading a memory again that others have changed: as if read anew, but of the lines that were there."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_content import INDEXES, built_content, content
from random_edits import EXTENDED_LINES, FOREIGN, RECORD_LINES

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.ranked_search import ranked_search
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode, encode_record
from mnemoscope_shared.store.reread import decode_after

PATH = Path("memory.jsonl")
NAMES = "abcdefgh"
LINES = RECORD_LINES | EXTENDED_LINES | FOREIGN
FILES = st.lists(LINES, min_size=2, max_size=14)
# Where, how many lines make room there, and what comes.
REPLACEMENTS = st.lists(
    st.tuples(st.integers(0, 14), st.integers(0, 2), st.lists(LINES, max_size=2)), max_size=4
)


def text(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def replaced(lines: list[bytes], replacements: list[tuple[int, int, list[bytes]]]) -> list[bytes]:
    lines = lines.copy()
    for start, count, others in replacements:
        lines[start : start + count] = others
    return lines


def warmed_up(snapshot: Snapshot) -> Snapshot:
    for name in (*INDEXES, "ranked_index"):
        getattr(snapshot, name)
    return snapshot


def distinct_file() -> tuple[list[bytes], list[bytes]]:
    entities = [encode_record(Entity(name, "t", (f"{name} one",))) for name in NAMES]
    relations = [encode_record(Relation(name, "a", "r")) for name in NAMES]
    return entities, relations


def shared_lines(before: Snapshot, after: Snapshot) -> set[bytes]:
    known = {*before.entity_lines, *before.relation_lines}
    return {line.raw for line in (*after.entity_lines, *after.relation_lines) if line in known}


@given(FILES, REPLACEMENTS, st.booleans())
def test_it_is_what_reading_anew_gives(
    lines: list[bytes], replacements: list[tuple[int, int, list[bytes]]], is_reversed: bool
) -> None:
    before = warmed_up(decode(text(lines), PATH))
    later = replaced(lines, replacements)
    data = text(later[::-1] if is_reversed else later)
    try:
        anew = decode(data, PATH)
    except NotJsonLines:
        with pytest.raises(NotJsonLines):
            decode_after(before, data, PATH)
        return
    again = decode_after(before, data, PATH)
    assert again.to_bytes() == anew.to_bytes()
    assert [line.record for line in again.entity_lines] == [line.record for line in anew.entity_lines]
    assert [line.record for line in again.relation_lines] == [line.record for line in anew.relation_lines]
    for half in (again.entity_lines, again.relation_lines):
        assert all(line.order < following.order for line, following in pairwise(half))
        assert len(set(half)) == len(half)


@given(FILES, st.lists(REPLACEMENTS, max_size=3), st.sets(st.sampled_from((*INDEXES, "ranked_index"))))
def test_the_indexes_that_it_carries_over_are_those_of_reading_anew(
    lines: list[bytes], steps: list[list[tuple[int, int, list[bytes]]]], asked_for: set[str]
) -> None:
    snapshot = decode(text(lines), PATH)
    for replacements in steps:
        for name in asked_for:
            getattr(snapshot, name)
        lines = replaced(lines, replacements)
        try:
            snapshot = decode_after(snapshot, text(lines), PATH)
        except NotJsonLines:
            return
        anew = decode(text(lines), PATH)
        carried = built_content(snapshot)
        assert carried == {name: content(getattr(anew, name)) for name in carried}
        hits = [[hit.line.raw for hit in ranked_search(one, "a x", 9)] for one in (snapshot, anew)]
        assert hits[0] == hits[1]


def test_lines_that_nobody_touched_are_the_same_objects_with_their_indexes() -> None:
    entities, relations = distinct_file()
    before = warmed_up(decode(text([*entities, *relations]), PATH))
    changed = encode_record(Entity("c", "t", ("something else",)))
    new = encode_record(Entity("new", "t", ()))
    later = [*entities[:2], changed, *entities[4:], new, *relations[1:]]
    after = decode_after(before, text(later), PATH)
    assert shared_lines(before, after) == {*later} - {changed, new}
    assert {"lines_by_name", "lines_by_end", "_earlier_index"} <= vars(after).keys()
    assert [hit.name for hit in ranked_search(after, "something", 3)] == ["c"]


@pytest.mark.parametrize("place", [0, 3, len(NAMES)])
def test_lines_that_come_between_others_leave_them_alone(place: int) -> None:
    entities, relations = distinct_file()
    before = decode(text([*entities, *relations]), PATH)
    others = [encode_record(Entity(f"new {count}", "t", ())) for count in range(3)]
    after = decode_after(before, text([*entities[:place], *others, *entities[place:], *relations]), PATH)
    assert shared_lines(before, after) == {*entities, *relations}
    assert [line.raw for line in after.entity_lines] == [*entities[:place], *others, *entities[place:]]


def test_a_hundred_lines_that_come_one_by_one_in_front_of_each_other_stay_in_order() -> None:
    entities, relations = distinct_file()
    snapshot = decode(text([*entities, *relations]), PATH)
    for count in range(100):
        entities.insert(4, encode_record(Entity(f"new {count}", "t", ())))
        snapshot = decode_after(snapshot, text([*entities, *relations]), PATH)
        orders = [line.order for line in snapshot.entity_lines]
        assert orders == sorted(set(orders))
    assert [line.raw for line in snapshot.entity_lines] == entities


def test_a_file_in_another_order_is_read_anew() -> None:
    entities, relations = distinct_file()
    before = decode(text([*entities, *relations]), PATH)
    after = decode_after(before, text([*reversed(entities), *relations]), PATH)
    assert shared_lines(before, after) == set()
    assert [line.order for line in after.entity_lines] == [float(place) for place in range(len(NAMES))]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\n\n"])
@pytest.mark.parametrize("beginning", [b"", BYTE_ORDER_MARK])
def test_line_ends_and_a_byte_order_mark_make_no_difference(line_end: bytes, beginning: bytes) -> None:
    entities, relations = distinct_file()
    data = beginning + line_end.join([*entities, *relations])
    before = decode(data, PATH)
    later = data + line_end + encode_record(Entity("new", "t", ()))
    assert decode_after(before, later, PATH).to_bytes() == decode(later, PATH).to_bytes()


def test_what_is_wrong_with_a_file_is_told_as_when_it_is_read_first() -> None:
    entities, relations = distinct_file()
    before = decode(text([*entities, *relations]), PATH)
    with pytest.raises(CorruptLine) as error:
        decode_after(before, text([*entities, b'{"type":"ent', *relations]), PATH)
    assert error.value.line == len(NAMES) + 1


def test_a_second_byte_order_mark_is_as_wrong_as_when_the_file_is_read_first() -> None:
    entities, relations = distinct_file()
    before = decode(text([*entities, *relations]), PATH)
    with pytest.raises(CorruptLine):
        decode_after(before, 2 * BYTE_ORDER_MARK + text([*entities, *relations]), PATH)


def test_the_first_reading_and_an_emptied_file_need_nothing_before() -> None:
    entities, relations = distinct_file()
    first = decode_after(EMPTY, text([*entities, *relations]), PATH)
    assert [line.record for line in first.entity_lines] == [
        line.record for line in decode(text(entities), PATH).entity_lines
    ]
    assert decode_after(first, b"", PATH).to_bytes() == b""
