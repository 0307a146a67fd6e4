"""What a program that ignores the lock has overwritten comes back; what it meant to change does not."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.errors import FileBusy
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store import history_record
from mnemoscope_shared.store.history_record import Writer, change_record, recorded
from mnemoscope_shared.store.jsonl import decode
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.restore import Restore


def line(name: str, *observations: str) -> str:
    """Return a line as the reference server writes it."""
    record = {"type": "entity", "name": name, "entityType": "t", "observations": observations}
    return json.dumps(record, separators=(",", ":"))


def creation(name: str) -> CreateEntities:
    return CreateEntities([Entity(name, "t", ())])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_text(f"{line('old')}\n{line('older')}\n")
    return path


@pytest.fixture(params=[True, False], ids=["with a history", "without a history"])
def file(path: Path, request: pytest.FixtureRequest) -> MemoryFile:
    file = MemoryFile(path, Writer("window"), keep_history=request.param)
    file.read()
    return file


def entities(file: MemoryFile) -> dict[str, tuple[str, ...]]:
    return {one.name: one.observations for one in file.read().entities}


def outside(path: Path, *lines: str) -> None:
    path.write_text("\n".join(lines))  # without a newline at the end


def test_a_new_entity_that_was_overwritten_comes_back(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("theirs"))
    healed = file.heal()
    assert healed is not None
    assert (healed.result, healed.warning) == ((), None)
    assert list(entities(file)) == ["old", "older", "theirs", "ours"]
    assert file.heal() is None
    if file.history is not None:
        record = file.history.records()[-1]
        assert (record.who.app, record.operation, record.who.pid) == ("recovery", "restore", os.getpid())
        assert healed.record_id == record.id
        assert file.history.last_state() == (path.read_text().splitlines(), [])


@pytest.mark.parametrize("edit", [creation("ours"), AddObservations([EntityObservations("old", ("ours",))])])
def test_a_write_that_was_tried_several_times_comes_back_once(path: Path, edit: Edit[object]) -> None:
    before = decode(path.read_bytes(), path)
    changes = recorded(edit.apply(before).change)
    tries = [
        change_record(Writer("server"), edit.operation, ("then", "now"), changes, edit.label)
        for _ in range(3)
    ]
    restored = Restore(tuple(tries), outside=None).apply(before)
    assert recorded(restored.change) == changes
    assert restored.result == ()


def test_the_next_write_brings_it_back_too(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("theirs"))
    file.apply(creation("later"))
    assert list(entities(file)) == ["old", "older", "theirs", "ours", "later"]


def test_several_writes_come_back_and_those_that_were_seen_are_left_alone(
    path: Path, file: MemoryFile
) -> None:
    for name in ("seen", "one", "two"):
        file.apply(creation(name))
    file.apply(CreateRelations([Relation("one", "two", "r")]))
    outside(path, line("old"), line("older"), line("seen"), line("theirs"))
    file.heal()
    assert list(entities(file)) == ["old", "older", "seen", "theirs", "one", "two"]
    assert [one.key for one in file.read().relations] == [("one", "two", "r")]


def test_a_changed_entity_comes_back_where_it_stood(path: Path, file: MemoryFile) -> None:
    file.apply(AddObservations([EntityObservations("old", ("ours",))]))
    file.apply(AddObservations([EntityObservations("old", ("ours too",))]))
    outside(path, line("old"), line("older"), line("theirs"))
    file.heal()
    assert list(entities(file).items()) == [("old", ("ours", "ours too")), ("older", ()), ("theirs", ())]


def test_a_new_name_comes_back(path: Path, file: MemoryFile) -> None:
    file.apply(RenameEntity("old", "new"))
    outside(path, line("old"), line("older"), line("theirs"))
    file.heal()
    assert list(entities(file)) == ["new", "older", "theirs"]


def test_the_version_before_our_write_was_put_back_on_purpose(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"))
    assert file.heal() is None
    file.apply(creation("later"))
    assert list(entities(file)) == ["old", "older", "later"]


@pytest.mark.parametrize(
    "left",
    [
        pytest.param(("old", "older", "two"), id="the first of two"),
        pytest.param(("old", "older", "one"), id="the second of two"),
        pytest.param(("old", "older"), id="both"),
        pytest.param((), id="everything"),
    ],
)
def test_what_somebody_removed_after_seeing_it_stays_removed(
    path: Path, file: MemoryFile, left: tuple[str, ...]
) -> None:
    for name in ("one", "two"):
        file.apply(creation(name))
    outside(path, *map(line, left))
    file.heal()
    assert list(entities(file)) == [*left]


def test_what_was_removed_in_a_second_step_stays_removed(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("ours"), line("theirs"))
    assert file.heal() is None
    outside(path, line("old"), line("theirs"), line("more"))
    assert file.heal() is None
    file.apply(creation("later"))
    assert list(entities(file)) == ["old", "theirs", "more", "later"]


def test_a_file_that_was_removed_stays_so(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    path.unlink()
    assert file.heal() is None
    assert not path.exists()


def test_an_entity_that_they_changed_too_is_reported(path: Path, file: MemoryFile) -> None:
    file.apply(AddObservations([EntityObservations("old", ("ours",))]))
    outside(path, line("old", "theirs"), line("older"))
    healed = file.heal()
    assert healed is not None
    assert (healed.change, healed.result) == ((), ("“old”",))
    assert healed.warning is not None
    assert healed.warning.startswith("Another program overwrote memory.jsonl while it was being edited.")
    assert entities(file)["old"] == ("theirs",)


def test_what_they_added_to_our_own_is_no_overwriting(path: Path, file: MemoryFile) -> None:
    file.apply(AddObservations([EntityObservations("old", ("ours",))]))
    outside(path, line("old", "ours", "theirs"), line("older"))
    assert file.heal() is None
    file.apply(creation("mine"))
    outside(path, line("old", "ours", "theirs"), line("older"), line("mine", "theirs"))
    assert file.heal() is None


def test_a_removal_is_not_made_again_but_reported(path: Path, file: MemoryFile) -> None:
    file.apply(DeleteEntities(["old"]))
    outside(path, line("old"), line("older"), line("theirs"))
    applied = file.apply(creation("later"))
    assert applied.warning is not None
    assert "the removal of “old”" in applied.warning
    assert list(entities(file)) == ["old", "older", "theirs", "later"]


def test_a_version_of_later_is_left_alone(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("theirs"))
    later = time.time() + 3
    os.utime(path, (later, later))
    assert file.heal() is None
    assert list(entities(file)) == ["old", "older", "theirs"]


def test_the_writes_of_all_who_share_a_history_come_back(path: Path) -> None:
    for app in ("window", "server"):
        MemoryFile(path, Writer(app)).apply(creation(app))
    outside(path, line("old"), line("older"), line("theirs"))
    MemoryFile(path, Writer("window")).heal()
    names = [json.loads(text)["name"] for text in path.read_text().splitlines()]
    assert names == ["old", "older", "theirs", "window", "server"]


def test_what_was_overwritten_can_be_undone_after_it_came_back(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    written = file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("theirs"))
    file.heal()
    assert written.record_id is not None
    file.revert(written.record_id)
    assert list(entities(file)) == ["old", "older", "theirs"]


@pytest.mark.parametrize("way", [Path.write_bytes, None])
def test_it_comes_back_though_they_write_again_meanwhile(
    path: Path, file: MemoryFile, way: Callable[[Path, bytes], int] | None
) -> None:
    for number in range(20):
        before = path.read_bytes().rstrip(b"\n")
        file.apply(creation(f"ours {number}"))
        data = before + b"\n" + line(f"theirs {number}").encode()
        if way is not None:
            way(path, data)
        else:
            path.with_name("editor").write_bytes(data)
            path.with_name("editor").replace(path)
    file.heal()
    expected = {f"{who} {number}" for who in ("ours", "theirs") for number in range(20)}
    assert expected <= set(entities(file))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")
@pytest.mark.parametrize("keep_history", [True, False])
def test_it_comes_back_later_where_the_file_is_busy(path: Path, keep_history: bool) -> None:
    file = MemoryFile(path, Writer("window"), keep_history=keep_history, lock_timeout=0.1)
    file.apply(creation("ours"))
    outside(path, line("old"), line("older"), line("theirs"))
    with path.open("r+b"):
        assert file.heal() is None
        with pytest.raises(FileBusy):
            file.apply(creation("later"))
    assert file.heal() is not None
    assert list(entities(file)) == ["old", "older", "theirs", "ours"]


def test_any_number_of_writes_of_the_last_moment_comes_back(
    path: Path, file: MemoryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = int(time.time()) + 3600  # all of it happens there, however slow the machine is
    monkeypatch.setattr(history_record, "now_ms", lambda: moment * 1000)
    names = [f"ours {number}" for number in range(150)]
    for name in names:
        file.apply(creation(name))
    outside(path, line("old"), line("older"), line("theirs"))
    os.utime(path, (moment, moment))
    assert file.heal() is not None
    assert list(entities(file)) == ["old", "older", "theirs", *names]
