"""Reading and writing the memory file beside other programs that do as they like."""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mnemoscope_shared.edit import Outcome
from mnemoscope_shared.edits import CreatedEntities, CreateEntities, DeleteEntities
from mnemoscope_shared.errors import CorruptLine, FileBusy, NotAFile, WriteFailed
from mnemoscope_shared.model import Entity
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.exchange import exchange
from mnemoscope_shared.store.file_state import current_signature
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.jsonl import encode_record
from mnemoscope_shared.store.memory_file import MemoryFile


def entity(name: str) -> Entity:
    return Entity(name, "t", ("o",))


def creation(*names: str) -> CreateEntities:
    return CreateEntities([entity(name) for name in names])


@dataclass
class Interrupted:
    """Creating an entity while something else happens between our reading and our writing."""

    name: str
    interruptions: list[Callable[[], object]]
    operation: str = field(default="interrupted", init=False)
    label: str = field(default="Interrupted", init=False)

    def apply(self, snapshot: Snapshot) -> Outcome[CreatedEntities]:
        if self.interruptions:
            self.interruptions.pop(0)()
        return creation(self.name).apply(snapshot)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.jsonl"


@pytest.fixture
def file(path: Path) -> MemoryFile:
    return MemoryFile(path, Writer("window"))


def names(file: MemoryFile) -> list[str]:
    return [one.name for one in file.read().entities]


def save_in_place(path: Path, name: str) -> None:
    with path.open("ab") as file:
        file.write(encode_record(entity(name)) + b"\n")


def save_by_renaming(path: Path, name: str) -> None:
    other = path.with_name("editor.tmp")
    other.write_bytes((path.read_bytes() if path.exists() else b"") + encode_record(entity(name)) + b"\n")
    other.replace(path)


@pytest.mark.parametrize("save", [save_in_place, save_by_renaming])
@pytest.mark.parametrize("before", [b"", encode_record(entity("old")) + b"\n", None])
def test_what_an_editor_saves_between_our_read_and_our_write_is_kept(
    file: MemoryFile, save: Callable[[Path, str], None], before: bytes | None
) -> None:
    if before is not None:
        file.path.write_bytes(before)
    saves = [lambda name=f"theirs {number}": save(file.path, name) for number in range(3)]
    file.apply(Interrupted("ours", list(saves)))
    old = ["old"] if before else []
    assert names(file) == [*old, "theirs 0", "theirs 1", "theirs 2", "ours"]
    assert file.history is not None
    last = file.history.records()[-1]
    assert [change.after for change in last.changes] == [encode_record(entity("ours")).decode()]


def test_a_lock_file_that_a_third_party_deletes_costs_nothing(file: MemoryFile) -> None:
    other = MemoryFile(file.path, Writer("server"))

    def delete_the_lock_and_let_another_write() -> None:
        file.path.with_name(".~lock.memory.jsonl").unlink()
        other.apply(creation("theirs"))

    file.apply(Interrupted("ours", [delete_the_lock_and_let_another_write] * 3))
    file.apply(creation("later"))
    assert names(file) == ["theirs", "ours", "later"]


def test_a_file_that_is_rewritten_all_the_time_is_busy(path: Path) -> None:
    file = MemoryFile(path, Writer("window"), lock_timeout=0.1)
    save_in_place(path, "theirs")
    endless = Interrupted("ours", [lambda: save_by_renaming(path, "more")] * 10_000)
    with pytest.raises(FileBusy, match="rewrites it all the time"):
        file.apply(endless)
    assert "ours" not in names(file)
    file.apply(creation("ours"))
    assert names(file)[-1] == "ours"


