"""Where observations came from, told from real files, other programs and damaged histories."""

import json
import os
from pathlib import Path

import pytest

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    DeleteEntities,
    DeleteObservations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity, RetypeEntity
from mnemoscope_shared.errors import HistoryError
from mnemoscope_shared.merge import MergeEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.observation_corrections import MoveObservations, ReplaceObservation
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_purge import purge
from mnemoscope_shared.store.history_record import ChangeRecord, RecordedChange, Writer, new_id, now_ms
from mnemoscope_shared.store.history_selection import Everything, Holding
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.observation_origins import Origin
from mnemoscope_shared.store.provenance import Provenance

CLAUDE = Writer("server", "claude-ai", "1.2", 7)
CURSOR = Writer("server", "cursor-vscode", "3", 8)
WINDOW = Writer("window")


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFile:
    return MemoryFile(tmp_path / "memory.jsonl", CLAUDE)


def create(memory: MemoryFile, name: str, *observations: str) -> str:
    return memory.apply(CreateEntities([Entity(name, "person", observations)])).record_id


def add(memory: MemoryFile, writer: Writer, name: str, *observations: str) -> str:
    memory.writer = writer
    return memory.apply(AddObservations([EntityObservations(name, observations)])).record_id


def delete(memory: MemoryFile, name: str, *observations: str) -> str:
    return memory.apply(DeleteObservations([EntityObservations(name, observations)])).record_id


def origins(memory: MemoryFile, name: str = "Ann") -> list[Origin]:
    return list(Provenance(memory).observation_origins(memory.read(), name))


def writers(memory: MemoryFile, name: str = "Ann") -> list[str | None]:
    """Return who added each observation: the client, else the app."""
    found = (origin.writer for origin in origins(memory, name))
    return [writer and (writer.client or writer.app) for writer in found]


def record_times(memory: MemoryFile) -> list[int]:
    return [record.time for record in memory.history.records()]


def wait_until_after(milliseconds: int) -> None:
    """Wait for the kernel's clock, which times files and moves on by up to 12 ms, to be later."""
    while now_ms() <= milliseconds + 12:
        pass


def test_each_observation_has_the_write_that_added_it(memory):
    first = create(memory, "Ann", "likes tea")
    second = add(memory, CURSOR, "Ann", "likes milk")
    record_time = record_times(memory)
    assert origins(memory) == [Origin(record_time[0], CLAUDE, first), Origin(record_time[1], CURSOR, second)]
    assert origins(memory, "Nobody") == []


def test_the_latest_addition_counts(memory):
    create(memory, "Ann", "likes tea")
    delete(memory, "Ann", "likes tea")
    add(memory, WINDOW, "Ann", "likes tea")
    assert writers(memory) == ["window"]


def test_an_observation_that_is_written_anew_is_a_new_one(memory):
    create(memory, "Ann", "likes tea", "is tall")
    memory.writer = WINDOW
    memory.apply(ReplaceObservation("Ann", "likes tea", "likes green tea"))
    assert writers(memory) == ["window", "claude-ai"]


def test_a_rename_a_move_and_a_merge_keep_the_origins(memory):
    create(memory, "Ann", "likes tea")
    memory.writer = CURSOR
    create(memory, "Bo", "is tall", "likes milk")
    memory.writer = WINDOW
    memory.apply(MoveObservations("Bo", "Ann", ["is tall"]))
    memory.apply(RenameEntity("Bo", "Cy"))
    memory.apply(MergeEntities(["Cy"], "Ann"))
    memory.apply(RenameEntity("Ann", "Anna"))
    assert writers(memory, "Anna") == ["claude-ai", "cursor-vscode", "cursor-vscode"]


def test_what_an_undo_brings_back_has_its_first_origin(memory):
    create(memory, "Ann", "likes tea")
    memory.writer = WINDOW
    memory.revert(delete(memory, "Ann", "likes tea"))
    assert writers(memory) == ["claude-ai"]
    memory.revert(memory.apply(DeleteEntities(["Ann"])).record_id)
    assert writers(memory) == ["claude-ai"]


