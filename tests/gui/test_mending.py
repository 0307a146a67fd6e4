"""Repairing and converting from the banner: shown first, done on request, the old version kept."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow

Wait = Callable[[Callable[[], bool]], None]
Open = Callable[[Path], MainWindow]

LINE = b'{"type":"entity","name":"Alice","entityType":"person","observations":[]}\n'


def open_preview(qtbot: QtBot, window: MainWindow, button: str, wait: Wait):
    wait(lambda: button in window.graph.banner.buttons)
    qtbot.mouseClick(window.graph.banner.buttons[button], Qt.MouseButton.LeftButton)
    wait(lambda: window.graph.mending.dialog is not None)
    return window.graph.mending.dialog


def test_a_corrupt_file_is_repaired_after_a_preview(
    qtbot: QtBot, open_window: Open, tmp_path: Path, wait: Wait
):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(LINE + b'{"type":"entity","name":"Cut\n')
    window = open_window(path)
    dialog = open_preview(qtbot, window, "Repair…", wait)
    assert "Line 2" in dialog.details.toPlainText()
    assert path.read_bytes() == LINE + b'{"type":"entity","name":"Cut\n'
    qtbot.mouseClick(dialog.action_button, Qt.MouseButton.LeftButton)
    wait(lambda: path.read_bytes() == LINE)
    wait(lambda: not window.graph.banner.isVisible() and len(window.session.snapshot.entities) == 1)
    assert "The old version is in" in window.graph.toast.text
    kept = [one.read_bytes() for one in tmp_path.iterdir() if "backup" in one.name]
    assert kept == [LINE + b'{"type":"entity","name":"Cut\n']


def test_cancelling_a_preview_leaves_the_file_as_it_was(
    qtbot: QtBot, open_window: Open, tmp_path: Path, wait: Wait
):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(LINE + b"{oops\n")
    window = open_window(path)
    open_preview(qtbot, window, "Repair…", wait).reject()
    assert path.read_bytes() == LINE + b"{oops\n"
    assert window.graph.banner.isVisible()


def test_a_json_document_is_converted_after_a_preview(
    qtbot: QtBot, open_window: Open, tmp_path: Path, wait: Wait
):
    path = tmp_path / "memory.json"
    entity = {"name": "Alice", "entityType": "person", "observations": []}
    path.write_text(json.dumps({"entities": [entity], "relations": []}, indent=1))
    window = open_window(path)
    dialog = open_preview(qtbot, window, "Convert…", wait)
    assert "1 entity and 0 relations" in dialog.summary.text()
    qtbot.mouseClick(dialog.action_button, Qt.MouseButton.LeftButton)
    wait(lambda: path.read_bytes() == LINE)
    wait(lambda: [entity.name for entity in window.session.snapshot.entities] == ["Alice"])


def test_what_is_beyond_repair_is_said(qtbot: QtBot, open_window: Open, tmp_path: Path, wait: Wait):
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"not a memory at all\n")
    window = open_window(path)
    wait(lambda: "Repair…" in window.graph.banner.buttons)
    before = window.graph.banner.text
    qtbot.mouseClick(window.graph.banner.buttons["Repair…"], Qt.MouseButton.LeftButton)
    wait(lambda: window.graph.banner.text != before)
    assert path.read_bytes() == b"not a memory at all\n"
