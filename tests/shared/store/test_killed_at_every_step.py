"""A writer that is killed at any step tears nothing, and the next one goes on as if nothing had been."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store import memory_file
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a child that is killed from within")
STORE = str(Path(memory_file.__file__).parent)
PIECE_BYTES = 150
EVERY_STEP = pytest.param(1, marks=[pytest.mark.long, pytest.mark.timeout(900)])


def write(path: Path, name: str) -> None:
    file = MemoryFile(path, Writer("window"))
    file.apply(CreateEntities([Entity(name, "t", ("x" * 400,))]))


def names(path: Path) -> list[str]:
    return [one.name for one in MemoryFile(path, Writer("window")).read().entities]


def is_killed(step: int, action: Callable[[], None]) -> bool:
    """Run an action in a child that kills itself at the `step`th line of the store's code that it comes to.

    What it writes goes to the disk in small pieces, so that there are steps in the middle of a file. Return
    whether there were so many lines.
    """
    child = os.fork()
    if child == 0:
        kill_at(step)
        action()
        sys.settrace(None)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def kill_at(step: int) -> None:
    left = step
    whole_write = os.write

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(STORE):
            return None
        left -= event == "line"
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    os.write = lambda descriptor, data: whole_write(descriptor, data[:PIECE_BYTES])
    sys.settrace(trace)


def assert_all_is_well(path: Path, number: int) -> None:
    """Whatever the killed writer left: the file is whole, the next write works and leaves nothing behind."""
    found = names(path)
    assert found in (["first"], ["first", "second"])
    for stray in path.parent.glob(".~memory.jsonl.*.tmp"):
        os.utime(stray, (time.time() - 61, time.time() - 61))
    write(path, "third")
    assert names(path) == [*found, "third"], f"killed at step {number}"
    file = MemoryFile(path, Writer("window"))
    assert file.history is not None
    assert file.history.last_state() == (path.read_text().splitlines(), [])
    assert {one.who.app for one in file.history.records()} == {"window"}
    left = {one.name for one in path.parent.iterdir()} - {"other"}
    assert left == {"memory.jsonl", "memory.history.jsonl", ".~lock.memory.jsonl"}


@pytest.mark.parametrize("stride", [13, EVERY_STEP])
@pytest.mark.parametrize("in_place", [False, True])
def test_the_file_is_whole_wherever_its_writer_was_killed(
    tmp_path: Path, in_place: bool, stride: int
) -> None:
    step = 1
    while True:
        path = tmp_path / str(step) / "memory.jsonl"
        write(path, "first")
        if in_place:
            path.with_name("other").hardlink_to(path)
        was_killed = is_killed(step, lambda path=path: write(path, "second"))
        if not in_place:
            assert path.read_bytes().endswith(b"\n")  # also for those who know of no redo file
        assert_all_is_well(path, step)
        if not was_killed:
            break
        step += stride
    assert step > 100


@pytest.mark.parametrize("stride", [43, EVERY_STEP])
def test_the_file_is_whole_wherever_the_one_that_finished_its_write_was_killed(
    tmp_path: Path, stride: int
) -> None:
    step = 1
    while True:
        path = tmp_path / str(step) / "memory.jsonl"
        write(path, "first")
        path.with_name("other").hardlink_to(path)
        stop_in_the_middle(path)
        was_killed = is_killed(step, lambda path=path: write(path, "second"))
        assert_all_is_well(path, step)
        if not was_killed:
            break
        step += stride


def stop_in_the_middle(path: Path) -> None:
    """Let a writer be killed when half of the new version is in the file."""
    child = os.fork()
    if child == 0:
        whole_write, inode = os.write, path.stat().st_ino

        def half_a_write(descriptor: int, data: bytes) -> int:
            if os.fstat(descriptor).st_ino == inode:
                whole_write(descriptor, data[: len(data) * 3 // 4])
                os.kill(os.getpid(), signal.SIGKILL)
            return whole_write(descriptor, data)

        os.write = half_a_write
        write(path, "second")
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
