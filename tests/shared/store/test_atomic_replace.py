"""Replacing a file in one step."""

import os
import stat
import time
from pathlib import Path

import pytest

from mnemoscope_shared.errors import ReadOnly
from mnemoscope_shared.store.atomic_replace import replace_file, replacement
from mnemoscope_shared.store.file_state import current_signature, read_file
from mnemoscope_shared.store.folder import sweep_temporaries
from mnemoscope_shared.store.placement import Overtaken

posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners are a POSIX system's")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.jsonl"


def test_a_new_file_is_made_and_the_signature_is_its_own(path: Path) -> None:
    signature = replace_file(path, b"one", None)
    assert path.read_bytes() == b"one"
    assert signature.inode == path.stat().st_ino
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_another_version_is_never_replaced(path: Path) -> None:
    path.write_bytes(b"one")
    seen = current_signature(path)
    path.write_bytes(b"another")
    for expected in (seen, None):
        with pytest.raises(Overtaken):
            replace_file(path, b"ours", expected)
    assert path.read_bytes() == b"another"
    assert replace_file(path, b"ours", current_signature(path)) == current_signature(path)
    assert path.read_bytes() == b"ours"


def test_a_file_that_was_removed_is_not_written_back(path: Path) -> None:
    path.write_bytes(b"one")
    seen = current_signature(path)
    path.unlink()
    with pytest.raises(Overtaken):
        replace_file(path, b"ours", seen)
    assert list(path.parent.iterdir()) == []


@posix
def test_a_new_file_is_its_owners_alone(path: Path) -> None:
    replace_file(path, b"one", None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_is_kept(path: Path, mode: int) -> None:
    path.write_bytes(b"one")
    path.chmod(mode)
    replace_file(path, b"two", current_signature(path))
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(path: Path) -> None:
    path.write_bytes(b"one")
    os.chown(path, 1234, 4321)
    replace_file(path, b"two", current_signature(path))
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_a_read_only_file_is_not_replaced(path: Path) -> None:
    path.write_bytes(b"one")
    path.chmod(0o444)
    with pytest.raises(ReadOnly, match=r"is read-only. Allow writing to it, or copy the memory"):
        replace_file(path, b"two", current_signature(path))
    assert path.read_bytes() == b"one"


def test_only_what_killed_writers_of_this_file_left_a_minute_ago_is_swept(path: Path) -> None:
    names = [
        ".~memory.jsonl.1-ab.tmp",
        ".~memory.jsonl.2-cd.tmp",
        ".~other.jsonl.1-ab.tmp",
        "memory.jsonl.tmp",
    ]
    for name in names:
        (path.parent / name).write_bytes(b"")
        if name != ".~memory.jsonl.2-cd.tmp":
            os.utime(path.parent / name, (time.time() - 61, time.time() - 61))
    sweep_temporaries(path)
    assert sorted(file.name for file in path.parent.iterdir()) == sorted(names[1:])


def test_the_displaced_version_is_left_to_whoever_wants_it(path: Path) -> None:
    path.write_bytes(b"one")
    displaced: list[Path] = []
    with replacement(path, b"two", read_file(path), discard=displaced.append) as prepared:
        assert path.read_bytes() == b"one"
        prepared.place()
        assert path.read_bytes() == b"two"
    [left] = displaced
    assert not left.exists() or left.read_bytes() == b"one"  # a plain rename displaces nothing


def test_a_version_that_is_not_placed_goes_again(path: Path) -> None:
    path.write_bytes(b"one")
    displaced: list[Path] = []
    with replacement(path, b"two", read_file(path), discard=displaced.append):
        pass
    with replacement(path, b"two", read_file(path), discard=displaced.append) as prepared:
        path.write_bytes(b"another")
        with pytest.raises(Overtaken):
            prepared.place()
    assert displaced == []
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == b"another"
