import os

import pytest
from child_process import as_nobody
from client_homes import ANN, PACKAGE

from mnemoscope_shared.clients.move_memory import move_memory
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import FileMissing, LockTimeout, TargetExists
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import MemoryFile


@pytest.fixture
def path(home):
    """A memory in the cache of npx, with a history of two parts."""
    path = home.write(f".npm/_npx/0a1b/{PACKAGE}/memory.jsonl", ANN)
    memory = MemoryFile(path, Writer("test"))
    memory.history.rotation_bytes = 0
    for name in ("Bob", "Cyd", "Dan", "Eve"):
        memory.apply(CreateEntities((Entity(name, "person", ()),)))
    return path


def names(folder):
    return sorted(one.name for one in folder.iterdir() if not one.name.startswith(".~lock."))


def test_a_memory_is_moved_byte_for_byte_with_its_history(path, home):
    data, records = path.read_bytes(), list(History(path).newest_first())
    target = home.folder / "Documents" / "mine.jsonl"
    parts = len(names(path.parent))
    move_memory(path, target)
    assert target.read_bytes() == data
    assert list(History(target).newest_first()) == records
    assert len(records) >= 2
    assert names(path.parent) == []
    assert len(names(target.parent)) == parts > 2
    assert all(name.startswith("mine.") for name in names(target.parent))


def test_a_moved_memory_can_be_changed_and_undone(path, home):
    target = home.folder / "mine.jsonl"
    record = next(History(path).newest_first())
    move_memory(path, target)
    memory = MemoryFile(target, Writer("test"))
    memory.revert(record.id)
    assert [entity.name for entity in memory.read().entities] == ["Ann", "Bob", "Cyd", "Dan"]


@pytest.mark.parametrize(
    "taken", ["mine.jsonl", "mine.history.jsonl", "mine.history-01ARZ3NDEKTSV4RRFFQ69G5FAV.jsonl.gz"]
)
def test_nothing_is_overwritten_and_nothing_is_moved_then(path, home, taken):
    other = home.write(taken, "precious")
    before = names(path.parent)
    with pytest.raises(TargetExists, match="Choose another name"):
        move_memory(path, home.folder / "mine.jsonl")
    assert other.read_text() == "precious"
    assert names(path.parent) == before
    assert names(home.folder) == [".npm", taken]


def test_a_memory_cannot_be_moved_onto_itself(path):
    with pytest.raises(TargetExists):
        move_memory(path, path)
    assert path.exists()


def test_a_missing_memory_is_named_and_no_folder_is_made(home):
    with pytest.raises(FileMissing):
        move_memory(home.folder / "none.jsonl", home.folder / "new" / "memory.jsonl")
    assert names(home.folder) == []


def test_nothing_is_moved_while_somebody_writes(path, home):
    with WriteLock(path, 1).held(), pytest.raises(LockTimeout):
        move_memory(path, home.folder / "mine.jsonl", lock_timeout=0.05)
    assert path.exists()
    assert not (home.folder / "mine.jsonl").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs links that anybody may make")
def test_the_file_behind_a_link_is_moved(path, home):
    link = home.folder / "link.jsonl"
    link.symlink_to(path)
    move_memory(link, home.folder / "mine.jsonl")
    assert not path.exists()
    assert (home.folder / "mine.jsonl").is_file()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")
def test_what_cannot_be_removed_is_not_moved(open_folder):
    target = open_folder / "target" / "mine.jsonl"
    path = open_folder / "source" / "memory.jsonl"
    for folder in (target.parent, path.parent):
        folder.mkdir()
    target.parent.chmod(0o777)
    MemoryFile(path, Writer("test")).apply(CreateEntities((Entity("Ann", "person", ()),)))
    before = names(path.parent)
    for file in path.parent.iterdir():
        file.chmod(0o644)
    path.parent.chmod(0o555)

    def move():
        move_memory(path, target)
        return "moved"

    assert "memory.jsonl was not changed: Permission denied" in as_nobody(move)
    assert names(target.parent) == []
    assert names(path.parent) == before
    path.parent.chmod(0o777)
