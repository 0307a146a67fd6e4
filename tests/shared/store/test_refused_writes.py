"""What the operating system refuses: a clear sentence, and the file as it was."""

import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from child_process import NOBODY, as_nobody, in_child

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.history_parts import history_path
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX system's permissions")
LINE = b'{"type":"entity","name":"a","entityType":"t","observations":[]}\n'


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that an unprivileged child may enter; pytest's own belongs to whoever runs the tests."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    for below in [folder, *folder.iterdir()]:
        below.chmod(0o777)
    shutil.rmtree(folder)


@pytest.fixture
def path(folder: Path) -> Path:
    path = folder / "memory.jsonl"
    path.write_bytes(LINE)
    path.chmod(0o666)
    return path


def write(path: Path, size: int = 1) -> str:
    try:
        MemoryFile(path, Writer("window")).apply(CreateEntities([Entity("b", "t", ("x" * size,))]))
    except MnemoscopeError as error:
        return f"{type(error).__name__}: {error}"
    return "written"


def read(path: Path) -> str:
    try:
        return f"{len(MemoryFile(path, Writer('window')).read().entities)} read"
    except MnemoscopeError as error:
        return f"{type(error).__name__}: {error}"


def test_a_read_only_file_is_read_and_not_written(path: Path) -> None:
    path.chmod(0o444)
    assert as_nobody(lambda: read(path)) == "1 read"
    assert f"ReadOnly: Nothing was changed: {path} is read-only" in as_nobody(lambda: write(path))
    assert f"ReadOnly: Nothing was changed: {path} is read-only" in write(path)
    assert not history_path(path).exists()
    assert path.read_bytes() == LINE
    assert History(path).records() == []


def test_a_read_only_folder_is_read_and_not_written(path: Path) -> None:
    path.parent.chmod(0o555)
    assert as_nobody(lambda: read(path)) == "1 read"
    answer = as_nobody(lambda: write(path))
    assert f"ReadOnly: Nothing was changed: the folder {path.parent} is read-only" in answer
    assert path.read_bytes() == LINE


def test_a_folder_cannot_be_made_in_a_read_only_one(folder: Path) -> None:
    folder.chmod(0o555)
    answer = as_nobody(lambda: write(folder / "new" / "memory.jsonl"))
    assert answer.startswith("ReadOnly: Nothing was changed: the folder that should hold")


def test_a_file_that_may_not_be_read_is_neither_read_nor_written(path: Path) -> None:
    path.chmod(0o000)
    refusal = f"Unreadable: {path} cannot be read (Permission denied)"
    assert refusal in as_nobody(lambda: read(path))
    assert refusal in as_nobody(lambda: write(path))
    path.chmod(0o600)
    assert path.read_bytes() == LINE


def test_a_folder_that_was_closed_meanwhile_is_an_error_of_ours(path: Path) -> None:
    inner = path.parent / "inner"
    inner.mkdir()
    path.rename(inner / "memory.jsonl")
    if os.geteuid() == 0:
        os.chown(inner, NOBODY, NOBODY)

    def read_close_and_read() -> str:
        file = MemoryFile(inner / "memory.jsonl", Writer("window"))
        while read_file(file.path).racy:  # for two seconds at most
            threading.Event().wait(0.01)
        answers = [f"{len(file.read().entities)} read"]
        inner.chmod(0o000)
        for use in (file.read, lambda: file.apply(CreateEntities([]))):
            try:
                use()
            except MnemoscopeError as error:
                answers.append(type(error).__name__)
        return ", ".join(answers)

    assert as_nobody(read_close_and_read) == "1 read, Unreadable, ReadOnly"


def test_a_new_file_and_its_history_are_their_owners_alone(folder: Path) -> None:
    path = folder / "memory.jsonl"
    assert write(path) == "written"
    for made in (path, History(path).path):
        assert stat.S_IMODE(made.stat().st_mode) == 0o600


def test_the_history_has_the_memorys_mode(path: Path) -> None:
    path.chmod(0o640)
    assert write(path) == "written"
    assert stat.S_IMODE(History(path).path.stat().st_mode) == 0o640


def test_a_full_disk_is_named_the_file_is_intact_and_later_writes_work(path: Path) -> None:
    import resource

    def fill_up_and_free() -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
        answers = [write(path, size=200_000), read(path), str(path.read_bytes() == LINE)]
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return "; ".join([*answers, write(path, size=200_000), read(path)])

    assert in_child(fill_up_and_free, prepare=lambda: None) == (
        "WriteFailed: memory.jsonl was not changed: File too large. Free some space on its disk, then try "
        "again.; 1 read; True; written; 2 read"
    )
    assert list(path.parent.glob(".~*.tmp")) == []
    assert [len(record.changes) for record in History(path).records()] == [1]
