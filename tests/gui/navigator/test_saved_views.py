"""Saved views: kept in a file of our own, shown again as they were."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.navigator.saved_views import VIEWS_KEPT, SavedView, ViewStore

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def window(
    open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return open_window(memory)


def save_as(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.actions_.save_view.trigger()
    dialog = next(one for one in window.findChildren(QInputDialog) if one.isVisible())
    field = dialog.findChild(QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, name)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def names(window: MainWindow) -> list[str]:
    views = window.navigator.views
    return [views.item(row).text() for row in range(views.count())]


def shown_count(window: MainWindow) -> int:
    return int(window.graph.view.state.shown.sum())


def test_a_view_brings_back_what_was_hidden_in_focus_and_in_sight(qtbot: QtBot, window: MainWindow):
    view = window.graph.view
    window.navigator.tree.type_toggled.emit("organization", False)
    view.select(["Bob"])
    window.actions_.focus.trigger()
    view.zoom_by(1.5)
    scale, shown = view.zoom, shown_count(window)
    save_as(qtbot, window, "Bob's people")
    window.actions_.end_focus.trigger()
    window.actions_.show_all_types.trigger()
    view.fit_all()
    assert shown_count(window) == 3
    views = window.navigator.views
    views.setFocus()
    views.setCurrentRow(0)
    qtbot.keyClick(views, Qt.Key.Key_Return)
    assert shown_count(window) == shown == 2
    assert view.focus_mode.area is not None
    assert view.zoom == pytest.approx(scale)


def test_views_are_there_again_when_the_file_is_opened_again(
    qtbot: QtBot, window: MainWindow, open_window: Callable[[Path], MainWindow], memory: Path
):
    save_as(qtbot, window, "Everything")
    window.close()
    again = open_window(memory)
    assert names(again) == ["Everything"]


def test_views_are_renamed_and_removed_by_keys(qtbot: QtBot, window: MainWindow, wait: Wait):
    for name in ("One", "Two"):
        save_as(qtbot, window, name)
    views = window.navigator.views
    views.setFocus()
    views.setCurrentRow(0)
    qtbot.keyClick(views, Qt.Key.Key_F2)
    wait(lambda: views.findChild(QLineEdit) is not None)
    editor = views.findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "First")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait(lambda: names(window) == ["First", "Two"])
    views.setCurrentRow(1)
    qtbot.keyClick(views, Qt.Key.Key_Delete)
    assert names(window) == ["First"]


def test_a_view_of_the_same_name_gives_way(qtbot: QtBot, window: MainWindow):
    save_as(qtbot, window, "One")
    window.navigator.tree.type_toggled.emit("person", False)
    save_as(qtbot, window, "One")
    assert names(window) == ["One"]
    window.actions_.show_all_types.trigger()
    window.navigator.views.chosen.emit(0)
    assert shown_count(window) == 1


def test_a_focus_whose_entities_are_gone_shows_everything(qtbot: QtBot, window: MainWindow, wait: Wait):
    window.graph.view.select(["Bob"])
    window.actions_.focus.trigger()
    save_as(qtbot, window, "Bob")
    window.actions_.delete.trigger()
    wait(lambda: window.session.snapshot.entity("Bob") is None)
    window.navigator.views.chosen.emit(0)
    assert window.graph.view.focus_mode.area is None
    assert shown_count(window) == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"views":3}',
        b'{"views":[{"name":1}]}',
        b"\xff\xfe",
        b'{"views":[{"name":"x","depth":0}]}',
        b'{"views":[{"name":"x","camera":[0,0,0]}]}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_of_views_counts_as_none(tmp_path: Path, memory: Path, content: bytes):
    store = ViewStore(tmp_path)
    assert store.keep(memory, [SavedView("x")])
    (file,) = (tmp_path / "views").iterdir()
    file.write_bytes(content)
    assert store.recall(memory) == []


def test_views_are_bounded_and_private(tmp_path: Path, memory: Path):
    store = ViewStore(tmp_path)
    store.keep(memory, [SavedView(str(number)) for number in range(VIEWS_KEPT + 20)])
    assert len(store.recall(memory)) == VIEWS_KEPT
    assert (tmp_path / "views").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, memory: Path):
    tmp_path.chmod(0o500)
    assert not ViewStore(tmp_path).keep(memory, [SavedView("x")])
    tmp_path.chmod(0o700)


def test_views_that_cannot_be_kept_are_told(qtbot: QtBot, window: MainWindow, tmp_path: Path, wait: Wait):
    (tmp_path / "state" / "mnemoscope").mkdir(parents=True, exist_ok=True)
    (tmp_path / "state" / "mnemoscope" / "views").write_text("a file in the way")
    save_as(qtbot, window, "One")
    wait(lambda: "could not be saved" in window.graph.toast.text)
