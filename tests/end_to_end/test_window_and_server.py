"""A person in the window and an assistant over stdio, on one file at the same time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, wait: Wait) -> MainWindow:
    window = open_window(memory)
    wait(
        lambda: (
            window.graph.view.state.positions is not None and not window.graph.view.layout_thread.is_running
        )
    )
    return window


@pytest.fixture
def server(start_server: Callable[[Path], Any], memory: Path) -> Any:
    return start_server(memory)


def names(window: MainWindow) -> list[str]:
    return [entity.name for entity in window.session.snapshot.entities]


def entity(name: str) -> dict[str, Any]:
    return {"name": name, "entityType": "note", "observations": []}


def places(window: MainWindow) -> dict[str, np.ndarray]:
    state = window.graph.view.state
    return {key[0]: place for key, place in zip(state.scene.keys, state.positions, strict=True)}


def test_a_server_write_appears_in_the_open_window_without_moving_the_rest(
    qtbot: QtBot, window: MainWindow, server: Any, wait: Wait
):
    window.graph.view.select(["Bob"])
    before, zoom = places(window), window.graph.view.zoom
    server.call("create_entities", entities=[entity("Zoe")])
    server.call("create_relations", relations=[{"from": "Zoe", "to": "Bob", "relationType": "knows"}])
    wait(lambda: "Zoe" in places(window) and len(window.session.snapshot.relations) == 3)
    assert window.graph.view.selected_names() == ["Bob"]
    assert window.graph.view.zoom == zoom
    wait(lambda: not np.isnan(window.graph.view.state.positions).any())
    for name, place in before.items():
        assert np.linalg.norm(places(window)[name] - place) < 0.3


def test_an_entity_made_with_mouse_and_keys_is_read_by_the_server(
    qtbot: QtBot, window: MainWindow, server: Any, wait: Wait
):
    view = window.graph.view
    corner = QPoint(12, 12)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=corner)
    wait(lambda: bool(window.findChildren(NewEntityDialog)))
    dialog = window.findChild(NewEntityDialog)
    qtbot.keyClicks(dialog.name_field, "Harbour")
    qtbot.keyClicks(dialog.type_field, "project")
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait(lambda: "Harbour" in names(window))
    assert server.call("open_nodes", names=["Harbour"])["entities"] == [
        {"name": "Harbour", "entityType": "project", "observations": []}
    ]
    assert view.selected_names() == ["Harbour"]
    x, y = view.state.camera.to_screen(tuple(places(window)["Harbour"]))
    assert (round(x), round(y)) == (corner.x(), corner.y())


def test_undo_by_keys_after_a_server_write_keeps_what_the_server_wrote(
    qtbot: QtBot, window: MainWindow, server: Any, wait: Wait
):
    view = window.graph.view
    view.select(["Acme"])
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    wait(lambda: "Acme" not in names(window))
    server.call(
        "add_observations", observations=[{"entityName": "Bob", "contents": ["Moved to Lyon in May"]}]
    )
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(lambda: "Acme" in names(window))
    graph = server.call("read_graph")
    assert {"name": "Bob", "entityType": "person", "observations": ["Moved to Lyon in May"]} in graph[
        "entities"
    ]
    assert {"from": "Alice", "to": "Acme", "relationType": "works_at"} in graph["relations"]


def test_window_and_server_write_at_once_and_nothing_is_lost(window: MainWindow, server: Any, wait: Wait):
    for number in range(25):
        window.session.apply(CreateEntities([Entity(f"window {number}", "note", ())]))
        server.call("create_entities", entities=[entity(f"server {number}")])
    wait(lambda: len(names(window)) == 53)
    stored = {one["name"] for one in server.call("read_graph")["entities"]}
    assert stored == set(names(window))


def test_moving_a_node_by_mouse_writes_nothing(qtbot: QtBot, window: MainWindow, memory: Path, wait: Wait):
    view = window.graph.view
    before, status = memory.read_bytes(), memory.stat()
    moved_from = places(window)["Bob"].copy()
    x, y = view.state.camera.to_screen(tuple(places(window)["Bob"]))
    start = QPoint(round(x), round(y))
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(view, start + QPoint(8 * step, 5 * step))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 25))
    assert np.linalg.norm(places(window)["Bob"] - moved_from) > 0.3
    assert memory.read_bytes() == before
    assert memory.stat().st_mtime_ns == status.st_mtime_ns
