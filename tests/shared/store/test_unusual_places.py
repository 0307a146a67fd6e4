"""A file that is mounted, that is another user's, that is on a full disk, or that has attributes."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from child_process import NOBODY, as_nobody, with_mounts

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import LockTimeout, ReadOnly, WriteFailed
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX system's folders")
needs_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root is two users")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that an unprivileged child may enter; pytest's own belongs to whoever runs the tests."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def path(folder: Path) -> Path:
    path = folder / "memory.jsonl"
    path.write_bytes(b"")
    path.chmod(0o666)
    return path


def write(path: Path, *names: str, size: int = 1) -> str:
    file = MemoryFile(path, Writer("window"))
    for name in names:
        file.apply(CreateEntities([Entity(name, "t", ("x" * size,))]))
    return read(path)


def read(path: Path) -> str:
    return " ".join(one.name for one in MemoryFile(path, Writer("window")).read().entities)


def files(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_a_file_that_is_mounted_by_itself_is_written_in_place(path: Path) -> None:
    mounted = path.with_name("mounted.jsonl")
    mounted.touch()
    inode = path.stat().st_ino

    def write_mounted() -> str:
        return f"{write(mounted, 'a', 'b')}; {read_file(mounted).signature == read_file(path).signature}"

    assert with_mounts([["--bind", str(path), str(mounted)]], write_mounted) == "a b; True"
    assert (read(path), path.stat().st_ino) == ("a b", inode)
    assert mounted.read_bytes() == b""
    lock, history = ".~lock.mounted.jsonl", "mounted.history.jsonl"
    assert files(path.parent) == [lock, "memory.jsonl", history, "mounted.jsonl"]


@needs_root
def test_another_users_file_in_a_folder_where_only_owners_rename_is_written_in_place(path: Path) -> None:
    path.parent.chmod(0o1777)
    assert as_nobody(lambda: write(path, "a", "b")) == "a b"
    assert (read(path), path.stat().st_uid) == ("a b", 0)
    assert not list(path.parent.glob(".~memory.jsonl.*"))


@pytest.mark.parametrize("in_place", [False, True])
def test_a_disk_that_fills_up_leaves_the_file_as_it_was(folder: Path, in_place: bool) -> None:
    path = folder / "memory.jsonl"

    def fill_up() -> str:
        path.write_bytes(b"")
        if in_place:
            path.with_name("other").hardlink_to(path)
        written = [str(number) for number in range(100)]
        for number, name in enumerate(written):
            try:
                write(path, name, size=15_000)
            except WriteFailed as error:
                is_intact = read(path) == " ".join(written[:number]) and number > 10
                History(path).path.unlink()  # makes room
                again = write(path, "later").endswith(f"{written[number - 1]} later")
                strays = list(folder.glob(".~memory.jsonl.*"))
                return f"{is_intact} {again} {strays} {error}"
        return "never full"

    assert with_mounts([["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]], fill_up) == (
        "True True [] memory.jsonl was not changed: No space left on device. "
        "Free some space on its disk, then try again."
    )


def test_extended_attributes_are_kept(path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("Python offers them on Linux only")
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("the file system has none")
    write(path, "a", "b")
    assert os.getxattr(path, "user.note") == b"mine"


@needs_root
def test_a_lock_file_of_another_user_locks_too(path: Path) -> None:
    lock_file = path.with_name(".~lock.memory.jsonl")
    lock_file.touch()
    lock_file.chmod(0o644)
    path.parent.chmod(0o1777)
    assert as_nobody(lambda: write(path, "a")) == "a"

    def try_to_write() -> str:
        try:
            MemoryFile(path, Writer("window"), lock_timeout=0.1).apply(CreateEntities([]))
        except LockTimeout as error:
            return error.holder or "somebody"
        return "written"

    with WriteLock(path, 1.0).held():
        assert as_nobody(try_to_write) != "written"
    assert as_nobody(try_to_write) == "written"


@needs_root
def test_a_lock_file_that_may_not_be_opened_is_named(path: Path) -> None:
    lock_file = path.with_name(".~lock.memory.jsonl")
    lock_file.touch()
    lock_file.chmod(0o600)

    def try_to_write() -> str:
        try:
            return write(path, "a")
        except ReadOnly as error:
            return str(error)

    assert f"the lock file {lock_file} is read-only" in as_nobody(try_to_write)
    os.chown(lock_file, NOBODY, NOBODY)
    assert as_nobody(try_to_write) == "a"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can make a file")
def test_a_folder_in_which_nothing_can_be_made_is_an_error_at_once() -> None:
    with pytest.raises(WriteFailed, match="Check that its folder exists"):
        MemoryFile(Path("/proc/memory.jsonl"), Writer("window"), lock_timeout=1000).apply(CreateEntities([]))
