"""A program in the middle of saving the file is waited for, and judged by what it has saved in the end."""

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import FileBusy
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.patient_decode import is_being_saved

EMPTYING = {
    "emptied": lambda path: path.write_bytes(b""),
    "removed": lambda path: path.unlink(),
}


def line(name: str) -> str:
    return json.dumps({"type": "entity", "name": name, "entityType": "t", "observations": []})


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


def names(file: MemoryFile) -> list[str]:
    return [one.name for one in file.read().entities]


def outside(path: Path, *names: str) -> None:
    path.write_text("\n".join(map(line, names)))


def test_a_version_that_its_writer_went_on_with_after_it_was_read_was_not_finished(path: Path) -> None:
    state = read_file(path)
    assert not is_being_saved(state, path, is_patient=True)
    with path.open("a") as writer:
        writer.write(line("later"))
    assert is_being_saved(state, path, is_patient=True)
    assert not is_being_saved(read_file(path), path, is_patient=True)


def test_a_program_that_saves_by_emptying_the_file_first_is_waited_for(path: Path, file: MemoryFile) -> None:
    file.apply(creation("ours"))
    whole = path.read_bytes()
    path.write_bytes(b"")
    timer = threading.Timer(0.02, path.write_bytes, [whole])
    timer.start()
    file.apply(creation("later"))
    timer.join(10)
    file.heal()  # on a very busy machine they fill the file after our write
    assert names(file) == ["old", "older", "ours", "later"]


@pytest.mark.parametrize("empty", EMPTYING.values(), ids=EMPTYING.keys())
def test_it_comes_back_though_the_file_was_seen_while_there_was_nothing_in_it(
    path: Path, file: MemoryFile, empty: Callable[[Path], object]
) -> None:
    file.apply(creation("ours"))
    empty(path)
    assert file.heal() is None
    outside(path, "old", "older", "theirs")
    assert file.heal() is not None
    assert names(file) == ["old", "older", "theirs", "ours"]


@pytest.mark.parametrize("empty", EMPTYING.values(), ids=EMPTYING.keys())
def test_the_version_before_our_write_was_put_back_on_purpose_through_an_empty_file(
    path: Path, file: MemoryFile, empty: Callable[[Path], object]
) -> None:
    file.apply(creation("ours"))
    empty(path)
    assert file.heal() is None
    outside(path, "old", "older")
    assert file.heal() is None
    assert names(file) == ["old", "older"]


@pytest.mark.parametrize("empty", EMPTYING.values(), ids=EMPTYING.keys())
def test_what_stays_empty_is_written_upon(
    path: Path, file: MemoryFile, empty: Callable[[Path], object]
) -> None:
    file.apply(creation("ours"))
    empty(path)
    file.apply(creation("later"))
    assert names(file) == ["later"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")
@pytest.mark.parametrize("keep_history", [True, False])
def test_however_slowly_a_program_fills_the_file_nothing_of_either_is_lost(
    path: Path, keep_history: bool
) -> None:
    file = MemoryFile(path, Writer("window"), keep_history=keep_history, lock_timeout=0.05)
    file.apply(creation("ours"))
    with path.open("wb", buffering=0) as theirs:
        for text in ("", f"{line('old')}\n", f"{line('older')}\n", line("theirs")):
            theirs.write(text.encode())
            assert file.heal() is None
            with pytest.raises(FileBusy):
                file.apply(creation("refused"))
    assert file.heal() is not None
    assert names(file) == ["old", "older", "theirs", "ours"]
    if file.history is not None:
        assert [record.who.app for record in file.history.records()] == ["window", "outside", "recovery"]