def test_a_redo_gives_an_observation_to_who_added_it(memory):
    create(memory, "Ann")
    undone = memory.revert(add(memory, CURSOR, "Ann", "likes tea"))
    memory.writer = WINDOW
    memory.revert(undone.record_id)
    assert writers(memory) == ["cursor-vscode"]


def test_what_was_overwritten_and_restored_has_its_first_origin(memory):
    create(memory, "Ann")
    seen = memory.path.read_bytes()
    add(memory, CURSOR, "Ann", "likes tea")
    memory.path.write_bytes(
        seen + b'{"type":"entity","name":"Bo","entityType":"t","observations":["is tall"]}\n'
    )
    assert memory.heal() is not None
    assert (writers(memory), writers(memory, "Bo")) == (["cursor-vscode"], ["outside"])


def test_what_another_program_writes_is_known_at_once_and_remains_so(memory):
    create(memory, "Ann", "likes tea")
    line = {"type": "entity", "name": "Ann", "entityType": "t", "observations": ["likes tea", "is tall"]}
    memory.path.write_text(json.dumps(line))
    os.utime(memory.path, (4_000_000, 4_000_000))
    newest = origins(memory)[1]
    assert (newest.time, newest.writer.app, newest.record_id) == (4_000_000_000, "outside", "")
    assert writers(memory) == ["claude-ai", "outside"]
    create(memory, "Bo")
    assert writers(memory) == ["claude-ai", "outside"]


def test_a_version_that_another_program_brings_back_is_its_write(memory):
    create(memory, "Ann", "likes tea")
    add(memory, WINDOW, "Ann", "is tall")
    earlier = memory.path.read_bytes()
    for text in ("is tall", "likes tea"):
        delete(memory, "Ann", text)
    wait_until_after(record_times(memory)[-1])
    memory.path.write_bytes(earlier)
    assert writers(memory) == ["outside", "outside"]
    assert Provenance(memory).entity_history(memory.read(), "Ann").events[0].label == "Change made outside"


def test_a_file_without_a_newline_at_its_end_is_no_outside_change(memory):
    memory.path.write_text('{"type":"entity","name":"Ann","entityType":"t","observations":["likes tea"]}')
    create(memory, "Bo", "is tall")
    assert writers(memory, "Bo") == ["claude-ai"]
    memory.path.write_bytes(memory.path.read_bytes().rstrip(b"\n"))
    assert writers(memory, "Bo") == ["claude-ai"]


def test_what_is_older_than_the_history_has_no_writer_and_the_time_when_it_begins(memory):
    memory.path.write_text('{"type":"entity","name":"Ann","entityType":"t","observations":["likes tea"]}\n')
    assert origins(memory) == [Origin(None)]
    add(memory, CURSOR, "Ann", "is tall")
    begin = memory.history.all_records()[0].time
    older, newer = origins(memory)
    assert older == Origin(begin)
    assert newer.writer == CURSOR


def test_a_memory_without_a_history_knows_of_no_writer(tmp_path):
    memory = MemoryFile(tmp_path / "memory.jsonl", CLAUDE, keep_history=False)
    create(memory, "Ann", "likes tea")
    provenance = Provenance(memory)
    assert origins(memory) == [Origin(None)]
    assert provenance.entity_history(memory.read(), "Ann").events == ()
    assert provenance.last_changes(memory.read()).times == {}


def test_writes_after_the_snapshot_count_as_not_written(memory):
    create(memory, "Ann", "likes tea")
    snapshot = memory.read()
    delete(memory, "Ann", "likes tea")
    memory.apply(RenameEntity("Ann", "Anna"))
    provenance = Provenance(memory)
    assert [origin.writer for origin in provenance.observation_origins(snapshot, "Ann")] == [CLAUDE]
    assert [event.label for event in provenance.entity_history(snapshot, "Ann").events] == ["Create Ann"]


