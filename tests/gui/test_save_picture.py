"""Saving pictures from the window."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMessageBox

from mnemoscope_gui.canvas.focus import FocusArea
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.save_picture import VIEW, WHOLE_GRAPH, choice

Wait = Callable[[Callable[[], bool]], None]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(lambda: window.graph.view.state.positions is not None)
    wait(lambda: not window.graph.view.layout_thread.is_running)
    return window


def answer(window: MainWindow, chosen_filter: str, path: Path) -> None:
    window.actions_.save_picture.trigger()
    dialog = window.pictures.dialog
    assert dialog is not None
    dialog.selectNameFilter(chosen_filter)
    dialog.filterSelected.emit(chosen_filter)
    dialog.selectFile(str(path))
    dialog.accept()


def nodes(path: Path) -> list[str]:
    group = ElementTree.parse(path).getroot().find(f"{SVG}g[@class='nodes']")
    assert group is not None
    return [title.text or "" for title in group.iter(f"{SVG}title")]


def look_at_bob_only(window: MainWindow) -> None:
    view = window.graph.view
    bob = view.state.scene.node_named("Bob")
    assert bob is not None
    view.state.set_camera(
        view.state.camera.zoom_at((float(view.state.seen.x[bob]), float(view.state.seen.y[bob])), 8)
    )


@pytest.mark.parametrize("what", [VIEW, WHOLE_GRAPH])
def test_a_png_is_as_large_as_the_view(window: MainWindow, tmp_path: Path, wait: Wait, what: str):
    answer(window, choice(what, ".png"), tmp_path / "out.png")
    wait(lambda: window.graph.toast.text == "The picture is in out.png")
    assert QImage(str(tmp_path / "out.png")).size() == window.graph.view.size()


def test_an_svg_shows_what_is_in_view(window: MainWindow, tmp_path: Path, wait: Wait):
    look_at_bob_only(window)
    answer(window, choice(VIEW, ".svg"), tmp_path / "out.svg")
    wait((tmp_path / "out.svg").exists)
    wait(lambda: not window.session.worker.is_busy)
    assert nodes(tmp_path / "out.svg") == ["Bob (person)"]


def test_an_svg_shows_what_is_in_focus(window: MainWindow, tmp_path: Path, wait: Wait):
    state = window.graph.view.state
    bob = state.scene.node_named("Bob")
    assert bob is not None
    state.set_focus_area(FocusArea(frozenset((bob,))))
    answer(window, choice(VIEW, ".svg"), tmp_path / "view.svg")
    answer(window, choice(WHOLE_GRAPH, ".svg"), tmp_path / "whole.svg")
    wait(lambda: not window.session.worker.is_busy)
    assert nodes(tmp_path / "view.svg") == ["Alice (person)", "Bob (person)"]
    assert len(nodes(tmp_path / "whole.svg")) == 3


def test_an_svg_shows_the_whole_graph_when_asked(window: MainWindow, tmp_path: Path, wait: Wait):
    look_at_bob_only(window)
    answer(window, choice(WHOLE_GRAPH, ".svg"), tmp_path / "out.svg")
    wait(lambda: not window.session.worker.is_busy)
    assert nodes(tmp_path / "out.svg") == ["Alice (person)", "Acme (organization)", "Bob (person)"]


def test_a_pdf_is_written_when_asked(window: MainWindow, tmp_path: Path, wait: Wait):
    answer(window, choice(VIEW, ".pdf"), tmp_path / "out.pdf")
    wait(lambda: not window.session.worker.is_busy)
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF-")


def test_the_name_ends_as_the_chosen_kind_does(window: MainWindow, tmp_path: Path, wait: Wait):
    answer(window, choice(WHOLE_GRAPH, ".svg"), tmp_path / "out")
    wait(lambda: not window.session.worker.is_busy)
    assert nodes(tmp_path / "out.svg")


def test_the_proposed_name_follows_the_chosen_kind(window: MainWindow):
    window.actions_.save_picture.trigger()
    dialog = window.pictures.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == "memory.png"
    dialog.filterSelected.emit(choice(VIEW, ".svg"))
    assert Path(dialog.selectedFiles()[0]).name == "memory.svg"
    dialog.reject()


@pytest.mark.parametrize("name", ["no folder/out.png", "out.jsonl", "folder.svg"])
def test_a_picture_that_cannot_be_written_is_said(window: MainWindow, tmp_path: Path, wait: Wait, name: str):
    (tmp_path / "folder.svg").mkdir()
    window.pictures.save(tmp_path / name, whole_graph=False)
    wait(lambda: isinstance(window.pictures.warning, QMessageBox))
    assert window.pictures.warning is not None
    assert "could not be written" in window.pictures.warning.text()
    window.pictures.warning.close()
