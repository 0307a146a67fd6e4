"""The commands of a window that are about the tray, login and what others changed."""

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.tray.show_changes import ShowChanges
from mnemoscope_gui.tray.start_at_login import StartAtLogin
from mnemoscope_gui.tray.tray_icon import TrayIcon
from mnemoscope_gui.tray.unseen_changes import UnseenChanges
from mnemoscope_shared.errors import MnemoscopeError

_KEPT = "Closing the last window will leave Mnemoscope in the tray"
_NOT_KEPT = "Closing the last window will quit"
_NO_TRAY = "This desktop has no tray now: closing the last window will quit all the same"
_STARTS = "Mnemoscope will start when you log in, in the tray where there is one"
_DOES_NOT_START = "Mnemoscope will not start when you log in"


class TrayCommands(QObject):
    """Connects these commands of one window.

    Signals:
        changed: the person decided something anew.
    """

    changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        unseen: UnseenChanges,
        settings: Settings,
        login: StartAtLogin,
        icon: TrayIcon,
    ) -> None:
        super().__init__(window)
        self._toast = window.graph.toast
        self._settings = settings
        self._login = login
        self._icon = icon
        unseen.follow(window.session, window)
        changes = ShowChanges(window.session, window.graph, unseen)
        self.show_changes = changes.show
        self._keep, self._start = window.actions_.keep_in_tray, window.actions_.start_at_login
        window.actions_.show_changes.triggered.connect(without_arguments(changes.show))
        self._keep.triggered.connect(self._keep_in_tray)
        self._start.triggered.connect(self._start_at_login)
        self.refresh()

    def refresh(self) -> None:
        """Mark what is chosen: another window or the tray may have changed it."""
        self._keep.setChecked(self._settings.keeps_in_tray)
        self._start.setChecked(self._login.is_on)

    def _keep_in_tray(self, wanted: bool) -> None:
        self._settings.keeps_in_tray = wanted
        without_tray = wanted and not self._icon.is_shown
        self._toast.show_notice(_NO_TRAY if without_tray else _KEPT if wanted else _NOT_KEPT)
        self.changed.emit()

    def _start_at_login(self, wanted: bool) -> None:
        try:
            self._login.turn(wanted)
        except MnemoscopeError as error:
            self._toast.show_notice(str(error))
        else:
            self._toast.show_notice(_STARTS if wanted else _DOES_NOT_START)
        self.changed.emit()