def test_a_write_that_was_announced_and_never_happened_added_nothing(memory):
    create(memory, "Ann", "likes tea")
    (raw,) = memory.path.read_text().splitlines()
    (last,) = memory.history.records()
    changes = (RecordedChange("entities", 0, raw, raw.replace("tea", "milk")),)
    never = ChangeRecord(new_id(now_ms()), now_ms(), CURSOR, "op", last.after, "never", changes, "Never")
    memory.history.append(never)
    for _ in range(2):  # before the next write declares it void, and after
        assert writers(memory) == ["claude-ai"]
        assert [event.label for event in Provenance(memory).entity_history(memory.read(), "Ann").events] == [
            "Create Ann"
        ]
        assert Provenance(memory).last_changes(memory.read()).times["Ann"] == last.time
        create(MemoryFile(memory.path, CURSOR), "Bo")


def test_a_torn_end_and_lines_of_nonsense_are_passed_over(memory):
    create(memory, "Ann", "likes tea")
    log = History(memory.path).path
    log.write_bytes(log.read_bytes() + b'nonsense "Ann"\n{"kind":"change","id":"torn')
    assert writers(memory) == ["claude-ai"]


def test_of_a_purged_write_nothing_is_told(memory):
    create(memory, "Ann", "likes tea")
    delete(memory, "Ann", "likes tea")
    again = add(memory, CURSOR, "Ann", "likes tea", "secret")
    delete(memory, "Ann", "secret")
    assert origins(memory)[0].record_id == again
    purge(memory.path, Holding("secret"))
    assert origins(memory) == [Origin(None)]
    purge(memory.path, Everything())
    assert origins(memory) == [Origin(None)]


def test_rotated_parts_are_read_until_all_is_told(memory):
    create(memory, "Ann", "likes tea")
    memory.history.rotation_bytes = 2000
    create(memory, "Bo", "x" * 200)
    for number in range(30):
        memory.apply(RetypeEntity("Bo", str(number)))
    parts = sorted(memory.path.parent.glob("memory.history-*.jsonl.gz"))
    assert len(parts) > 2
    assert writers(memory) == ["claude-ai"]
    parts[0].write_bytes(b"damage")
    (origin,) = origins(memory)
    assert origin.writer is None
    assert origin.time is not None


def test_no_older_part_is_read_than_is_needed(memory):
    create(memory, "Ann", "x" * 300)
    memory.history.rotation_bytes = 1500
    for number in range(10):
        memory.apply(RetypeEntity("Ann", str(number)))
    parts = sorted(memory.path.parent.glob("memory.history-*.jsonl.gz"))
    assert parts != []
    for part in parts:
        part.write_bytes(b"damage")
    create(memory, "Bo", "is tall")
    warnings: list[str] = []
    memory.history = History(memory.path, warn=warnings.append)
    assert writers(memory, "Bo") == ["claude-ai"]
    assert len(Provenance(memory).entity_history(memory.read(), "Ann", limit=1).events) == 1
    assert warnings == []
    assert writers(memory) == [None]
    assert warnings != []


def test_of_entities_that_share_a_name_nothing_is_told(memory):
    create(memory, "Ann", "likes tea")
    memory.path.write_bytes(memory.path.read_bytes() * 2)
    assert origins(memory) == [Origin(None)]


def test_of_equal_observations_the_later_one_is_the_younger_one(memory):
    create(memory, "Ann", "likes tea")
    line = {"type": "entity", "name": "Ann", "entityType": "t", "observations": ["likes tea", "likes tea"]}
    memory.path.write_text(json.dumps(line) + "\n")
    assert writers(memory) == ["claude-ai", "outside"]


def test_an_observation_with_hostile_text_is_told_like_any_other(memory):
    texts = ("\ud800", '"}\n{"kind":"void"', "", "\u202eabc", "\0", "x" * 100_000)
    create(memory, "Ann", *texts)
    assert writers(memory) == ["claude-ai"] * len(texts)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read whatever it likes")
def test_a_history_that_cannot_be_read_is_an_error(memory):
    create(memory, "Ann", "likes tea")
    History(memory.path).path.chmod(0)
    with pytest.raises(HistoryError):
        origins(memory)
