"""A new version is whole on the disk, under a name of its own, before it is used."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from mnemoscope_shared.store.file_state import current_signature
from mnemoscope_shared.store.new_version import NewVersion
from mnemoscope_shared.store.write_back import begin_write_back


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"old")
    return path


def test_it_stands_beside_the_file_with_its_mode_and_is_closed_when_complete(path: Path) -> None:
    path.chmod(0o640)
    version = NewVersion(path, b"new", path.stat())
    assert version.path.parent == path.parent
    assert version.path.read_bytes() == b"new"
    if os.name == "posix":
        assert stat.S_IMODE(version.path.stat().st_mode) == 0o640
    assert version.complete() == current_signature(version.path)
    version.close()  # again: nothing happens
    assert path.read_bytes() == b"old"


def test_one_that_is_given_up_can_be_closed_at_once(path: Path) -> None:
    version = NewVersion(path, b"new", None)
    version.close()
    version.path.unlink()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_one_that_cannot_be_written_leaves_nothing(path: Path) -> None:
    no_bytes: Any = "new"
    with pytest.raises(TypeError):
        NewVersion(path, no_bytes, path.stat())
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_that_is_on_its_way_to_the_disk_can_still_be_written(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"one")
        begin_write_back(file.fileno())
        file.write(b"two")
        os.fsync(file.fileno())
    assert (tmp_path / "file").read_bytes() == b"onetwo"
