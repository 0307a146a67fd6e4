"""Exchanging two names, and renaming without overwriting."""

import errno
import sys
from pathlib import Path

import pytest

from mnemoscope_shared.store.exchange import REFUSALS, exchange, rename_to_free

pytestmark = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="only there")


def test_two_names_stand_for_each_others_file(tmp_path: Path) -> None:
    one, other = tmp_path / "é", tmp_path / "other"
    one.write_bytes(b"one")
    other.write_bytes(b"other")
    exchange(one, other)
    assert (one.read_bytes(), other.read_bytes()) == (b"other", b"one")


def test_a_name_that_is_missing_cannot_be_exchanged(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"one")
    with pytest.raises(FileNotFoundError):
        exchange(tmp_path / "one", tmp_path / "missing")
    assert (tmp_path / "one").read_bytes() == b"one"


def test_a_name_that_is_taken_is_not_renamed_to(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"one")
    other.write_bytes(b"other")
    with pytest.raises(FileExistsError):
        rename_to_free(one, other)
    other.unlink()
    rename_to_free(one, other)
    assert [file.name for file in tmp_path.iterdir()] == ["other"]


def test_a_file_system_that_cannot_do_it_says_so() -> None:
    if not Path("/proc/self/comm").exists():
        pytest.skip("there is no such file system here")
    with pytest.raises(OSError, match=r".") as raised:
        exchange(Path("/proc/self/comm"), Path("/proc/self/status"))
    assert raised.value.errno in REFUSALS | {errno.EPERM, errno.EXDEV}
