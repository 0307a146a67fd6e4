"""The commands about tray, login and outside changes, on a desktop without a tray."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from window_fixtures import BOB, write_records

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.tray.change_notices import ChangeNotices
from mnemoscope_gui.tray.hidden_memory import HiddenMemory
from mnemoscope_gui.tray.tray_icon import TrayIcon
from mnemoscope_gui.tray.tray_menu import TrayMenu, TrayState
from mnemoscope_gui.tray.unseen_changes import UnseenChanges
from mnemoscope_shared.edits import CreateEntities, CreateRelations, DeleteEntities
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

Wait = Callable[[Callable[[], bool]], None]
OpenWindow = Callable[[Path], MainWindow]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return home


def write(memory: Path, edit) -> None:
    MemoryFile(memory, Writer("server", "claude-ai")).apply(edit)


def test_keeping_the_program_in_a_tray_is_remembered_and_said_to_have_no_effect_without_one(
    open_window: OpenWindow, memory: Path
):
    window = open_window(memory)
    assert not window.actions_.keep_in_tray.isChecked()
    window.actions_.keep_in_tray.trigger()
    assert Settings().keeps_in_tray
    assert "no tray" in window.graph.toast.text
    assert QApplication.quitOnLastWindowClosed()
    window.actions_.keep_in_tray.trigger()
    assert not Settings().keeps_in_tray
    assert window.graph.toast.text == "Closing the last window will quit"


def test_what_is_chosen_in_one_window_is_marked_in_the_others(
    open_window: OpenWindow, memory: Path, tmp_path: Path, home: Path
):
    other = tmp_path / "other.jsonl"
    write_records(other, BOB)
    first, second = open_window(memory), open_window(other)
    first.actions_.keep_in_tray.trigger()
    first.actions_.start_at_login.trigger()
    assert second.actions_.keep_in_tray.isChecked()
    assert second.actions_.start_at_login.isChecked()
    assert (home / ".config/autostart/mnemoscope.desktop").exists()
    second.actions_.start_at_login.trigger()
    assert not first.actions_.start_at_login.isChecked()
    assert list((home / ".config/autostart").iterdir()) == []


def test_starting_at_login_that_cannot_be_set_is_said_and_not_marked(
    open_window: OpenWindow, memory: Path, home: Path
):
    (home / ".config").write_text("no folder")
    window = open_window(memory)
    window.actions_.start_at_login.trigger()
    assert "was not changed" in window.graph.toast.text
    assert not window.actions_.start_at_login.isChecked()


def test_what_changed_selects_what_others_changed(open_window: OpenWindow, memory: Path, wait: Wait):
    window = open_window(memory)
    wait(lambda: window.graph.view.state.positions is not None)
    window.actions_.show_changes.trigger()
    assert "Nobody else" in window.graph.toast.text
    write(memory, CreateEntities([Entity("Zoe", "person", ())]))
    wait(lambda: window.session.snapshot.entity("Zoe") is not None)
    window.actions_.show_changes.trigger()
    wait(lambda: window.graph.view.selected_names() == ["Zoe"])


def test_what_others_deleted_is_not_looked_for(open_window: OpenWindow, memory: Path, wait: Wait):
    window = open_window(memory)
    wait(lambda: window.graph.view.state.positions is not None)
    write(memory, DeleteEntities(["Bob"]))
    wait(lambda: window.session.snapshot.entity("Bob") is None)
    wait(lambda: window.graph.view.state.scene.node_named("Bob") is None)
    write(memory, DeleteEntities(["Acme"]))
    wait(lambda: window.graph.view.state.scene.node_named("Acme") is None)
    window.actions_.show_changes.trigger()
    assert window.graph.view.selected_names() == ["Alice"]


def test_changes_count_as_unseen_until_the_window_comes_to_the_front(
    qtbot: QtBot, open_window: OpenWindow, memory: Path, wait: Wait
):
    window = open_window(memory)
    unseen = UnseenChanges(window)
    unseen.follow(window.session, window)
    write(memory, CreateEntities([Entity("Yan", "person", ())]))
    wait(lambda: "Yan" in unseen.names)
    assert unseen.count == 0
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    wait(lambda: not window.isActiveWindow())
    write(memory, CreateEntities([Entity("Zoe", "person", ())]))
    write(memory, CreateRelations([Relation("Zoe", "Bob", "knows")]))
    wait(lambda: unseen.count == 2)
    assert list(unseen.names) == ["Zoe", "Bob"]
    window.activateWindow()
    wait(lambda: unseen.count == 0)
    assert list(unseen.names) == ["Zoe", "Bob"]


def wait_until_read(hidden: HiddenMemory, wait: Wait) -> None:
    wait(lambda: bool(hidden._session.snapshot.entities))


def test_a_memory_without_a_window_is_followed(qtbot: QtBot, memory: Path, wait: Wait):
    unseen = UnseenChanges()
    hidden = HiddenMemory(notices=ChangeNotices(gather_ms=20, pause_ms=50))
    hidden.begin(memory, unseen)
    wait_until_read(hidden, wait)
    with qtbot.waitSignal(hidden.told, timeout=30_000) as told:
        write(memory, CreateEntities([Entity("Zoe", "person", ())]))
    assert told.args == ["memory.jsonl", "1 added"]
    assert (unseen.count, list(unseen.names)) == (1, ["Zoe"])
    hidden.begin(memory, unseen)
    hidden.begin(memory, unseen)
    with qtbot.waitSignal(hidden.told, timeout=30_000) as told:
        wait_until_read(hidden, wait)
        write(memory, CreateEntities([Entity("Yan", "person", ())]))
    assert told.args == ["memory.jsonl", "1 added"]
    hidden.end()
    assert not hidden.is_watching
    hidden.deleteLater()
    unseen.deleteLater()


def test_without_a_tray_the_icon_waits_and_harms_nobody(qtbot: QtBot):
    menu = TrayMenu(TrayState)
    qtbot.addWidget(menu)
    icon = TrayIcon(menu, asked_again_ms=5)
    with qtbot.assertNotEmitted(icon.shown_changed, wait=50):
        icon.start()
    icon.notify("title", "text")
    icon.set_tool_tip("text")
    assert not icon.is_shown
    icon.stop()
    icon.deleteLater()
