"""Files far larger than usual: the window shows, moves, tells what takes long, and closes at any moment."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.memory_files import sample_graph, write_memory_file
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.application import Application
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings

WAIT_MS = 90_000
CLOSING_SECONDS = 5


@pytest.fixture(scope="module", params=[20_000, pytest.param(100_000, marks=pytest.mark.long)])
def large_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory with three relations an entity."""
    path = tmp_path_factory.mktemp("large") / "memory.jsonl"
    write_memory_file(sample_graph(request.param), path)
    return path


@pytest.fixture
def window(
    qapp: QApplication,
    own_settings: None,
    large_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MainWindow]:
    """A window that has just been told to open the file, and remembers no picture of it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    application = Application(qapp, Settings())
    window = application.open(large_file)
    yield window
    if window in application.windows:
        window.close()
    application.deleteLater()


def wait_for(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    qtbot.waitUntil(condition, timeout=WAIT_MS)


def wait_for_layout(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until there is a first picture of a layout that goes on."""
    view = window.graph.view
    wait_for(qtbot, lambda: view.state.scene.node_count > 0 and view.state.positions is not None)
    assert view.layout_thread.is_running


def test_a_first_picture_shows_every_node_while_the_layout_still_runs(qtbot: QtBot, window: MainWindow):
    wait_for_layout(qtbot, window)
    view = window.graph.view
    assert len(view.state.positions) == len(window.session.snapshot.entities)
    picture = view.grab().toImage()
    colours = {picture.pixel(x, picture.height() // 2) for x in range(picture.width())}
    assert len(colours) > 1
    assert view.layout_thread.is_running


def test_a_drag_on_the_canvas_moves_the_camera_while_the_layout_runs(qtbot: QtBot, window: MainWindow):
    wait_for_layout(qtbot, window)
    view = window.graph.view
    before, start = view.state.camera, view.rect().center()
    qtbot.mousePress(view, Qt.MouseButton.MiddleButton, pos=start)
    for step in range(1, 5):
        qtbot.mouseMove(view, start + QPoint(15 * step, 5 * step))
    qtbot.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=start + QPoint(60, 20))
    after = view.state.camera
    assert (after.offset_x - before.offset_x, after.offset_y - before.offset_y) == pytest.approx((60, 20))
    positions = view.state.positions
    wait_for(qtbot, lambda: view.state.positions is not positions)
    assert view.state.camera == after
    assert view.layout_thread.is_running


def test_closing_in_the_middle_of_the_layout_ends_every_thread_soon(qtbot: QtBot, window: MainWindow):
    wait_for_layout(qtbot, window)
    begun = time.monotonic()
    window.close()
    qtbot.waitUntil(lambda: threading.active_count() == 1, timeout=1000 * CLOSING_SECONDS)
    assert time.monotonic() - begun < CLOSING_SECONDS


def test_closing_while_the_file_is_read_ends_every_thread(qtbot: QtBot, window: MainWindow):
    assert window.session.worker.is_busy
    window.close()
    wait_for(qtbot, lambda: threading.active_count() == 1)


def test_the_status_bar_says_that_a_layout_takes_long_until_it_ends(qtbot: QtBot, window: MainWindow):
    progress = window.statusBar().progress_label
    wait_for(qtbot, lambda: progress.text() == "Arranging…")
    window.graph.view.stop()
    wait_for(qtbot, lambda: progress.text() == "")


def test_what_takes_long_is_said_without_a_break_from_reading_to_the_end(qtbot: QtBot, window: MainWindow):
    said: list[str] = []
    window.graph.progress.changed.connect(said.append)
    wait_for(qtbot, lambda: window.graph.progress.text == "Arranging…")
    window.graph.view.stop()
    wait_for(qtbot, lambda: window.graph.progress.text == "")
    assert said in (["Reading…", "Arranging…", ""], ["Arranging…", ""])


def test_the_status_bar_says_that_reading_takes_long_and_then_no_more(
    open_window: Callable[[Path], MainWindow], memory: Path, wait: Callable[[Callable[[], bool]], None]
):
    window, is_read = open_window(memory), threading.Event()
    progress = window.statusBar().progress_label
    window.session.worker.run(is_read.wait, lambda _: None, lambda _: None)
    wait(lambda: progress.text() == "Reading…")
    is_read.set()
    wait(lambda: progress.text() == "")
