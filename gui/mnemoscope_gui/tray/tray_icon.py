"""The icon in the tray, which may come late, and go while the program runs."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from mnemoscope_gui.icons import tray_icon

ASKED_AGAIN_MS = 3_000
"""At login a tray appears some time after the first programs; a panel that crashes takes it away again."""


class TrayIcon(QObject):
    """Stands in the tray while there is one.

    Attributes:
        icon: Qt's own icon, or None while there is no tray.

    Signals:
        activated: the person clicked on it.
        shown_changed: whether it is in a tray now.
    """

    activated = Signal()
    shown_changed = Signal(bool)

    def __init__(
        self, menu: QMenu, parent: QObject | None = None, asked_again_ms: int = ASKED_AGAIN_MS
    ) -> None:
        super().__init__(parent)
        self.icon: QSystemTrayIcon | None = None
        self._menu = menu
        self._tool_tip = "Mnemoscope"
        self._again = QTimer(self, interval=asked_again_ms)
        self._again.timeout.connect(self.look)

    @property
    def is_shown(self) -> bool:
        """Whether it is in a tray."""
        return self.icon is not None

    def start(self) -> None:
        """Look for a tray now, and again and again."""
        self.look()
        self._again.start()

    def stop(self) -> None:
        """Leave the tray and look no more."""
        self._again.stop()
        self._remove()

    def look(self) -> None:
        """Follow the tray's coming and going.

        An icon that was made before there was a tray never appears in it, so it is made anew.
        """
        is_there = QSystemTrayIcon.isSystemTrayAvailable()
        if is_there == self.is_shown:
            return
        if is_there:
            self._add()
        else:
            self._remove()
        self.shown_changed.emit(is_there)

    def set_tool_tip(self, text: str) -> None:
        """Say in a few words how things are."""
        self._tool_tip = text
        if self.icon is not None:
            self.icon.setToolTip(text)

    def notify(self, title: str, text: str) -> None:
        """Show a notification, where there is a tray."""
        if self.icon is not None:
            self.icon.showMessage(title, text, tray_icon())

    def _add(self) -> None:
        self.icon = QSystemTrayIcon(tray_icon(), self)
        self.icon.setToolTip(self._tool_tip)
        self.icon.setContextMenu(self._menu)
        self.icon.activated.connect(self._follow_click)
        self.icon.messageClicked.connect(self.activated)
        self.icon.show()

    def _remove(self) -> None:
        icon, self.icon = self.icon, None
        if icon is not None:
            icon.hide()
            icon.deleteLater()

    def _follow_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        reasons = QSystemTrayIcon.ActivationReason
        if reason in (reasons.Trigger, reasons.DoubleClick):
            self.activated.emit()
