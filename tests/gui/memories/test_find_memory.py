"""The first run: a sample, and the ways from it to a memory of one's own."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_fixtures import ALICE, BOB, WAIT_MS, write_records

from mnemoscope_gui.application import Application
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.memories.find_memory_dialog import FindMemoryDialog
from mnemoscope_gui.sample_memory import write_sample
from mnemoscope_gui.settings import Settings

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own, and a working folder in which there is nothing."""
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(tmp_path / "empty")
    return home


@pytest.fixture
def application(qapp: QApplication, own_settings: None, home: Path) -> Iterator[Application]:
    application = Application(qapp, Settings())
    yield application
    for window in list(application.windows):
        window.close()
    application.deleteLater()


@pytest.fixture
def sample(qtbot: QtBot, application: Application, tmp_path: Path) -> MainWindow:
    window = application.open(write_sample(tmp_path), is_sample=True)
    qtbot.waitUntil(lambda: not window.session.worker.is_busy, timeout=WAIT_MS)
    return window


def configure_claude_desktop(home: Path, memory: Path) -> None:
    folder = home / ".config" / "Claude"
    folder.mkdir(parents=True)
    entry = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]}
    entry["env"] = {"MEMORY_FILE_PATH": str(memory)}
    (folder / "claude_desktop_config.json").write_text(json.dumps({"mcpServers": {"memory": entry}}))


def find(qtbot: QtBot, window: MainWindow) -> FindMemoryDialog:
    qtbot.mouseClick(window.graph.offer.buttons["Find my memory file"], Qt.MouseButton.LeftButton)
    dialog = next(one for one in window.findChildren(FindMemoryDialog) if one.isVisible())
    qtbot.waitUntil(lambda: "Looking" not in dialog._summary.text(), timeout=WAIT_MS)
    return dialog


def rows(dialog: FindMemoryDialog) -> list[list[str]]:
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    return [[item.text(column) for column in range(5)] for item in items]


def open_paths(application: Application) -> list[Path]:
    return [window.session.path for window in application.windows]


def test_without_a_file_a_sample_is_shown_and_marked_as_one(sample: MainWindow):
    assert "Sample" in sample.windowTitle()
    assert "sample" in sample.graph.offer.text
    assert list(sample.graph.offer.buttons) == ["Find my memory file", "Open…"]
    assert 15 <= len(sample.session.snapshot.entities) <= 25


def test_the_memory_that_a_client_uses_is_found_and_opened(
    qtbot: QtBot, application: Application, sample: MainWindow, home: Path, wait: Wait
):
    memory = home / "notes" / "claude.jsonl"
    memory.parent.mkdir()
    write_records(memory, ALICE, BOB)
    configure_claude_desktop(home, memory)
    dialog = find(qtbot, sample)
    assert rows(dialog) == [["claude.jsonl", "Claude Desktop", "2", "0", "just now"]]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    wait(lambda: open_paths(application) == [memory])
    wait(lambda: not application.windows[0].session.worker.is_busy)
    assert len(application.windows[0].session.snapshot.entities) == 2


def test_a_history_is_no_memory_and_a_file_in_a_usual_place_is_found(
    qtbot: QtBot, sample: MainWindow, home: Path
):
    write_records(home / "memory.jsonl", ALICE)
    (home / "memory.history.jsonl").write_text('{"kind":"checkpoint","id":"x"}\n')
    assert [row[0] for row in rows(find(qtbot, sample))] == ["memory.jsonl"]


def test_a_memory_in_the_cache_of_a_package_is_warned_of_and_can_be_moved(
    qtbot: QtBot, application: Application, sample: MainWindow, home: Path, wait: Wait
):
    cache = home / ".npm/_npx/1/node_modules/@modelcontextprotocol/server-memory/dist"
    cache.mkdir(parents=True)
    write_records(cache / "memory.jsonl", ALICE)
    dialog = find(qtbot, sample)
    assert "will be lost" in dialog._details.text()
    assert dialog.move_button.isVisible()
    requested: list[Path] = []
    dialog.move_requested.disconnect()
    dialog.move_requested.connect(requested.append)
    qtbot.mouseClick(dialog.move_button, Qt.MouseButton.LeftButton)
    assert requested == [cache / "memory.jsonl"]
    sample.find_memory.move(requested[0], home / "safe.jsonl")
    wait(lambda: home / "safe.jsonl" in open_paths(application))
    assert not (cache / "memory.jsonl").exists()
    wait(lambda: not application.windows[-1].session.worker.is_busy)


def test_where_nothing_is_found_the_dialog_says_what_to_do(qtbot: QtBot, sample: MainWindow):
    dialog = find(qtbot, sample)
    assert rows(dialog) == []
    assert "No memory file was found" in dialog._summary.text()
    assert not dialog.open_button.isEnabled()
    dialog.close()


def test_a_file_that_is_dropped_on_the_window_opens(
    application: Application, sample: MainWindow, memory: Path, wait: Wait
):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(memory)), QUrl("https://example.org/")])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(sample, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(400, 300), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(sample, drop)
    assert open_paths(application) == [memory]
    wait(lambda: not application.windows[0].session.worker.is_busy)


def test_what_is_no_file_is_not_welcome(sample: MainWindow, tmp_path: Path):
    data = QMimeData()
    data.setText("some text")
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "gone.jsonl")), QUrl.fromLocalFile(str(tmp_path))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(400, 300), Qt.DropAction.CopyAction, data, left, none)
    enter.ignore()
    QApplication.sendEvent(sample, enter)
    assert not enter.isAccepted()


def test_a_memory_of_ones_own_is_not_offered_a_search(application: Application, memory: Path, wait: Wait):
    window = application.open(memory)
    wait(lambda: not window.session.worker.is_busy)
    assert not window.graph.offer.isVisible()
    assert window.actions_.find_memory.isEnabled()
