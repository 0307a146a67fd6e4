"""The program from its command line, as a real process without a screen."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from window_fixtures import write_records

from mnemoscope_shared.model import Entity, Relation

SVG = "{http://www.w3.org/2000/svg}"


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


def drawn_nodes(picture: Path) -> list[str]:
    root = ElementTree.parse(picture).getroot()
    return [title.text or "" for title in root.findall(f"{SVG}g[@class='nodes']/{SVG}g/{SVG}title")]


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


def test_the_picture_has_the_size_that_was_asked_for(memory: Path, tmp_path: Path):
    assert run("--render", tmp_path / "out.png", "--size", "640x480", memory, folder=tmp_path).returncode == 0
    image = QImage(str(tmp_path / "out.png"))
    assert (image.width(), image.height()) == (640, 480)
    assert run("--render", tmp_path / "out.svg", "--size", "300x200", memory, folder=tmp_path).returncode == 0
    root = ElementTree.parse(tmp_path / "out.svg").getroot()
    assert (root.attrib["width"], root.attrib["height"]) == ("300", "200")


def test_an_svg_has_every_entity_by_name(memory: Path, tmp_path: Path):
    result = run("--render", tmp_path / "out.svg", memory, folder=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert drawn_nodes(tmp_path / "out.svg") == ["Alice (person)", "Acme (organization)", "Bob (person)"]


def test_a_pdf_is_one_page_with_the_same_picture(memory: Path, tmp_path: Path):
    result = run("--render", tmp_path / "out.pdf", "--size", "400x300", memory, folder=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    content = (tmp_path / "out.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"/MediaBox [0 0 300 225]" in content.replace(b".000000", b"")


def test_the_same_memory_gives_the_same_svg(memory: Path, tmp_path: Path):
    for name in ("one.svg", "other.svg"):
        assert run("--render", tmp_path / name, memory, folder=tmp_path).returncode == 0
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--focus", "Bob"), ["Alice", "Bob"]),
        (("--focus", "Bob", "--depth", "2"), ["Acme", "Alice", "Bob"]),
        (("--focus", "Bob", "--depth", "999999999"), ["Acme", "Alice", "Bob", "Ghost"]),
        (("--focus", "Ghost"), ["Acme", "Ghost"]),
        (("--focus", "Lonely"), ["Lonely"]),
    ],
)
def test_a_focus_draws_the_neighbourhood(tmp_path: Path, options, expected: list[str]):
    write_records(
        tmp_path / "memory.jsonl",
        *(Entity(name, "", ()) for name in ("Acme", "Alice", "Bob", "Lonely")),
        *(Relation("Bob", "Alice", "knows"), Relation("Alice", "Acme", "works_at")),
        Relation("Ghost", "Acme", "haunts"),
    )
    assert run("--render", "out.svg", *options, "memory.jsonl", folder=tmp_path).returncode == 0
    nodes = [node.removesuffix(" (no entity has this name)") for node in drawn_nodes(tmp_path / "out.svg")]
    assert nodes == expected


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("alise", "Did you mean “Alice”?"), ("Zanzibar", "Look up"), ("a\nb\x1b[31m", "No entity is named")],
)
def test_a_name_that_nothing_has_is_answered_with_the_nearest(
    memory: Path, tmp_path: Path, name, sentence: str
):
    result = run("--render", tmp_path / "out.svg", "--focus", name, memory, folder=tmp_path)
    assert result.returncode == 1
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr
    assert not (tmp_path / "out.svg").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--render", "out.png", "--size", "large"),
        ("--render", "out.png", "--size", "640"),
        ("--render", "out.png", "--size", "0x0"),
        ("--render", "out.png", "--size", "640x99999"),
        ("--render", "out.png", "--size", "-5x\n"),
        ("--render", "out.png", "--focus", "Bob", "--depth", "0"),
        ("--render", "out.png", "--focus", "Bob", "--depth", "deep"),
        ("--render", "out.png", "--depth", "2"),
        ("--size", "640x480"),
        ("--focus", "Bob"),
        ("--dark",),
        ("--render",),
    ],
)
def test_arguments_that_make_no_sense_are_said_in_one_sentence(memory: Path, tmp_path: Path, arguments):
    result = run(memory, *arguments, folder=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("mnemoscope: ")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize("name", ["no folder/out.svg", "out.gif", "out", "folder.svg"])
def test_only_a_png_svg_or_pdf_in_a_folder_can_be_written(memory: Path, tmp_path: Path, name: str):
    (tmp_path / "folder.svg").mkdir()
    result = run("--render", name, memory, folder=tmp_path)
    assert result.returncode == 1
    assert "Name a .png, .svg or .pdf file in a folder that exists." in result.stderr
    assert len(result.stderr.splitlines()) == 1


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
