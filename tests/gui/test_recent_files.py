"""The memories opened lately, and the preferences that hold them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from window_fixtures import write_records

from mnemoscope_gui.application import Application
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.recent_files import RecentFilesMenu, remember_file
from mnemoscope_gui.settings import RECENT_FILE_COUNT, Settings
from mnemoscope_shared.model import Entity


def preferences(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "Mnemoscope" / "Mnemoscope.ini"


def menu_texts(window: MainWindow) -> list[str]:
    menu = window.findChild(RecentFilesMenu)
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_opened_files_are_offered_with_the_last_one_on_top(
    open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path
):
    other = tmp_path / "R&D.jsonl"
    write_records(other, Entity("Atlas", "project", ()))
    open_window(memory)
    window = open_window(other)
    texts = menu_texts(window)
    assert texts[0].startswith("&1 R&&D.jsonl")
    assert texts[1].startswith("&2 memory.jsonl")


def test_a_recent_file_opens_in_a_window_of_its_own(
    open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path, wait: Callable
):
    other = tmp_path / "other.jsonl"
    write_records(other, Entity("Atlas", "project", ()))
    open_window(other).close()
    window = open_window(memory)
    menu_texts(window)
    entry = next(one for one in window.findChild(RecentFilesMenu).actions() if "other.jsonl" in one.text())
    entry.trigger()
    windows = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    assert {one.session.path for one in windows if one.isVisible()} == {memory, other}
    for one in windows:
        wait(lambda one=one: not one.session.worker.is_busy)


def test_a_file_that_is_gone_is_listed_but_cannot_be_chosen(
    open_window: Callable[[Path], MainWindow], memory: Path, tmp_path: Path
):
    window = open_window(memory)
    remember_file(Settings(), tmp_path / "gone.jsonl")
    menu_texts(window)
    entry = next(one for one in window.findChild(RecentFilesMenu).actions() if "gone" in one.text())
    assert not entry.isEnabled()


def test_the_list_can_be_cleared_and_is_bounded(own_settings: None, tmp_path: Path):
    settings = Settings()
    for number in range(RECENT_FILE_COUNT + 5):
        remember_file(settings, tmp_path / f"{number}.jsonl")
    assert len(settings.recent_files) == RECENT_FILE_COUNT
    assert settings.recent_files[0].name == f"{RECENT_FILE_COUNT + 4}.jsonl"
    settings.recent_files = []
    assert Settings().recent_files == []


@pytest.mark.parametrize(
    "content",
    [
        b"[appearance\nsch",
        b"garbage",
        b"\0\0\0\0\0\0",
        b"[appearance]\nscheme=dark\n[window]\ngeometry=@ByteArray(\\x1\\xd9",
        b"[drawing]\nspacing=@Variant(\\0\\0",
    ],
)
def test_a_half_written_preferences_file_is_set_aside_with_a_notice(
    qapp: QApplication, own_settings: None, memory: Path, tmp_path: Path, content: bytes, wait: Callable
):
    path = preferences(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    application = Application(qapp, Settings())
    window = application.open(memory)
    wait(lambda: not window.session.worker.is_busy)
    assert "preferences could not be read" in window.graph.toast.text
    assert path.with_name("Mnemoscope.ini.damaged").read_bytes() == content
    window.close()
    application.deleteLater()
    assert Settings().notice is None
    assert Settings().recent_files == [memory]


def test_whole_preferences_are_left_as_they_are(own_settings: None, tmp_path: Path):
    settings = Settings()
    settings.scheme = "dark"
    del settings
    again = Settings()
    assert (again.scheme, again.notice) == ("dark", None)
    assert not preferences(tmp_path).with_name("Mnemoscope.ini.damaged").exists()
