"""What the program has for assistants, once for all its windows: connections and the server over HTTP.

The dialogs and what they need are imported when one opens: the window is to be there sooner.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.connect.http_server import HttpServer
from mnemoscope_gui.front import bring_to_front
from mnemoscope_gui.main_window import MainWindow
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments

if TYPE_CHECKING:
    from mnemoscope_gui.connect.assistant_connections import AssistantConnections
    from mnemoscope_gui.connect.server_dialog import ServerDialog


class Connecting(QObject):
    """Carries out the commands of the menu Connect, whether they come from a window or from the tray.

    Attributes:
        server: the server over HTTP.
        server_dialog: its dialog, or None while that is closed.

    Signals:
        open_requested: a memory file that is to be opened.
    """

    open_requested = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._windows: list[MainWindow] = []
        self._connections: AssistantConnections | None = None
        self.server = HttpServer(parent=self)
        self.server.changed.connect(self._follow_server)
        self.server_dialog: ServerDialog | None = None

    @property
    def connections(self) -> "AssistantConnections":
        """The clients and their checks."""
        if self._connections is None:
            from mnemoscope_gui.connect.assistant_connections import AssistantConnections

            self._connections = AssistantConnections(self)
            self._connections.open_requested.connect(self.open_requested)
        return self._connections

    def copy_configuration(self, memory_file: Path | None) -> str:
        """Copy what a client's configuration says to start our server; return what a person does with it."""
        from mnemoscope_gui.connect.outcomes import copy_configuration

        return copy_configuration(memory_file)

    def copy_instructions(self) -> str:
        """Copy what an assistant should be told about its memory; return what a person does with it."""
        from mnemoscope_gui.connect.outcomes import copy_instructions

        return copy_instructions()

    def add_window(self, window: MainWindow) -> None:
        """Connect the commands of a window."""
        file = None if window.is_sample else window.session.path
        tell = window.graph.toast.show_notice
        commands: dict[str, Callable[[], object]] = {
            "connect_assistants": lambda: self.connections.show_clients(file, window),
            "check_connection": lambda: self.connections.show_check(file, window),
            "copy_configuration": lambda: tell(self.copy_configuration(file)),
            "copy_instructions": lambda: tell(self.copy_instructions()),
            "start_server": lambda: self.show_server(file, window),
            "stop_server": self.server.stop,
        }
        for name, command in commands.items():
            getattr(window.actions_, name).triggered.connect(without_arguments(command))
        self._windows.append(window)
        window.closed.connect(lambda: self._windows.remove(window))
        self._name_actions(window.actions_)

    def show_server(self, memory_file: Path | None, window: QWidget | None) -> None:
        """Open the dialog of the server, and start it where it does not run."""
        from mnemoscope_gui.connect.outcomes import default_memory_file
        from mnemoscope_gui.connect.server_dialog import ServerDialog

        if self.server_dialog is None:
            path = memory_file or default_memory_file()
            dialog = ServerDialog(self.server, self._settings, path, window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.destroyed.connect(lambda: self._forget(dialog))
            dialog.finished.connect(lambda: self._forget(dialog))
            self.server_dialog = dialog
        bring_to_front(self.server_dialog)
        if not self.server.is_running:
            self.server_dialog.start()

    def stop(self) -> None:
        """End everything that runs: the program ends."""
        if self._connections is not None:
            self._connections.stop()
        self.server.end()

    def _forget(self, dialog: "ServerDialog") -> None:
        if dialog is self.server_dialog:
            self.server_dialog = None

    def _follow_server(self) -> None:
        for window in self._windows:
            self._name_actions(window.actions_)

    def _name_actions(self, actions: Actions) -> None:
        is_running = self.server.is_running
        actions.start_server.setText("&Show the server…" if is_running else "&Start server…")
        actions.stop_server.setEnabled(is_running)
