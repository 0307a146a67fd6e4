"""The running program: its appearance and its windows, one for each file."""

import gc
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.appearance import Appearance
from mnemoscope_gui.fault_report import FaultReporter
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.recent_files import remember_file
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Settings


class Application(QObject):
    """Opens windows and forgets them when they close.

    Attributes:
        windows: the open ones.
    """

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__(app)
        self.windows: list[MainWindow] = []
        self._settings = settings
        self._appearance = Appearance(app, settings)
        self.faults = FaultReporter(self)

    def open(self, path: Path, *, is_sample: bool = False) -> MainWindow:
        """Open a memory, or raise the window in which it is open already."""
        for window in self.windows:
            if window.session.path == path.resolve():
                _bring_to_front(window)
                return window
        window = MainWindow(GraphSession(path), self._appearance, self._settings, is_sample=is_sample)
        self.windows.append(window)
        window.open_requested.connect(self.open)
        window.closed.connect(lambda: self._forget(window))
        window.show()
        if not is_sample:
            remember_file(self._settings, window.session.path)
        self._tell_notice(window)
        return window

    def open_or_raise(self, path: Path | None) -> None:
        """Do what a second start of the program asks for: open a file, or come to the front for None."""
        if path is not None:
            self.open(path)
        elif self.windows:
            _bring_to_front(self.windows[-1])

    def _tell_notice(self, window: MainWindow) -> None:
        notice, self._settings.notice = self._settings.notice, None
        if notice is not None:
            window.graph.toast.show_notice(notice)

    def _forget(self, window: MainWindow) -> None:
        self.windows.remove(window)
        # Few objects, but large ones, refer to each other in circles: Python would let them pile up.
        window.destroyed.connect(lambda: QTimer.singleShot(0, gc.collect))
        window.deleteLater()


def _bring_to_front(window: MainWindow) -> None:
    if window.isMinimized():
        window.showNormal()
    window.raise_()
    window.activateWindow()
