"""Giving the system back what the program has freed.

The allocator of glibc keeps much of what is freed: 10 to 35 MB after some minutes of use on a memory of 1,000
entities. Its `malloc_trim` gives that back in about 0.15 ms for each MB. Other systems see to it themselves.
Qt's cache of spare pictures goes with it, on every system.
"""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPixmapCache

from mnemoscope_gui.main_window import MainWindow

PAUSE_MS = 30_000
"""So long after it was used first the program gives back, at most so often."""

_RETRY_MS = 1_000
_ARENA_MAX = -8
"""The number of the option in glibc's malloc.h, M_ARENA_MAX."""


class FreedMemory(QObject):
    """Gives back what was freed while windows were used, once nothing moves; does nothing while nobody does.

    Signals:
        given_back(): it was just done.
    """

    given_back = Signal()

    def __init__(self, parent: QObject | None = None, pause_ms: int = PAUSE_MS) -> None:
        super().__init__(parent)
        keep_to_one_arena()
        self._pause_ms = pause_ms
        self._windows: list[MainWindow] = []
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._give_back_at_rest)

    def add_window(self, window: MainWindow) -> None:
        """Follow the use of a window, until it closes."""
        self._windows.append(window)
        window.session.changed.connect(self._note_use)
        window.graph.view.selection_changed.connect(self._note_use)
        window.graph.view.settled.connect(self._note_use)
        window.closed.connect(lambda: self._windows.remove(window))

    def give_back(self) -> None:
        """Give back now."""
        self._timer.stop()
        give_back_freed_memory()
        self.given_back.emit()

    def _note_use(self, *_: object) -> None:
        if not self._timer.isActive():
            self._timer.start(self._pause_ms)

    def _give_back_at_rest(self) -> None:
        if self._is_at_rest():
            self.give_back()
        else:
            self._timer.start(_RETRY_MS)

    def _is_at_rest(self) -> bool:
        is_dragging = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        return not is_dragging and not any(one.graph.view.layout_thread.is_running for one in self._windows)


def give_back_freed_memory() -> None:
    """Let go of Qt's spare pictures, then return freed memory to the system where the allocator does not.

    Qt keeps up to 10 MB of pictures of small parts of widgets, many of which nobody will ask for again. On
    1,000 entities 10 openings added 0.7 to 1.3 MB of them, and without them 0.2 to 0.3 MB in all.
    """
    QPixmapCache.clear()
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def keep_to_one_arena() -> None:
    """Let all threads take their memory from one place, with glibc: what one frees another can use.

    Python runs one thread at a time, so they hardly ever meet there. Measured: 8 to 10 MB less, and growth
    that ends. It counts for the arenas that are made later, so call it early.
    """
    set_option = _glibc_function("mallopt")
    if set_option is not None:
        set_option(_ARENA_MAX, 1)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`; None on other systems, and with other C libraries."""
    function = _glibc_function("malloc_trim")
    if function is None:
        return None
    function.argtypes, function.restype = [ctypes.c_size_t], ctypes.c_int
    trim: Callable[[int], int] = function
    return trim


def _glibc_function(name: str) -> Any:
    """Return a function that only glibc has; None elsewhere."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
