"""The bytes of a changed file, cut and pasted from the old ones: the very bytes that joining gives."""

from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from random_edits import EDITS, FILES

from mnemoscope_shared.edits import CreateEntities, DeleteEntities
from mnemoscope_shared.errors import EditError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.splice import splice

PATH = Path("memory.jsonl")


def after(snapshot: Snapshot, edit) -> Snapshot | None:
    """Apply an edit, and compare the bytes; None where it does not fit."""
    try:
        change = edit.apply(snapshot).change
    except EditError:
        return None
    following = snapshot.after(change)
    spliced = splice(snapshot.to_bytes(), snapshot, change)
    event("declined" if spliced is None else "spliced")
    assert spliced in (None, following.to_bytes())
    return following


@given(FILES, st.lists(EDITS, min_size=1, max_size=6))
def test_cutting_and_pasting_gives_what_joining_gives(lines, edits):
    snapshot = decode(b"\n".join(lines), PATH)
    for edit in edits:
        snapshot = after(snapshot, edit) or snapshot


def test_usual_edits_are_spliced():
    entities = [Entity(f"entity {number}", "note", ("a fact",)) for number in range(50)]
    snapshot = EMPTY.after(CreateEntities(entities).apply(EMPTY).change)
    for edit in (CreateEntities([Entity("new", "note", ())]), DeleteEntities(["entity 20", "entity 49"])):
        change = edit.apply(snapshot).change
        assert splice(snapshot.to_bytes(), snapshot, change) == snapshot.after(change).to_bytes()


@pytest.mark.parametrize("count", [0, 1, 300])
def test_a_file_written_by_splicing_reads_as_the_snapshot_says(tmp_path: Path, count: int):
    memory = MemoryFile(tmp_path / "memory.jsonl", Writer("server"))
    memory.apply(CreateEntities([Entity(f"entity {number}", "note", ()) for number in range(count)]))
    for number in range(20):
        memory.apply(CreateEntities([Entity(f"new {number}", "note", ("x" * number,))]))
        applied = memory.apply(DeleteEntities([f"new {number // 2}", f"entity {number * 7}"]))
        assert memory.path.read_bytes() == applied.snapshot.to_bytes()
