"""How the program starts hidden, comes back and ends, without a tray."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.application import Application
from mnemoscope_gui.settings import USUAL_HTTP_PORT, Settings

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def application(qapp: QApplication, own_settings: None) -> Iterator[Application]:
    application = Application(qapp, Settings())
    yield application
    application.tray.stop()
    for window in list(application.windows):
        window.close()
    application.deleteLater()


def test_a_second_start_opens_the_window_of_a_program_that_began_hidden(
    application: Application, memory: Path, wait: Wait
):
    application.tray.hide_memory(memory)
    assert application.windows == []
    assert not QApplication.quitOnLastWindowClosed()
    application.open_or_raise(None)
    (window,) = application.windows
    assert window.session.path == memory
    assert QApplication.quitOnLastWindowClosed()
    wait(lambda: not window.session.worker.is_busy)


def test_quitting_closes_every_window(application: Application, memory: Path, wait: Wait):
    window = application.open(memory)
    wait(lambda: not window.session.worker.is_busy)
    window.actions_.quit.trigger()
    assert application.windows == []
    assert QApplication.quitOnLastWindowClosed()


@pytest.mark.parametrize("value", ["", "x", "nan", "-1", "1e9"])
def test_a_port_that_makes_no_sense_counts_as_unset_or_as_the_nearest(own_settings: None, value: str):
    store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Mnemoscope", "Mnemoscope")
    store.setValue("server/http_port", value)
    assert Settings().http_port in (USUAL_HTTP_PORT, 1024, 65_535)


def test_hidden_is_explained_on_the_command_line():
    command = [sys.executable, "-m", "mnemoscope_gui", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "begin in the tray" in done.stdout
