"""The small dialog of the server over HTTP: its state, its address and its last words."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.canvas.label_text import displayable
from mnemoscope_gui.connect.http_server import LOG_LINES, HttpServer, State
from mnemoscope_gui.connect.plain_label import PlainLabel
from mnemoscope_gui.connect.shown_path import shown_path
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.wording import counted, listed

_SIZE = (600, 440)
_PORTS = (1024, 65_535)
_STATES: dict[State, str] = {
    "stopped": "The server is stopped.",
    "starting": "The server is starting…",
    "running": "The server is running. It stops when you quit Mnemoscope.",
    "stopping": "The server is stopping…",
    "failed": "The server did not start.",
}
_ADVICE = (
    "Give this address to an assistant that asks for the address of an MCP server. Whoever knows it on this "
    "computer can read and change the memory, so show it to nobody."
)


class ServerDialog(QDialog):
    """Starts and stops the server, and follows it; closing the dialog leaves it as it is.

    Attributes:
        state_label: what the server does.
        address_field: the address, to be copied.
        port_field: the port for the next start.
        start_button, stop_button, copy_button: what can be done.
        log: the last lines that the server wrote.
    """

    def __init__(
        self, server: HttpServer, settings: Settings, memory_file: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Server over HTTP")
        self._server = server
        self._settings = settings
        self._memory_file = memory_file
        self.state_label = PlainLabel(self, is_bold=True)
        self.address_field = QLineEdit(self)
        self.address_field.setReadOnly(True)
        self.port_field = QSpinBox(self)
        self.port_field.setRange(*_PORTS)
        self.port_field.setValue(settings.http_port)
        for part in (self.port_field, self.port_field.lineEdit()):
            part.setAccessibleName("Port")
        self.copy_button = self._button("Copy", self._copy)
        self.start_button = self._button("Start", self.start)
        self.stop_button = self._button("Stop", server.stop)
        self._file = PlainLabel(self)
        self._clients = PlainLabel(self)
        self.log = QPlainTextEdit(self)
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(LOG_LINES)
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.log.setTabChangesFocus(True)
        self._arrange()
        self.resize(*_SIZE)
        server.changed.connect(self._show)
        self._show()

    def start(self) -> None:
        """Start the server at the chosen port."""
        self._settings.http_port = self.port_field.value()
        self._server.start(self._memory_file, self.port_field.value())

    def _show(self) -> None:
        server, is_running = self._server, self._server.is_running
        text = server.problem or _STATES[server.state]
        if text != self.state_label.text():
            self.state_label.setText(text)
            announce(self, text)
        if self.address_field.text() != server.status.address:
            self.address_field.setText(server.status.address)
            self.address_field.setCursorPosition(0)
            self.copy_button.setText("Copy")
        self.copy_button.setEnabled(bool(server.status.address))
        self.port_field.setEnabled(not is_running)
        self.start_button.setEnabled(not is_running)
        self.stop_button.setEnabled(is_running and server.state != "stopping")
        self._file.setText(shown_path((server.memory_file if is_running else None) or self._memory_file))
        self._clients.setText(_told_clients(server))
        log = "\n".join(server.log)
        if log != self.log.toPlainText():
            self.log.setPlainText(log)
            self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address_field.text())
        self.copy_button.setText("Copied")

    def _button(self, title: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        button.clicked.connect(without_arguments(slot))
        return button

    def _title(self, text: str, field: QWidget) -> QLabel:
        label = QLabel(text, self)
        label.setBuddy(field)
        return label

    def _arrange(self) -> None:
        address = QHBoxLayout()
        address.addWidget(self.address_field, 1)
        address.addWidget(self.copy_button)
        port = QHBoxLayout()
        port.addWidget(self.port_field)
        port.addStretch(1)
        form = QFormLayout()
        form.addRow("Memory", self._file)
        form.addRow(self._title("&Port", self.port_field), port)
        form.addRow(self._title("&Address", self.address_field), address)
        form.addRow("Used by", self._clients)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for button in (self.start_button, self.stop_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.state_label)
        layout.addWidget(PlainLabel(self, _ADVICE))
        layout.addLayout(form)
        layout.addWidget(self._title("&Log", self.log))
        layout.addWidget(self.log, 1)
        layout.addWidget(buttons)


def _told_clients(server: HttpServer) -> str:
    names, requests = server.status.clients, server.status.requests
    if not names:
        return "No assistant yet"
    return f"{displayable(listed(names))}; {counted(requests, 'request', 'requests')}"
