"""Freed memory goes back to the system, and only when nothing moves."""

import ctypes
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.application import Application
from mnemoscope_gui.freed_memory import FreedMemory, give_back_freed_memory
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings

CHUNK_BYTES, CHUNKS = 16_000, 4_000
PAUSE_MS = 50


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def parts_of_window(window: MainWindow) -> list[tuple[str, weakref.ref]]:
    """Return all objects of ours that a window has, each with its kind."""
    ours = (one for one in window.findChildren(QObject) if type(one).__module__.startswith("mnemoscope"))
    return [(type(one).__name__, weakref.ref(one)) for one in (window, *ours)]


@pytest.fixture
def fragment_heap() -> Iterator[Callable[[], None]]:
    """Frees every second chunk of a part of the heap, 64 MB in all.

    The test calls it itself: before a test begins, Qt does what the test before has put off, and that may be
    to give back memory.
    """
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    chunks = [library.malloc(CHUNK_BYTES) for _ in range(2 * CHUNKS)]
    for chunk in chunks:
        ctypes.memset(chunk, 1, CHUNK_BYTES)

    def free_every_second() -> None:
        for chunk in chunks[::2]:
            library.free(chunk)
        del chunks[::2]

    yield free_every_second
    for chunk in chunks:
        library.free(chunk)


@pytest.fixture
def window(open_window: Callable[[Path], MainWindow], memory: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(memory)
    qtbot.waitUntil(lambda: not window.graph.view.layout_thread.is_running)
    return window


@pytest.fixture
def freed_memory(window: MainWindow, qtbot: QtBot) -> Iterator[FreedMemory]:
    freed_memory = FreedMemory(pause_ms=PAUSE_MS)
    freed_memory.add_window(window)
    yield freed_memory
    freed_memory.deleteLater()


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="for glibc only"
)
def test_what_was_freed_between_what_is_in_use_goes_back_to_the_system(
    fragment_heap: Callable[[], None],
):
    fragment_heap()
    before = resident_bytes()
    give_back_freed_memory()
    assert before - resident_bytes() > CHUNK_BYTES * CHUNKS / 4


def test_a_while_after_a_window_was_used_memory_is_given_back_once(
    freed_memory: FreedMemory, window: MainWindow, qtbot: QtBot
):
    with qtbot.waitSignal(freed_memory.given_back):
        window.graph.view.select(["Alice"])
        window.graph.view.select(["Bob"])
    with qtbot.assertNotEmitted(freed_memory.given_back, wait=4 * PAUSE_MS):
        pass


def test_nothing_is_given_back_while_the_person_drags(
    freed_memory: FreedMemory, window: MainWindow, qtbot: QtBot
):
    view = window.graph.view
    qtbot.mousePress(view, Qt.MouseButton.MiddleButton)
    with qtbot.assertNotEmitted(freed_memory.given_back, wait=4 * PAUSE_MS):
        view.select(["Alice"])
    with qtbot.waitSignal(freed_memory.given_back):
        qtbot.mouseRelease(view, Qt.MouseButton.MiddleButton)


def test_nothing_of_a_closed_window_is_kept_and_its_memory_is_given_back(
    own_settings: None, memory: Path, qapp: QApplication, qtbot: QtBot
):
    application = Application(qapp, Settings())
    parts = parts_of_window(application.open(memory))
    qtbot.waitUntil(lambda: not application.windows[0].session.worker.is_busy)
    with qtbot.waitSignal(application.freed_memory.given_back):
        application.windows[0].close()
    assert [name for name, part in parts if part() is not None] == []
    application.deleteLater()
