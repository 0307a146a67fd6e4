"""A second start of the program, with real sockets and a real second process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.single_instance import SingleInstance

SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from mnemoscope_gui.single_instance import SingleInstance
app = QApplication([])
path = Path(sys.argv[1]) if len(sys.argv) > 1 else None
sys.exit(0 if SingleInstance().hand_over(path) else 3)
"""


@pytest.fixture(autouse=True)
def own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def first(qapp: QApplication) -> Iterator[SingleInstance]:
    instance = SingleInstance()
    assert instance.listen()
    yield instance
    instance.close()
    instance.deleteLater()


def start_again(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", SECOND_START, *arguments], env=dict(os.environ))


@pytest.mark.parametrize("name", ["memory.jsonl", "with space & ü.jsonl", "line\nbreak.jsonl"])
def test_a_second_start_hands_its_file_to_the_first(
    qtbot: QtBot, first: SingleInstance, tmp_path: Path, name: str
):
    path = tmp_path / name
    with qtbot.waitSignal(first.asked_to_open, timeout=10_000) as asked:
        second = start_again(str(path))
    assert asked.args == [path]
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=10_000)
    assert second.returncode == 0


def test_a_second_start_without_a_file_asks_for_the_window(qtbot: QtBot, first: SingleInstance):
    with qtbot.waitSignal(first.asked_to_open, timeout=10_000) as asked:
        second = start_again()
    assert asked.args == [None]
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=10_000)
    assert second.returncode == 0


def test_where_nobody_listens_the_start_goes_on(qapp: QApplication):
    second = start_again()
    assert second.wait(10) == 3


def test_the_socket_that_a_crash_left_is_taken_over(qapp: QApplication):
    crash = (
        "import os; from PySide6.QtWidgets import QApplication;"
        "from mnemoscope_gui.single_instance import SingleInstance;"
        "app = QApplication([]); one = SingleInstance(); assert one.listen(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", crash], env=dict(os.environ), timeout=30).returncode == 9
    instance = SingleInstance()
    assert instance.listen()
    instance.close()


@pytest.mark.parametrize("message", [b"no digits\n", b"41zz\n", b"\n\n\n", b"\xff\n", b"4" * 100_000])
def test_nonsense_on_the_socket_is_passed_over(qtbot: QtBot, first: SingleInstance, message: bytes):
    stranger = QLocalSocket()
    stranger.connectToServer(first.name)
    assert stranger.waitForConnected(2_000)
    stranger.write(message)
    assert stranger.waitForBytesWritten(2_000)
    stranger.disconnectFromServer()
    with qtbot.waitSignal(first.asked_to_open, timeout=10_000, check_params_cb=lambda path: path is not None):
        second = start_again("after.jsonl")
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=10_000)
