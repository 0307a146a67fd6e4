"""Memory files as other programs left them."""

from pathlib import Path

import pytest

from mnemoscope_shared.edits import AddObservations, CreateEntities, DeleteEntities, EntityObservations
from mnemoscope_shared.errors import NotJsonLines
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

SAMPLES = Path(__file__).parents[3].parent / "shared" / "samples"
NAMES = ["crlf", "extra-fields", "marker-line", "mixed-dangling", "other-relation-keys"]


def copy_of(name: str, folder: Path) -> Path:
    sample = SAMPLES / name
    if not sample.exists():
        pytest.skip(f"the sample files are not at {SAMPLES}")
    path = folder / "memory.jsonl"
    path.write_bytes(sample.read_bytes())
    return path


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_opens_and_a_write_of_nothing_leaves_it_byte_for_byte(name: str, tmp_path: Path) -> None:
    path = copy_of(f"{name}.jsonl", tmp_path)
    before = path.read_bytes()
    file = MemoryFile(path, Writer("window"))
    snapshot = file.read()
    assert snapshot.entities
    assert snapshot.relations
    assert not file.apply(CreateEntities(snapshot.entities)).change
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_one_edit_of_a_sample_changes_only_the_lines_it_touches(name: str, tmp_path: Path) -> None:
    path = copy_of(f"{name}.jsonl", tmp_path)
    file = MemoryFile(path, Writer("window"))
    snapshot = file.read()
    before = snapshot.to_bytes().split(b"\n")
    assert sorted(before) == sorted([*path.read_bytes().rstrip(b"\n").split(b"\n"), b""])
    entity = snapshot.entities[len(snapshot.entities) // 2]
    file.apply(AddObservations([EntityObservations(entity.name, ("a new fact",))]))
    after = path.read_bytes().split(b"\n")
    different = [index for index, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    assert len(different) == 1
    assert b"a new fact" in after[different[0]]


@pytest.mark.parametrize("name", NAMES)
def test_deleting_and_undoing_leaves_every_line_of_a_sample_as_it_was(name: str, tmp_path: Path) -> None:
    path = copy_of(f"{name}.jsonl", tmp_path)
    file = MemoryFile(path, Writer("window"))
    before = file.read()
    deleted = file.apply(DeleteEntities([entity.name for entity in before.entities[::2]]))
    assert deleted.record_id is not None
    file.revert(deleted.record_id)
    assert path.read_bytes() == before.to_bytes()


def test_the_pretty_printed_sample_says_what_it_is_and_stays(tmp_path: Path) -> None:
    path = copy_of("pretty-printed.json", tmp_path)
    before = path.read_bytes()
    file = MemoryFile(path, Writer("window"))
    with pytest.raises(NotJsonLines):
        file.apply(CreateEntities([]))
    assert path.read_bytes() == before
