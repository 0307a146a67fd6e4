"""A file that no other may take the place of is written in place, and a crash tears nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.atomic_replace import replace_version
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.placement import Overtaken
from mnemoscope_shared.store.redo import Redo, redo_path

PROGRAM = Path(__file__).with_name("writer_program.py")
OLD, NEW = b"old " * 3000, b"new " * 4000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(OLD)
    return path


def files(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.iterdir() if not one.name.startswith(".~lock."))


@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (NEW, OLD), (b"", NEW), (OLD, b"")])
def test_both_names_of_a_file_hold_what_was_written(path: Path, old: bytes, new: bytes) -> None:
    path.write_bytes(old)
    other = path.with_name("other")
    other.hardlink_to(path)
    assert replace_version(path, new, read_file(path)).size == len(new)
    assert path.read_bytes() == other.read_bytes() == new
    assert path.samefile(other)
    assert files(path) == ["memory.jsonl", "other"]


def test_a_memory_with_two_names_is_written_through_both(path: Path) -> None:
    path.write_bytes(b"")
    other = path.with_name("other.jsonl")
    other.hardlink_to(path)
    for name, one in (("a", path), ("b", other), ("c", path)):
        MemoryFile(one, Writer("window")).apply(CreateEntities([Entity(name, "t", ())]))
    assert [one.name for one in MemoryFile(path, Writer("window")).read().entities] == ["a", "b", "c"]
    assert path.samefile(other)


def test_a_reader_never_sees_a_part_of_a_write_in_place(path: Path) -> None:
    path.write_bytes(b"")
    path.with_name("other").hardlink_to(path)
    command = [sys.executable, str(PROGRAM), str(path), "create", "x", "100"]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    seen = 0
    while writer.poll() is None:
        data = read_file(path).data
        names = [json.loads(line)["name"] for line in data.splitlines()]  # fails on half a line
        assert len(names) >= seen
        seen = len(names)
    acknowledged = writer.communicate(timeout=60)[0].split()
    assert [json.loads(line)["name"] for line in path.read_bytes().splitlines()] == acknowledged
    assert len(acknowledged) == 100


@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (NEW, OLD)])
@pytest.mark.parametrize("written", [0, 1, 5000, 11_999])
def test_a_write_in_place_that_was_cut_off_reads_as_done_and_is_finished_by_the_next_writer(
    path: Path, old: bytes, new: bytes, written: int
) -> None:
    path.write_bytes(new[:written] + old[written:])
    redo_path(path).write_bytes(Redo(old, new).encode())
    state = read_file(path)
    assert (state.data, state.racy) == (new, True)
    with pytest.raises(Overtaken):
        replace_version(path, b"next", state)
    assert path.read_bytes() == new
    replace_version(path, b"next", read_file(path))
    assert path.read_bytes() == b"next"
    assert files(path) == ["memory.jsonl"]


def test_a_write_in_place_that_was_done_but_for_its_redo_file_is_no_reason_to_try_again(path: Path) -> None:
    path.write_bytes(NEW)
    redo_path(path).write_bytes(Redo(OLD, NEW).encode())
    replace_version(path, b"next", read_file(path))
    assert path.read_bytes() == b"next"
    assert files(path) == ["memory.jsonl"]


def test_a_redo_file_of_a_file_that_is_gone_is_removed(path: Path) -> None:
    path.unlink()
    redo_path(path).write_bytes(Redo(b"", NEW).encode())
    replace_version(path, b"next", read_file(path))
    assert path.read_bytes() == b"next"
    assert files(path) == ["memory.jsonl"]


def test_pages_of_both_versions_in_any_order_are_finished(path: Path) -> None:
    path.write_bytes(OLD[:4096] + NEW[4096:8192] + bytes(1000) + OLD[9192:])
    redo_path(path).write_bytes(Redo(OLD, NEW).encode())
    assert read_file(path).data == NEW


@pytest.mark.parametrize(
    "redo",
    [
        pytest.param(b"", id="empty"),
        pytest.param(Redo(OLD, NEW).encode()[:-1], id="torn"),
        pytest.param(Redo(OLD, NEW).encode()[:-1] + b"!", id="spoilt"),
        pytest.param(b"[]\n", id="foreign"),
        pytest.param(b'{"old":"a","new":1,"crc":0}\n', id="of no numbers"),
        pytest.param(Redo(b"another version", NEW).encode(), id="of another version"),
    ],
)
def test_a_redo_file_that_does_not_fit_is_passed_over_and_removed(path: Path, redo: bytes) -> None:
    redo_path(path).write_bytes(redo)
    assert read_file(path).data == OLD
    replace_version(path, NEW, read_file(path))
    assert path.read_bytes() == NEW
    assert files(path) == ["memory.jsonl"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize(("mode", "is_trusted"), [(0o644, False), (0o666, True), (0o664, False)])
def test_a_redo_file_counts_only_if_its_owner_could_have_written_the_file(
    path: Path, mode: int, is_trusted: bool
) -> None:
    redo_path(path).write_bytes(Redo(OLD, NEW).encode())
    os.chown(redo_path(path), 65534, 65534)
    path.chmod(mode)
    assert read_file(path).data == (NEW if is_trusted else OLD)


def test_a_redo_file_that_is_a_link_is_not_followed(path: Path) -> None:
    if os.name != "posix":
        pytest.skip("symbolic links need a privilege there")
    path.with_name("elsewhere").write_bytes(Redo(OLD, NEW).encode())
    redo_path(path).symlink_to(path.with_name("elsewhere"))
    assert read_file(path).data == OLD
