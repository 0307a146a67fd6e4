"""The program from its command line, as a real process without a screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage


def run(*arguments: object, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [sys.executable, "-m", "mnemoscope_gui", *map(str, arguments)],
        cwd=folder,
        env=ours | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_picture_of_a_memory_is_drawn_without_a_screen(memory: Path, tmp_path: Path):
    before = sorted(tmp_path.iterdir())
    result = run("--render", tmp_path / "out.png", memory, folder=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    image = QImage(str(tmp_path / "out.png"))
    assert image.width() == 1600
    assert image.pixelColor(0, 0).lightness() > 200
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "out.png"])


def test_the_picture_is_dark_when_asked(tmp_path: Path):
    assert run("--demo", "--render", tmp_path / "out.png", "--dark", folder=tmp_path).returncode == 0
    assert QImage(str(tmp_path / "out.png")).pixelColor(0, 0).lightness() < 60


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"type":"entity","name":"A"\n', "line 1"),
        (b'[{"type":"entity","name":"A"}]', "one JSON document"),
        ("", "is not a file"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_in_one_sentence(tmp_path: Path, content, sentence: str):
    path = tmp_path / "bad.jsonl"
    if content:
        path.write_bytes(content)
    else:
        path.mkdir()
    result = run("--render", tmp_path / "out.png", path, folder=tmp_path)
    assert result.returncode == 1
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_picture_that_cannot_be_written_is_said(memory: Path, tmp_path: Path):
    result = run("--render", tmp_path / "no folder" / "out.png", memory, folder=tmp_path)
    assert result.returncode == 1
    assert "could not be written" in result.stderr


def test_the_file_of_the_environment_is_opened_when_none_is_named(memory: Path, tmp_path: Path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    memory.write_bytes(b"")
    result = run("--render", "out.png", folder=folder, MEMORY_FILE_PATH=str(memory))
    assert result.returncode == 0
    named = QImage(str(folder / "out.png"))
    sample = run("--render", "sample.png", folder=folder)
    assert sample.returncode == 0
    assert named != QImage(str(folder / "sample.png"))
