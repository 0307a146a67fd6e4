"""The difference of two states, applied to the one, gives the other."""

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_shared.diff import changes_of_meaning, diff
from mnemoscope_shared.model import Entity, Part, Relation
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.history_record import apply_recorded, recorded
from mnemoscope_shared.store.jsonl import decode, encode_record

PATH = Path("memory.jsonl")
PARTS: tuple[Part, Part] = ("entities", "relations")
NAMES = st.sampled_from("abcde")
ENTITIES = st.builds(Entity, NAMES, st.sampled_from("xy"), st.lists(NAMES, max_size=1).map(tuple))
RECORDS = ENTITIES | st.builds(Relation, NAMES, NAMES, st.sampled_from("xy"))
LINES = RECORDS.map(encode_record) | st.sampled_from([b'{"type":"_one"}', b'{"type":"_two"}'])


def snapshot_of(lines: list[bytes]) -> Snapshot:
    return decode(b"\n".join(lines), PATH)


def texts(snapshot: Snapshot, part: Part) -> list[str]:
    return [line.raw.decode() for line in snapshot.part(part)]


def applied(before: Snapshot, after: Snapshot, part: Part) -> list[str]:
    changes = [change for change in recorded(diff(before, after)) if change.part == part]
    result = apply_recorded(texts(before, part), changes)
    assert result is not None
    return result


@given(st.lists(LINES, max_size=10), st.lists(LINES, max_size=10))
def test_the_difference_gives_the_other_states_lines(before: list[bytes], after: list[bytes]) -> None:
    states = snapshot_of(before), snapshot_of(after)
    for part in PARTS:
        assert Counter(applied(*states, part)) == Counter(texts(states[1], part))


@given(st.lists(LINES, max_size=10, unique=True), st.data())
def test_where_no_line_moved_the_order_is_given_too(lines: list[bytes], data: st.DataObject) -> None:
    before = snapshot_of(lines)
    kept = [line.raw for part in PARTS for line in before.part(part) if data.draw(st.booleans())]
    for number in range(data.draw(st.integers(0, 3))):
        new = encode_record(Entity(f"new {number}", "t", ()))
        kept.insert(data.draw(st.integers(0, len(kept))), new)
    after = snapshot_of(kept)
    for part in PARTS:
        assert applied(before, after, part) == texts(after, part)


@given(st.lists(LINES, max_size=10))
def test_a_state_does_not_differ_from_itself(lines: list[bytes]) -> None:
    assert diff(snapshot_of(lines), snapshot_of(lines)) == ()
    assert len(diff(EMPTY, snapshot_of(lines))) == len(lines)


def test_a_changed_entity_is_one_change_and_a_moved_line_none() -> None:
    old, new = (encode_record(Entity("a", "t", (text,))) for text in ("old", "new"))
    other = encode_record(Entity("b", "t", ()))
    (change,) = diff(snapshot_of([old, other]), snapshot_of([other, new]))
    assert change.before is not None
    assert change.after is not None
    assert (change.before.raw, change.after.raw) == (old, new)
    assert diff(snapshot_of([old, other]), snapshot_of([other, old])) == ()


def test_lines_that_say_the_same_in_another_spelling_are_no_change_of_meaning() -> None:
    marker, spaced_marker = b'{"type":"_one"}', b'{"type": "_one"}'
    before = snapshot_of(
        [encode_record(Entity("a", "t", ("x",))), encode_record(Entity("b", "t", ())), marker]
    )
    spaced = b'{"type": "entity", "name": "a", "entityType": "t", "observations": ["x"]}'
    after = snapshot_of([spaced, encode_record(Entity("b", "other", ())), spaced_marker])
    change = diff(before, after)
    spelled = [one for one in change if one not in changes_of_meaning(change)]
    assert [(one.before and one.before.record, one.after and one.after.raw) for one in spelled] == [
        (Entity("a", "t", ("x",)), spaced)
    ]
