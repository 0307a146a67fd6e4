"""What happens when the program itself is at fault: a report to copy, and it goes on."""

import logging
import platform
import sys
import traceback
from types import TracebackType

import PySide6
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout

from mnemoscope_shared import __version__

_log = logging.getLogger(__name__)


class FaultDialog(QDialog):
    """Says that something went wrong, and shows a report that can be copied."""

    def __init__(self, report: str) -> None:
        super().__init__()
        self.setWindowTitle("Something went wrong")
        text = QLabel("Mnemoscope made a mistake. Your memory file is safe; you can go on working.", self)
        text.setWordWrap(True)
        self.report = QPlainTextEdit(report, self)
        self.report.setReadOnly(True)
        self.report.setAccessibleName("Report")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.copy_button = self.buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addWidget(self.report, 1)
        layout.addWidget(self.buttons)
        self.resize(640, 360)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


class FaultReporter(QObject):
    """Takes over `sys.excepthook`; one dialog at a time, from whichever thread the fault came.

    Attributes:
        dialog: the dialog that is open, or None.
    """

    _caught = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.dialog: FaultDialog | None = None
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Begin to report."""
        sys.excepthook = self.report

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log a fault and show it when the event loop runs again."""
        if issubclass(kind, KeyboardInterrupt):
            QTimer.singleShot(0, QGuiApplication.quit)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        _log.error("%s", text)
        self._caught.emit(f"{describe_system()}\n\n{text}")

    def _show(self, report: str) -> None:
        if self.dialog is not None:
            return
        self.dialog = FaultDialog(report)
        self.dialog.destroyed.connect(self._forget)
        self.dialog.show()

    def _forget(self) -> None:
        self.dialog = None


def describe_system() -> str:
    """Return versions and platform in one line, without any name or path of the person's."""
    return (
        f"Mnemoscope {__version__}, Python {platform.python_version()}, PySide6 {PySide6.__version__}, "
        f"{platform.system()} {platform.release()} {platform.machine()}"
    )
