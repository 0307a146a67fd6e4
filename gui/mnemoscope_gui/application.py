"""The running program: its appearance and its windows, one for each file."""

import gc
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.appearance import Appearance
from mnemoscope_gui.connect.connecting import Connecting
from mnemoscope_gui.fault_report import FaultReporter
from mnemoscope_gui.freed_memory import FreedMemory
from mnemoscope_gui.front import bring_to_front
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.preferences import Preferences
from mnemoscope_gui.recent_files import remember_file
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.tray.tray import Tray


class Application(QObject):
    """Opens windows and forgets them when they close.

    Attributes:
        windows: the open ones.
        connecting: what there is for assistants.
        tray: the icon in the tray; it has to be started.
        freed_memory: gives back to the system what closed windows and use leave behind.
    """

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__(app)
        self.windows: list[MainWindow] = []
        self._settings = settings
        self._appearance = Appearance(app, settings)
        self._preferences = Preferences(settings, self)
        self.faults = FaultReporter(self)
        self.connecting = Connecting(settings, self)
        self.connecting.open_requested.connect(self.open)
        self.tray = Tray(settings, self.connecting, self)
        self.tray.open_requested.connect(self._open_from_tray)
        self.tray.quit_requested.connect(self.quit)
        self.freed_memory = FreedMemory(self)
        app.aboutToQuit.connect(self.connecting.stop)

    def open(self, path: Path, *, is_sample: bool = False) -> MainWindow:
        """Open a memory, or raise the window in which it is open already."""
        for window in self.windows:
            if window.session.path == path.resolve():
                bring_to_front(window)
                return window
        session = GraphSession(path)
        window = MainWindow(session, self._appearance, self._preferences, self._settings, is_sample=is_sample)
        self.windows.append(window)
        window.open_requested.connect(self.open)
        window.closed.connect(lambda: self._forget(window))
        window.actions_.quit.triggered.connect(without_arguments(self.quit))
        self.connecting.add_window(window)
        self.tray.add_window(window)
        self.freed_memory.add_window(window)
        window.show()
        if not is_sample:
            remember_file(self._settings, window.session.path)
            self._close_samples()
        self._tell_notice(window)
        return window

    def open_or_raise(self, path: Path | None) -> None:
        """Do what a second start of the program asks for: open a file, or come to the front for None."""
        if path is not None:
            self.open(path)
        elif self.windows:
            bring_to_front(self.windows[-1])
        else:
            self.tray.open()

    def quit(self) -> None:
        """End the program: close every window, and leave the tray."""
        self.tray.stop()
        QApplication.closeAllWindows()
        QApplication.quit()

    def _open_from_tray(self, path: Path, is_sample: bool, shows_changes: bool) -> None:
        window = self.open(path, is_sample=is_sample)
        if shows_changes:
            window.actions_.show_changes.trigger()

    def _close_samples(self) -> None:
        """A sample is of no use beside a memory of the person's own."""
        for window in [one for one in self.windows if one.is_sample]:
            window.close()

    def _tell_notice(self, window: MainWindow) -> None:
        notice, self._settings.notice = self._settings.notice, None
        if notice is not None:
            window.graph.toast.show_notice(notice)

    def _forget(self, window: MainWindow) -> None:
        self.windows.remove(window)
        # Few objects, but large ones, refer to each other in circles: Python would let them pile up.
        window.destroyed.connect(lambda: QTimer.singleShot(0, self._collect))
        window.deleteLater()

    def _collect(self) -> None:
        gc.collect()
        self.freed_memory.give_back()
