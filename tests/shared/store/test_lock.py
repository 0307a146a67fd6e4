"""One writer at a time."""

import threading
from pathlib import Path

import pytest

from mnemoscope_shared.errors import LockTimeout
from mnemoscope_shared.store.lock import WriteLock


def test_a_second_thread_has_to_wait_and_then_gives_up(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path / "memory.jsonl", 0.1)
    errors: list[LockTimeout] = []

    def take() -> None:
        try:
            with lock.held():
                pass
        except LockTimeout as error:
            errors.append(error)

    with lock.held():
        thread = threading.Thread(target=take)
        thread.start()
        thread.join(10)
    assert [error.holder for error in errors] == ["another part of this program"]
    assert "memory.jsonl was not changed: another part of this program" in str(errors[0])
    take()
    assert len(errors) == 1


def test_two_locks_of_one_file_exclude_each_other(tmp_path: Path) -> None:
    first, second = (WriteLock(tmp_path / "memory.jsonl", 0.1) for _ in range(2))
    with first.held(), pytest.raises(LockTimeout, match=r"for over 0.1 seconds. Try again"), second.held():
        pass
    with second.held():
        pass


def test_locks_of_different_files_are_independent(tmp_path: Path) -> None:
    with WriteLock(tmp_path / "a.jsonl", 0.1).held(), WriteLock(tmp_path / "b.jsonl", 0.1).held():
        pass


def test_the_lock_file_stays_empty_and_is_not_the_memory(tmp_path: Path) -> None:
    with WriteLock(tmp_path / "memory.jsonl", 1.0).held():
        pass
    assert [file.name for file in tmp_path.iterdir()] == [".~lock.memory.jsonl"]
    assert (tmp_path / ".~lock.memory.jsonl").read_bytes() == b""


def test_an_error_while_it_is_held_releases_it(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path / "memory.jsonl", 0.1)
    with pytest.raises(KeyError), lock.held():
        raise KeyError
    with lock.held():
        pass
