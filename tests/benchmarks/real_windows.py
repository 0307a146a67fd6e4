"""Windows for benchmarks: without a screen, with settings and a state folder of their own."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from memory_files import sample_graph, write_memory_file

DEADLINE_SECONDS = 60


class Program:
    """The running program and a memory file for it to open."""

    def __init__(self, folder, size):
        from PySide6.QtWidgets import QApplication

        from mnemoscope_gui.application import Application
        from mnemoscope_gui.settings import Settings

        self.path = folder / "memory.jsonl"
        write_memory_file(sample_graph(size), self.path)
        self._qt = QApplication.instance() or QApplication([])
        self._application = Application(self._qt, Settings())

    def open(self):
        """Open a window and return it once its picture is complete."""
        window, settled = self._application.open(self.path), []
        connection = window.graph.view.settled.connect(lambda: settled.append(True))
        self.process_events(lambda: settled and window.graph.view.presenter.picture_is_exact)
        window.graph.view.settled.disconnect(connection)
        return window

    def close(self, window):
        """Close a window and let all that Qt has put off about it happen."""
        from PySide6.QtCore import QCoreApplication, QEvent

        window.close()
        self._qt.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._qt.processEvents()

    def process_events(self, condition=lambda: False, seconds=DEADLINE_SECONDS, *, may_end=False):
        """Let the window live until a condition holds, or for some seconds where `may_end`."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop, timer = QEventLoop(), QTimer(interval=20)
        timer.timeout.connect(lambda: condition() and loop.quit())
        timer.start()
        deadline = QTimer(singleShot=True, interval=round(seconds * 1000))
        deadline.timeout.connect(lambda: loop.exit(1))
        deadline.start()
        has_ended = loop.exec()
        for one in (timer, deadline):
            one.timeout.disconnect()
        if has_ended and not may_end:
            sys.exit("It took too long.")


@contextmanager
def program(size) -> Iterator[Program]:
    """The program with a sample memory of `size` entities."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        sys.setswitchinterval(0.0005)  # as the program does
        yield Program(Path(folder), size)


def is_at_rest(window):
    """Whether nothing moves, is drawn or written in a window."""
    view = window.graph.view
    is_complete = view.presenter.picture_is_exact and view.presenter.labels_are_final
    return is_complete and not view.layout_thread.is_running and not window.session.worker.is_busy


def resident_mb():
    """How much memory this process holds, MB; only on Linux."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
