"""A memory looks as it was left when it is opened again; damage of what is remembered does no harm."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_fixtures import RECORDS, write_records

from mnemoscope_gui.application import Application
from mnemoscope_gui.canvas.remembered import RememberedCamera, RememberedPicture
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.picture_keeper import REST_MILLISECONDS
from mnemoscope_gui.picture_memory import PictureMemory, Remembered
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state_files import FILES_KEPT
from mnemoscope_shared.locations import user_state_folder
from mnemoscope_shared.model import Entity, Relation

Open = Callable[[Path], MainWindow]
Wait = Callable[[Callable[[], bool]], None]
LEFT = Qt.MouseButton.LeftButton

PICTURE = RememberedPicture(
    keys=(("Alice", 0), ("Bob", 0), ("Bob", 1), ("\ud800", 0)),
    positions=np.array([[0, 0], [1.5, -2], [3, 4], [0.25, 8]], np.float32),
    pinned=frozenset({1}),
    isolated=frozenset({2, 3}),
    camera=RememberedCamera(0.5, (1.0, 2.0)),
)
REMEMBERED = Remembered(PICTURE, {"person": 3, "\udcff": 0})


@pytest.fixture
def own_memory() -> PictureMemory:
    """Where the windows of these tests remember pictures."""
    return PictureMemory(Path(user_state_folder(os.environ, sys.platform)))


@pytest.fixture
def open_at_rest(open_window: Open, wait: Wait) -> Open:
    """Open a window and wait until its nodes are at rest."""

    def open_(path: Path) -> MainWindow:
        window = open_window(path)
        wait(lambda: window.graph.view.picture_to_remember() is not None)
        wait(lambda: not window.graph.view.layout_thread.is_running)
        return window

    return open_


def position(window: MainWindow, name: str) -> np.ndarray:
    state = window.graph.view.state
    return state.positions[state.scene.node_named(name)].copy()


def is_pinned(window: MainWindow, name: str) -> bool:
    state = window.graph.view.state
    return state.scene.node_named(name) in state.emphasis.pinned


def drag_node(window: MainWindow, name: str, way: QPoint, wait: Wait) -> None:
    view = window.graph.view
    x, y = view.state.camera.to_screen(tuple(position(window, name).tolist()))
    start = QPoint(round(x), round(y))
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for point in (start + way / 2, start + way):
        at = QPointF(point)
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, view.mapToGlobal(at), LEFT, LEFT, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(view, event)
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, start + way)
    wait(lambda: not view.drag.is_active)


def test_a_dragged_node_is_where_it_was_left_when_the_file_is_opened_again(
    open_at_rest: Open, memory: Path, wait: Wait
):
    window = open_at_rest(memory)
    drag_node(window, "Bob", QPoint(70, 110), wait)
    places = {name: position(window, name) for name in ("Alice", "Acme", "Bob")}
    window.close()
    again = open_at_rest(memory)
    for name, place in places.items():
        assert position(again, name) == pytest.approx(place, abs=1e-3)
    assert is_pinned(again, "Bob")
    assert not is_pinned(again, "Alice")


def test_a_node_that_came_meanwhile_grows_beside_its_neighbour(open_at_rest: Open, memory: Path, wait: Wait):
    window = open_at_rest(memory)
    drag_node(window, "Bob", QPoint(70, 110), wait)
    bob = position(window, "Bob")
    window.close()
    write_records(memory, *RECORDS, Entity("Zoe", "person", ()), Relation("Zoe", "Bob", "knows"))
    again = open_at_rest(memory)
    assert position(again, "Bob") == pytest.approx(bob, abs=1e-3)
    distances = {
        name: np.hypot(*(position(again, "Zoe") - position(again, name))) for name in ("Alice", "Bob")
    }
    assert 0.3 < distances["Bob"] < 2.0
    assert distances["Bob"] < distances["Alice"]


def test_a_node_that_is_gone_is_forgotten(open_at_rest: Open, own_memory: PictureMemory, memory: Path):
    open_at_rest(memory).close()
    write_records(memory, *RECORDS[:2])
    open_at_rest(memory).close()
    assert {name for name, _ in own_memory.recall(memory.resolve()).picture.keys} == {"Alice", "Acme"}


def test_the_camera_looks_where_it_looked(open_at_rest: Open, memory: Path):
    window = open_at_rest(memory)
    window.graph.view.zoom_by(2.5)
    window.graph.view.reveal("Acme")
    scale = window.graph.view.zoom
    window.close()
    view = open_at_rest(memory).graph.view
    assert view.zoom == pytest.approx(scale)
    middle = view.state.camera.to_scene((view.width() / 2, view.height() / 2))
    assert middle == pytest.approx(position(view.window(), "Acme"), abs=0.01)


def test_a_graph_that_was_seen_whole_is_seen_whole_again(open_at_rest: Open, memory: Path):
    open_at_rest(memory).close()
    again = open_at_rest(memory)
    assert again.graph.view.names_off_screen(["Alice", "Acme", "Bob"]) == []
    assert not again.graph.view.state.camera_was_touched


def test_types_keep_their_colours_though_others_are_more_frequent_now(open_at_rest: Open, memory: Path):
    window = open_at_rest(memory)
    before = {kind: window.graph.slots.slot(kind) for kind in ("person", "organization")}
    window.close()
    more = [Entity(f"Place {number}", "place", ()) for number in range(9)]
    write_records(memory, *RECORDS, *more)
    slots = open_at_rest(memory).graph.slots
    assert {kind: slots.slot(kind) for kind in before} == before
    assert slots.slot("place") not in before.values()


def test_the_picture_is_saved_a_moment_after_all_is_at_rest(
    open_at_rest: Open, own_memory: PictureMemory, memory: Path, wait: Wait
):
    open_at_rest(memory)
    assert REST_MILLISECONDS <= 5_000
    wait(lambda: own_memory.recall(memory.resolve()) is not None)


@pytest.mark.parametrize("damage", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"version":1}'])
def test_a_damaged_picture_is_no_hindrance(
    open_at_rest: Open, own_memory: PictureMemory, memory: Path, damage: bytes
):
    open_at_rest(memory).close()
    own_memory.file_for(memory.resolve()).write_bytes(damage)
    window = open_at_rest(memory)
    assert window.graph.banner.isHidden()
    window.close()
    assert own_memory.recall(memory.resolve()) is not None


def test_nothing_is_written_beside_the_memory(open_at_rest: Open, memory: Path):
    window = open_at_rest(memory)
    before = sorted(memory.parent.iterdir())
    window.close()
    left = {path.name for path in memory.parent.iterdir()} - {path.name for path in before}
    assert left <= {"settings"}


def test_the_sample_is_not_remembered(
    qapp: QApplication, own_settings, own_memory: PictureMemory, memory: Path, wait: Wait
):
    application = Application(qapp, Settings())
    window = application.open(memory, is_sample=True)
    wait(lambda: window.graph.view.picture_to_remember() is not None)
    window.close()
    application.deleteLater()
    assert not own_memory.file_for(memory.resolve()).exists()


# The files alone


def test_a_picture_comes_back_as_it_was_kept(tmp_path: Path):
    memory = PictureMemory(tmp_path / "state")
    memory.keep(tmp_path / "a.jsonl", REMEMBERED)
    back = memory.recall(tmp_path / "a.jsonl")
    assert back.type_slots == REMEMBERED.type_slots
    assert (back.picture.keys, back.picture.pinned) == (PICTURE.keys, PICTURE.pinned)
    assert (back.picture.isolated, back.picture.camera) == (PICTURE.isolated, PICTURE.camera)
    assert back.picture.positions.dtype == np.float32
    assert back.picture.positions == pytest.approx(PICTURE.positions, abs=1e-3)
    assert memory.recall(tmp_path / "b.jsonl") is None


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"positions": [[0, 0]]},
        {"positions": [[float("nan"), 0]] * 4},
        {"positions": [[1e300, 0]] * 4},
        {"positions": [["0", 0]] * 4},
        {"keys": [["Alice", 0]] * 4},
        {"keys": [["Alice", -1], ["Bob", 0], ["Bob", 1], ["C", 0]]},
        {"pinned": [4]},
        {"pinned": [-1]},
        {"isolated": [10**30]},
        {"camera": [0, 0, 0]},
        {"camera": [float("inf"), 0, 0]},
        {"type_slots": {"person": 9}},
        {"type_slots": {"person": 1, "place": 1}},
    ],
)
def test_a_picture_that_makes_no_sense_counts_as_none(tmp_path: Path, change: dict):
    memory = PictureMemory(tmp_path)
    memory.keep(Path("/a"), REMEMBERED)
    path = memory.file_for(Path("/a"))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert memory.recall(Path("/a")) is None


def test_a_folder_or_pipe_in_the_place_of_a_picture_counts_as_none(tmp_path: Path):
    memory = PictureMemory(tmp_path)
    path = memory.file_for(Path("/a"))
    path.mkdir(parents=True)
    assert memory.recall(Path("/a")) is None
    memory.keep(Path("/a"), REMEMBERED)
    if hasattr(os, "mkfifo"):
        path.rmdir()
        os.mkfifo(path)
        assert memory.recall(Path("/a")) is None


def test_a_folder_that_cannot_be_made_is_no_hindrance(tmp_path: Path):
    (tmp_path / "file").write_text("")
    memory = PictureMemory(tmp_path / "file")
    memory.keep(Path("/a"), REMEMBERED)
    assert memory.recall(Path("/a")) is None


def test_only_the_newest_pictures_are_kept(tmp_path: Path):
    memory = PictureMemory(tmp_path)
    for number in range(FILES_KEPT + 5):
        path = memory.file_for(Path(f"/{number}"))
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}")
        os.utime(path, (number, number))
    memory.keep(Path("/new"), REMEMBERED)
    assert len(list(path.parent.iterdir())) == FILES_KEPT
    assert memory.recall(Path("/new")) is not None
    assert not memory.file_for(Path("/0")).exists()
    assert memory.file_for(Path(f"/{FILES_KEPT + 4}")).exists()
