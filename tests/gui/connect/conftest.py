"""A person with clients and a memory, and a program in which to connect them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from client_homes import Home
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_fixtures import ALICE, WAIT_MS, write_records

from mnemoscope_gui.application import Application
from mnemoscope_gui.connect.clients_dialog import ClientsDialog
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A made-up home, which is also that of this process."""
    home = Home(tmp_path / "home", tmp_path / "work")
    for folder in (home.folder, home.work):
        folder.mkdir()
    for name, value in home.environment.items():
        monkeypatch.setenv(name, value)
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "MEMORY_FILE_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(home.folder / "state"))
    monkeypatch.chdir(home.work)
    return home


@pytest.fixture
def memory(home: Home) -> Path:
    path = home.folder / "memory.jsonl"
    write_records(path, ALICE)
    return path


@pytest.fixture
def application(qtbot: QtBot, qapp: QApplication, own_settings: None, home: Home) -> Iterator[Application]:
    application = Application(qapp, Settings())
    yield application
    application.connecting.stop()
    for window in list(application.windows):
        window.close()
    application.deleteLater()


@pytest.fixture
def window(qtbot: QtBot, application: Application, memory: Path) -> MainWindow:
    window = application.open(memory)
    qtbot.waitUntil(lambda: not window.session.worker.is_busy, timeout=WAIT_MS)
    return window


@pytest.fixture
def open_dialog(application: Application, wait: Wait) -> Callable[[MainWindow], ClientsDialog]:
    def open_(window: MainWindow) -> ClientsDialog:
        window.actions_.connect_assistants.trigger()
        dialog = application.connecting.connections.clients_dialog
        wait(lambda: bool(dialog.cards))
        wait(lambda: all(card.isVisible() for card in dialog.cards.values() if card.status.is_installed))
        return dialog

    return open_
