"""The indexes of a snapshot: carried over from edit to edit they are what reading the file anew gives."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_content import INDEXES, built_content, content
from random_edits import EDITS, FILES

from mnemoscope_shared.draft import Draft
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.errors import EditError
from mnemoscope_shared.model import Change, Entity, Part, Record, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode

PATH = Path("memory.jsonl")
PARTS: tuple[Part, Part] = ("entities", "relations")


def read_anew(snapshot: Snapshot) -> Snapshot:
    """Read a snapshot's bytes again, each half apart: an object of another program stays in its half."""
    halves = [decode(b"\n".join(line.raw for line in snapshot.part(part)), PATH) for part in PARTS]
    entities, relations = ([*half.entity_lines, *half.relation_lines] for half in halves)
    return Snapshot(entities, relations)


def changed(snapshot: Snapshot, edit: Edit[object]) -> Snapshot:
    try:
        return snapshot.after(edit.apply(snapshot).change)
    except EditError:
        return snapshot


@given(FILES, st.lists(st.tuples(EDITS, st.sets(st.sampled_from(INDEXES))), min_size=1, max_size=6))
def test_an_index_carried_over_equals_one_built_anew(
    lines: list[bytes], steps: list[tuple[Edit[object], set[str]]]
) -> None:
    snapshot = decode(b"\n".join(lines), PATH)
    for edit, asked_for in steps:
        for name in asked_for:
            getattr(snapshot, name)
        snapshot = changed(snapshot, edit)
        anew = read_anew(snapshot)
        carried = built_content(snapshot)
        assert carried == {name: content(getattr(anew, name)) for name in carried}
        assert snapshot.to_bytes() == anew.to_bytes() == decode(anew.to_bytes(), PATH).to_bytes()


@given(FILES, st.lists(EDITS, min_size=1, max_size=4))
def test_an_older_snapshot_stays_as_it_was(lines: list[bytes], edits: list[Edit[object]]) -> None:
    snapshots = [decode(b"\n".join(lines), PATH)]
    kept = []
    for edit in edits:
        kept.append({name: content(getattr(snapshots[-1], name)) for name in (*INDEXES, "entity_lines")})
        snapshots.append(changed(snapshots[-1], edit))
    for snapshot, before in zip(snapshots, kept, strict=False):
        assert {name: content(getattr(snapshot, name)) for name in before} == before


@given(FILES, EDITS)
def test_the_places_in_a_change_are_where_the_lines_stand(lines: list[bytes], edit: Edit[object]) -> None:
    snapshot = decode(b"\n".join(lines), PATH)
    try:
        change: Change = edit.apply(snapshot).change
    except EditError:
        return
    following = snapshot.after(change)
    for one in change:
        if one.before is not None:
            assert snapshot.part(one.part)[one.index] is one.before
        else:
            assert following.part(one.part)[one.index] is one.after


@pytest.mark.parametrize(
    "record",
    [Entity("b", "T", ("X", "ẞ")), Entity("a", "", ()), Relation("a", "a", "r"), Relation("z", "b", "r")],
)
def test_an_edit_keeps_the_indexes_that_were_built(record: Record) -> None:
    snapshot = decode(b'{"type":"entity","name":"a","entityType":"t","observations":[]}\n', PATH)
    for name in INDEXES:
        getattr(snapshot, name)
    draft = Draft(snapshot)
    draft.append(record)
    following = snapshot.after(draft.change())
    expected = {"search_texts", "lines_by_name", "lines_by_end", "lines_by_key"}
    if record == Entity("a", "", ()):  # names repeat from now on: what is first is found out anew
        expected.remove("lines_by_name")
    assert expected <= vars(following).keys()
