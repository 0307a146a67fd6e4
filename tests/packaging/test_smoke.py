"""What the smoke test takes for a fault."""

import os
from pathlib import Path

import pytest
from smoke import clean_environment
from smoke_server import assert_calm

PROGRAM = Path("mnemoscope-server")


@pytest.mark.parametrize(
    "log",
    [
        "Traceback (most recent call last):",
        "qt.qpa.plugin: Could not find the Qt platform plugin",
        "error while loading shared libraries: libEGL.so.1: cannot open shared object file",
        "ModuleNotFoundError: No module named 'idna'",
    ],
)
def test_an_error_in_the_log_is_a_fault(log):
    with pytest.raises(AssertionError, match="mnemoscope-server wrote"):
        assert_calm(f"mnemoscope-server: The memory is in memory.jsonl\n{log}\n", PROGRAM)


def test_what_a_server_says_when_all_is_well_is_none():
    assert_calm("mnemoscope-server: The memory is in memory.jsonl\n", PROGRAM)


@pytest.mark.skipif(os.name == "nt", reason="Windows needs more")
def test_programs_are_tried_with_nothing_of_this_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/elsewhere")
    environment = clean_environment(tmp_path)
    assert environment["HOME"] == str(tmp_path)
    assert "/elsewhere" not in environment.values()
