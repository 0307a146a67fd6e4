"""Every edit of every file is written as told, taken back exactly, and loses nothing of other programs."""

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from random_edits import EDIT_KINDS, EDITS, FILES, FULL_FILES

from mnemoscope_shared.edit import Edit, preview
from mnemoscope_shared.errors import EditError
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.foreign import FIELDS
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.memory_file import MemoryFile

STANDARD = {name for fields in FIELDS.values() for names in fields.values() for name in names}


def extra_fields(raw: bytes) -> dict[str, Any]:
    return {key: value for key, value in json.loads(raw).items() if key not in STANDARD}


def foreign_lines(snapshot: Snapshot) -> Counter[bytes]:
    lines = [*snapshot.entity_lines, *snapshot.relation_lines]
    return Counter(line.raw for line in lines if line.record is None)


def check_nothing_foreign_is_lost(before: Snapshot, change: Change, after: Snapshot) -> None:
    assert foreign_lines(after) == foreign_lines(before)
    for one in change:
        if one.before is not None and one.after is not None:
            assert extra_fields(one.after.raw) == extra_fields(one.before.raw)


def check_edits(lines: list[bytes], edits: list[Edit[Any]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        file = MemoryFile(path, Writer("window"))
        written = []
        for edit in edits:
            try:
                expected = preview(file.read(), edit)
            except EditError as error:
                event(type(error).__name__)
                continue
            done = file.apply(edit)
            assert done.result == expected
            event(f"{edit.operation} {'written' if done.change else 'changed nothing'}")
            if done.record_id is not None:
                assert path.read_bytes() == done.snapshot.to_bytes()
                check_nothing_foreign_is_lost(done.before, done.change, decode(path.read_bytes(), path))
                written.append((done.record_id, done.before.to_bytes()))
        for record_id, before in reversed(written):
            file.revert(record_id)
            assert path.read_bytes() == before


@pytest.mark.parametrize("kind", EDIT_KINDS)
def test_an_edit_is_written_as_told_beforehand_and_taken_back_byte_for_byte(
    kind: st.SearchStrategy[Edit[Any]],
) -> None:
    @settings(max_examples=30)
    @given(FULL_FILES, kind)
    def check(lines: list[bytes], edit: Edit[Any]) -> None:
        check_edits(lines, [edit])

    check()


@settings(max_examples=100)
@given(FULL_FILES | FILES, st.lists(EDITS, min_size=2, max_size=5))
def test_edits_after_one_another_are_taken_back_in_turn(lines: list[bytes], edits: list[Edit[Any]]) -> None:
    check_edits(lines, edits)
