"""Paths in commands that a person is to type."""

import os
import shlex
from pathlib import PurePosixPath, PureWindowsPath

import pytest

from mnemoscope_shared.shell import shell_word


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell's rules")
@pytest.mark.parametrize("path", ["/a/memory.jsonl", "/my notes/it's.jsonl", "/a;b/$HOME.jsonl", "/a/*\n"])
def test_a_path_is_one_word_of_a_command(path: str) -> None:
    assert shlex.split(f"check {shell_word(PurePosixPath(path))}") == ["check", path]


@pytest.mark.skipif(os.name != "nt", reason="the rules of Windows")
def test_a_path_with_a_space_is_in_quotation_marks() -> None:
    assert shell_word(PureWindowsPath(r"C:\my notes\memory.jsonl")) == r'"C:\my notes\memory.jsonl"'
    assert shell_word(PureWindowsPath(r"C:\memory.jsonl")) == r"C:\memory.jsonl"
