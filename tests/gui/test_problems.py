"""What the window says when the file cannot be used: a sentence, nothing lost, and the way on."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_shared.edits import CreateEntities
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store import memory_file

Wait = Callable[[Callable[[], bool]], None]
Open = Callable[[Path], MainWindow]

ZOE = CreateEntities([Entity("Zoe", "person", ())])


def banner(window: MainWindow) -> str:
    return window.graph.banner.text if window.graph.banner.isVisible() else ""


def test_a_corrupt_line_is_named_and_the_banner_goes_when_it_is_mended(
    open_window: Open, memory: Path, wait: Wait
):
    good = memory.read_bytes()
    memory.write_bytes(good + b'{"type":"entity","name":"Cut\n')
    window = open_window(memory)
    wait(lambda: "Line 6" in banner(window))
    assert "cut off" in banner(window)
    memory.write_bytes(good)
    wait(lambda: banner(window) == "")
    assert len(window.session.snapshot.entities) == 3


def test_the_line_that_cannot_be_read_is_shown_when_asked(
    qtbot: QtBot, open_window: Open, memory: Path, wait: Wait
):
    memory.write_bytes(memory.read_bytes() + b'{"type":"entity","name":"Cut\n')
    window = open_window(memory)
    wait(lambda: "Line 6" in banner(window))
    assert "5 lines before it were read." in banner(window)
    qtbot.mouseClick(window.graph.banner.buttons["Show line"], Qt.MouseButton.LeftButton)
    wait(lambda: window.graph.mending.dialog is not None)
    assert window.graph.mending.dialog.details.toPlainText() == '{"type":"entity","name":"Cut'


def test_nothing_is_written_to_a_corrupt_file(open_window: Open, memory: Path, wait: Wait):
    memory.write_bytes(b"{oops\n")
    window = open_window(memory)
    window.session.apply(ZOE)
    wait(lambda: not window.session.worker.is_busy)
    assert memory.read_bytes() == b"{oops\n"
    assert "Nothing is written" in banner(window)


def test_a_missing_folder_is_an_empty_memory_and_is_made_at_the_first_edit(
    open_window: Open, tmp_path: Path, wait: Wait
):
    path = tmp_path / "not" / "yet" / "memory.jsonl"
    window = open_window(path)
    assert banner(window) == ""
    window.session.apply(ZOE)
    wait(path.exists)


def test_a_folder_in_the_place_of_the_file_is_said(open_window: Open, tmp_path: Path, wait: Wait):
    window = open_window(tmp_path)
    wait(lambda: "is not a file" in banner(window))


def test_an_empty_file_is_an_empty_memory(open_window: Open, tmp_path: Path):
    path = tmp_path / "memory.jsonl"
    path.touch()
    window = open_window(path)
    assert banner(window) == ""
    assert window.session.snapshot.entities == ()


def test_a_read_only_file_is_shown_and_refuses_edits_with_a_way_to_try_again(
    open_window: Open, memory: Path, wait: Wait
):
    memory.chmod(0o444)
    window = open_window(memory)
    before = memory.read_bytes()
    window.session.apply(ZOE)
    wait(lambda: "read-only" in banner(window))
    assert memory.read_bytes() == before
    memory.chmod(0o644)
    window.graph.banner.buttons["Try again"].click()
    wait(lambda: "Zoe" in memory.read_text())
    assert banner(window) == ""


def test_a_lock_that_is_held_elsewhere_is_waited_for_without_stopping_the_window(
    qtbot: QtBot, open_window: Open, memory: Path, monkeypatch: pytest.MonkeyPatch, wait: Wait
):
    monkeypatch.setattr(memory_file, "LOCK_TIMEOUT_SECONDS", 1.0)
    window = open_window(memory)
    with FileLock(memory.with_name(".~lock.memory.jsonl"), preserve_lock_file=True):
        window.session.apply(ZOE)
        wait(lambda: window.statusBar().state_label.text() == "Saving…")
        window.graph.view.select(["Bob"])
        assert window.inspector.entity_page.name_field.text() == "Bob"
    wait(lambda: window.statusBar().state_label.text().startswith("Saved"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in the file system here")
def test_a_pipe_in_the_place_of_the_file_does_not_hang_the_window(
    open_window: Open, tmp_path: Path, wait: Wait
):
    path = tmp_path / "memory.jsonl"
    os.mkfifo(path)
    window = open_window(path)
    wait(lambda: "is not a file" in banner(window))


def test_a_fault_is_reported_in_a_dialog_and_the_program_goes_on(
    qtbot: QtBot, open_window: Open, memory: Path, qapp, wait: Wait
):
    from mnemoscope_gui.fault_report import FaultReporter

    window = open_window(memory)
    faults = FaultReporter()
    try:
        raise RuntimeError("a fault made for the test")
    except RuntimeError as error:
        faults.report(type(error), error, error.__traceback__)
    wait(lambda: faults.dialog is not None)
    assert "a fault made for the test" in faults.dialog.report.toPlainText()
    faults.dialog.copy_button.click()
    assert "RuntimeError" in qapp.clipboard().text()
    faults.dialog.reject()
    window.session.apply(ZOE)
    wait(lambda: "Zoe" in memory.read_text())
