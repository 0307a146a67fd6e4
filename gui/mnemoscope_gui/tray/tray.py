"""The program in the tray: what its menu says and does, and what goes on there while no window is open."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.connect.connecting import Connecting
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.tray.hidden_memory import HiddenMemory
from mnemoscope_gui.tray.start_at_login import StartAtLogin, this_program
from mnemoscope_gui.tray.tray_commands import TrayCommands
from mnemoscope_gui.tray.tray_icon import TrayIcon
from mnemoscope_gui.tray.tray_menu import TrayMenu, TrayState
from mnemoscope_gui.tray.unseen_changes import UnseenChanges
from mnemoscope_shared.clients.client import Client
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.locations import user_state_folder
from mnemoscope_shared.memory_use import memory_use

TRAY_PATIENCE_MS = 30_000
"""Started without a window, the program shows one if no tray has come by then."""

_STAYS = "It watches your memory from the tray. The icon opens the window again; its menu quits."


class Tray(QObject):
    """Follows the windows of the program, and keeps it running without any where the person wants that.

    Attributes:
        icon: the icon.
        menu: its menu.

    Signals:
        open_requested: a path that a window is to show, whether it is the sample, and whether what changed in
            it is to be shown.
        quit_requested: the program is to end.
    """

    open_requested = Signal(object, bool, bool)
    quit_requested = Signal()
    _choices_changed = Signal()

    def __init__(
        self,
        settings: Settings,
        connecting: Connecting,
        parent: QObject | None = None,
        login: StartAtLogin | None = None,
    ) -> None:
        """Be ready; `login` is the switch for starting at login where it is not this computer's."""
        super().__init__(parent)
        self._settings = settings
        self._connecting = connecting
        self._login = login or this_program()
        self._windows: list[MainWindow] = []
        self._file: tuple[Path, bool] | None = None
        self._unseen: dict[Path, UnseenChanges] = {}
        self._hidden = HiddenMemory(self)
        self.menu = TrayMenu(self._look)
        self.icon = TrayIcon(self.menu, self)
        self._patience = QTimer(self, singleShot=True, interval=TRAY_PATIENCE_MS)
        self._patience.timeout.connect(self.open)
        self._hidden.told.connect(self.icon.notify)
        self.icon.activated.connect(self.open)
        self.icon.shown_changed.connect(self._follow_icon)
        self.menu.chosen.connect(self._carry_out)
        self.menu.client_chosen.connect(self._show_clients)
        self.menu.login_toggled.connect(self._start_at_login)

    @property
    def keeps_program(self) -> bool:
        """Whether closing the last window leaves the program in the tray."""
        return self._settings.keeps_in_tray and self.icon.is_shown

    def start(self) -> None:
        """Appear as soon as there is a tray."""
        self.icon.start()
        self._decide_quitting()

    def stop(self) -> None:
        """Leave the tray; the program ends with its last window."""
        self.icon.stop()
        self._patience.stop()
        self._hidden.end()
        QApplication.setQuitOnLastWindowClosed(True)

    def add_window(self, window: MainWindow) -> None:
        """Follow a window that was opened, and connect its commands about the tray."""
        self._hidden.end()
        self._patience.stop()
        path = window.session.path
        self._windows.append(window)
        self._file = (path, window.is_sample)
        commands = TrayCommands(window, self._unseen_of(path), self._settings, self._login, self.icon)
        commands.changed.connect(self._follow_choices)
        self._choices_changed.connect(commands.refresh)
        window.closed.connect(lambda: self._forget_window(window))
        self._decide_quitting()

    def hide_memory(self, path: Path, *, is_sample: bool = False) -> None:
        """Begin without a window; where no tray comes, one is opened after a while."""
        self._file = (path, is_sample)
        self._hidden.begin(path, self._unseen_of(path))
        QApplication.setQuitOnLastWindowClosed(False)
        if not self.icon.is_shown:
            self._patience.start()

    def open(self, *, shows_changes: bool = False) -> None:
        """Ask for the window of the memory that was shown last."""
        if self._file is not None:
            self.open_requested.emit(*self._file, shows_changes)

    def _forget_window(self, window: MainWindow) -> None:
        self._windows.remove(window)
        if self._windows or not self.keeps_program:
            return
        path, is_sample = window.session.path, window.is_sample
        self._file = (path, is_sample)
        if not is_sample:
            self._hidden.begin(path, self._unseen_of(path))
        if not self._settings.was_told_of_tray:
            self._settings.was_told_of_tray = True
            self.icon.notify("Mnemoscope goes on", _STAYS)

    def _follow_icon(self, is_shown: bool) -> None:
        self._patience.stop()
        if not is_shown and not self._windows and self._file is not None:
            self.open()  # without a tray it could not be reached any more
        self._decide_quitting()

    def _follow_choices(self) -> None:
        self._choices_changed.emit()
        self._decide_quitting()

    def _decide_quitting(self) -> None:
        QApplication.setQuitOnLastWindowClosed(not (self.keeps_program or self._hidden.is_watching))

    def _unseen_of(self, path: Path) -> UnseenChanges:
        if path not in self._unseen:
            self._unseen[path] = UnseenChanges(self)
            self._unseen[path].count_changed.connect(self._show_count)
        return self._unseen[path]

    def _show_count(self) -> None:
        count = sum(unseen.count for unseen in self._unseen.values())
        self.icon.set_tool_tip(f"Mnemoscope: {count:,} changed" if count else "Mnemoscope")

    def _look(self) -> TrayState:
        path, is_sample = self._file if self._file is not None else (None, False)
        login = self._login.is_on
        serves = self._connecting.server.is_running
        if path is None:
            return TrayState(serves=serves, starts_at_login=login)
        use = memory_use(path, Path(user_state_folder(os.environ, sys.platform)))
        name = "the sample" if is_sample else path.name
        count = self._unseen_of(path).count
        return TrayState(name, count, use.programs, use.last_write, serves, login)

    def _carry_out(self, name: str) -> None:
        file = self._memory_file()
        connecting = self._connecting
        commands: dict[str, Callable[[], object]] = {
            "open": self.open,
            "changes": lambda: self.open(shows_changes=True),
            "start_server": lambda: connecting.show_server(file, None),
            "stop_server": connecting.server.stop,
            "check": lambda: connecting.connections.show_check(file, None),
            "configuration": lambda: self.icon.notify("Mnemoscope", connecting.copy_configuration(file)),
            "instructions": lambda: self.icon.notify("Mnemoscope", connecting.copy_instructions()),
            "quit": self.quit_requested.emit,
        }
        commands[name]()

    def _show_clients(self, client: Client | None) -> None:
        self._connecting.connections.show_clients(self._memory_file(), None, client)

    def _memory_file(self) -> Path | None:
        path, is_sample = self._file if self._file is not None else (None, False)
        return None if is_sample else path

    def _start_at_login(self, on: bool) -> None:
        try:
            self._login.turn(on)
        except MnemoscopeError as error:
            self.icon.notify("Start at login", str(error))
        self._choices_changed.emit()