def test_threads_of_one_program_lose_nothing(file: MemoryFile) -> None:
    def work(number: int) -> None:
        for step in range(10):
            file.apply(creation(f"{number}-{step}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(names(file)) == sorted(f"{number}-{step}" for number in range(8) for step in range(10))


def test_a_write_of_nothing_touches_nothing(file: MemoryFile) -> None:
    file.apply(creation("a"))
    before = current_signature(file.path)
    applied = file.apply(creation("a"))
    assert (applied.change, applied.record_id, applied.warning) == ((), None, None)
    assert applied.result.skipped == ("a",)
    assert current_signature(file.path) == before


def test_a_corrupt_file_is_never_written_and_the_last_good_state_stays(file: MemoryFile) -> None:
    file.apply(creation("a"))
    good = file.read()
    broken = file.path.read_bytes() + b'{"type":"entity"'
    file.path.write_bytes(broken)
    for use in (file.read, lambda: file.apply(creation("b"))):
        with pytest.raises(CorruptLine):
            use()
    assert file.last_good is good
    assert file.path.read_bytes() == broken
    file.path.write_bytes(broken + b',"name":"c"}\n')
    assert names(file) == ["a", "c"]


def test_an_editor_in_the_middle_of_saving_is_waited_for(file: MemoryFile) -> None:
    whole = encode_record(entity("a")) + b"\n"
    file.path.write_bytes(whole[:20])
    timer = threading.Timer(0.08, file.path.write_bytes, [whole])
    timer.start()
    assert names(file) == ["a"]
    timer.join(10)


def test_a_missing_file_and_its_folders_are_made_at_the_first_write(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path / "new" / "folder" / "memory.jsonl", Writer("window"))
    assert names(file) == []
    assert not (tmp_path / "new").exists()
    file.apply(creation("a"))
    assert names(file) == ["a"]


def test_an_empty_file_and_a_file_that_was_removed_are_empty_memories(file: MemoryFile) -> None:
    file.path.write_bytes(b"")
    assert names(file) == []
    file.apply(creation("a"))
    file.path.unlink()
    assert names(file) == []
    file.apply(creation("b"))
    assert names(file) == ["b"]


def test_what_writes_displace_stays_until_it_is_tidied_if_that_was_asked_for(path: Path) -> None:
    file = MemoryFile(path, Writer("window"), tidies_later=True)
    for name in ("a", "b", "c"):
        file.apply(creation(name))
    left = [*path.parent.glob(".~memory.jsonl.*.tmp")]
    assert len(left) == (2 if exchange_is_possible(path.parent) else 0)
    file.tidy()
    file.tidy()
    assert [*path.parent.glob(".~memory.jsonl.*.tmp")] == []
    assert names(file) == ["a", "b", "c"]


def exchange_is_possible(folder: Path) -> bool:
    one, other = folder / "one", folder / "other"
    one.touch()
    other.touch()
    try:
        exchange(one, other)
    except OSError:
        return False
    return True


def test_deleting_the_last_entity_leaves_an_empty_file(file: MemoryFile) -> None:
    file.apply(creation("a"))
    file.apply(DeleteEntities(["a"]))
    assert file.path.read_bytes() == b""


def test_a_directory_in_the_files_place_is_named(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path, Writer("window"))
    for use in (file.read, lambda: file.apply(creation("a"))):
        with pytest.raises(NotAFile, match="is not a file"):
            use()


def test_a_file_where_a_folder_should_be_is_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"kept")
    for below in ("file/memory.jsonl", "file/folder/memory.jsonl"):
        with pytest.raises(WriteFailed, match=r"Not a directory. Check that its folder exists"):
            MemoryFile(tmp_path / below, Writer("window")).apply(creation("a"))
    assert (tmp_path / "file").read_bytes() == b"kept"


@pytest.mark.skipif(os.name != "posix", reason="symbolic links need a privilege elsewhere")
def test_a_symbolic_link_stays_one_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link, target = tmp_path / "link.jsonl", tmp_path / "there" / "memory.jsonl"
    link.symlink_to(target)
    file = MemoryFile(link, Writer("window"))
    for name in ("a", "b"):
        file.apply(creation(name))
    assert link.is_symlink()
    assert target.read_bytes().count(b"\n") == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.jsonl", "there"]
