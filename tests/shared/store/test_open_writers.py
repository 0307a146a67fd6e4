"""Who has a file open for writing."""

import sys
from pathlib import Path

import pytest

from mnemoscope_shared.store.open_writers import is_open_for_writing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")


def test_a_file_is_open_for_writing_as_long_as_its_writer_has_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    assert not is_open_for_writing(path)
    with path.open("rb"):
        assert not is_open_for_writing(path)
    with path.open("ab"):
        assert is_open_for_writing(path)
    assert not is_open_for_writing(path)


def test_asking_leaves_nothing_behind_that_would_disturb_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    for _ in range(100):
        is_open_for_writing(path)
        path.write_bytes(b"x")
