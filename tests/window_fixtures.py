"""Windows for tests: real ones, on real files, with settings of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.application import Application
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings
from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.store.jsonl import encode_record

WAIT_MS = 10_000

ALICE = Entity("Alice", "person", ("Likes hiking", "Works remotely"))
ACME = Entity("Acme", "organization", ("Founded in 2010",))
BOB = Entity("Bob", "person", ())
RECORDS: tuple[Record, ...] = (
    ALICE,
    ACME,
    BOB,
    Relation("Alice", "Acme", "works_at"),
    Relation("Bob", "Alice", "knows"),
)


@pytest.fixture
def own_settings(tmp_path: Path) -> None:
    """Keep the settings of a test to itself."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A small memory file: Alice works at Acme, Bob knows Alice."""
    path = tmp_path / "memory.jsonl"
    write_records(path, *RECORDS)
    return path


@pytest.fixture
def wait(qtbot: QtBot) -> Callable[[Callable[[], bool]], None]:
    """Wait, for ten seconds at most, until a condition holds."""
    return lambda condition: qtbot.waitUntil(condition, timeout=WAIT_MS)


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, own_settings: None
) -> Iterator[Callable[[Path], MainWindow]]:
    """Open a window on a file and wait until it has been read; it is closed after the test."""
    application = Application(qapp, Settings())

    def open_(path: Path) -> MainWindow:
        window = application.open(path)
        window.graph.view.animation_duration_scale = 0
        qtbot.waitUntil(lambda: not window.session.worker.is_busy, timeout=WAIT_MS)
        qtbot.waitUntil(window.isActiveWindow, timeout=WAIT_MS)
        return window

    yield open_
    for window in list(application.windows):
        window.close()
    application.deleteLater()


def write_records(path: Path, *records: Record) -> None:
    """Write a memory file as another program would."""
    path.write_bytes(b"".join(encode_record(record) + b"\n" for record in records))
