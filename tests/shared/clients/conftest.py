"""A made-up user for the tests of what clients have configured."""

import tempfile
from pathlib import Path

import pytest
from client_homes import Home


@pytest.fixture
def home(tmp_path):
    for name in ("home", "work"):
        (tmp_path / name).mkdir()
    return Home(tmp_path / "home", tmp_path / "work")


@pytest.fixture
def open_folder():
    """A folder that an unprivileged child may enter; pytest's own belongs to whoever runs the tests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        folder.chmod(0o777)
