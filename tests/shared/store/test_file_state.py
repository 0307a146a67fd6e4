"""No edit of the file is missed, whatever the clock and the file's times say."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from mnemoscope_shared.errors import NotAFile, Unreadable
from mnemoscope_shared.store import file_state
from mnemoscope_shared.store.file_state import checksum, current_signature, read_file
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

LINE = b'{"type":"entity","name":"%04d","entityType":"t","observations":[]}\n'
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX system's files")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(LINE % 0)
    return path


def overwrite(path: Path, number: int) -> None:
    """Change the file in place; its size stays."""
    with path.open("r+b") as file:
        file.write(LINE % number)


def name_seen(file: MemoryFile) -> str:
    return file.read().entities[0].name


def test_a_file_of_the_same_size_is_seen_to_have_changed(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    for number in range(300):
        overwrite(path, number)
        assert name_seen(file) == f"{number:04}"


def test_an_edit_that_puts_the_time_back_is_seen(path: Path) -> None:
    file = MemoryFile(path, Writer("window"))
    for number in range(100):
        before = path.stat()
        overwrite(path, number)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert name_seen(file) == f"{number:04}"


@pytest.mark.parametrize("shift", [-3600, -1, 0, 1, 86_400])
def test_an_edit_dated_to_another_time_is_seen(path: Path, shift: int) -> None:
    file = MemoryFile(path, Writer("window"))
    for number in range(20):
        overwrite(path, number)
        moment = int(time.time()) + shift
        os.utime(path, (moment, moment))
        assert name_seen(file) == f"{number:04}"


@pytest.mark.parametrize("shift", [-10_800, -1, 1, 10_800])
def test_an_edit_is_seen_when_our_clock_is_wrong(
    path: Path, shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns
    monkeypatch.setattr(file_state.time, "time_ns", lambda: real() + shift * 1_000_000_000)
    file = MemoryFile(path, Writer("window"))
    for number in range(50):
        path.write_bytes(LINE % number + b"\n" * (number % 2))
        assert name_seen(file) == f"{number:04}"


def test_a_file_that_came_to_rest_is_read_once(path: Path) -> None:
    os.utime(path, (1_000_000_000.5, 1_000_000_000.5))
    deadline = time.monotonic() + 10
    while (state := read_file(path)).racy and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    assert not state.racy
    assert state.signature == current_signature(path)
    file = MemoryFile(path, Writer("window"))
    assert file.read() is file.read()


def test_the_checksum_tells_versions_apart() -> None:
    assert checksum(b"") == "0-00000000"
    assert checksum(LINE % 1) != checksum(LINE % 2)
    assert checksum(LINE % 1) == checksum(LINE % 1)


def test_no_file_is_an_empty_state(tmp_path: Path) -> None:
    for missing in (tmp_path / "no", tmp_path / "no" / "folder"):
        state = read_file(missing)
        assert (state.data, state.signature) == (b"", None)
        assert current_signature(missing) is None


def test_a_directory_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(NotAFile, match=r"is not a file. Choose a file"):
        read_file(tmp_path)


@needs_posix
@pytest.mark.timeout(20)
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAFile):
        read_file(tmp_path / "pipe")


@needs_posix
def test_a_link_to_itself_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    file = MemoryFile(tmp_path / "loop", Writer("window"))
    with pytest.raises(Unreadable, match="cannot be read"):
        file.read()
    with pytest.raises(Unreadable):
        current_signature(tmp_path / "loop")
