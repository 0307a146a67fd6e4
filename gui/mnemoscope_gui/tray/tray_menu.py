"""The menu in the tray: made anew from how things are, each time it opens."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.clients.client import CLIENTS
from mnemoscope_shared.wording import listed

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class TrayState:
    """What the menu shows.

    Attributes:
        file_name: the memory that “Open” opens; empty for none.
        changes: how much others have changed since the person last looked.
        programs: the assistants that have the memory open.
        last_write: when one of them last changed it, ms since 1970; None if none has.
        serves: whether the server over HTTP runs.
        starts_at_login: whether the program does.
    """

    file_name: str = ""
    changes: int = 0
    programs: tuple[str, ...] = ()
    last_write: int | None = None
    serves: bool = False
    starts_at_login: bool = False


class TrayMenu(QMenu):
    """Every entry stands in the menu bar of the window too, but those that are about the window.

    Signals:
        chosen: the name of an entry: `open`, `changes`, `start_server`, `stop_server`, `check`,
            `configuration`, `instructions` or `quit`.
        client_chosen: one of `CLIENTS`, or None for all of them.
        login_toggled: whether the program is to start at login.
    """

    chosen = Signal(str)
    client_chosen = Signal(object)
    login_toggled = Signal(bool)

    def __init__(self, look: Callable[[], TrayState]) -> None:
        """Show what `look` returns."""
        super().__init__("Mnemoscope")
        self._look = look
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Make the entries anew."""
        state = self._look()
        self.clear()
        self._add(f"&Open {_menu_text(state.file_name)}".rstrip(), "open")
        self._add(_told_changes(state.changes), "changes").setEnabled(state.changes > 0)
        self.addSeparator()
        self.addAction(told_use(state)).setEnabled(False)
        if state.serves:
            self._add("&Show the server…", "start_server")
            self._add("S&top server", "stop_server")
        else:
            self._add("&Start server…", "start_server")
        self.addSeparator()
        self._add_clients()
        self._add("C&heck the connection…", "check")
        self._add("Copy con&figuration", "configuration")
        self._add("Copy &instructions for the assistant", "instructions")
        self.addSeparator()
        login = self.addAction("Start at &login")
        login.setCheckable(True)
        login.setChecked(state.starts_at_login)
        login.toggled.connect(self.login_toggled)
        self._add("&Quit", "quit")

    def _add(self, text: str, name: str) -> QAction:
        action = self.addAction(text)
        action.triggered.connect(without_arguments(lambda: self.chosen.emit(name)))
        return action

    def _add_clients(self) -> None:
        menu = self.addMenu("&Connect")
        for client in CLIENTS:
            action = menu.addAction(f"{client.title}…")
            action.triggered.connect(without_arguments(partial(self.client_chosen.emit, client)))
        menu.addSeparator()
        menu.addAction("&All assistants…").triggered.connect(
            without_arguments(lambda: self.client_chosen.emit(None))
        )


def told_use(state: TrayState) -> str:
    """Return who uses the memory, such as “Running: Claude Desktop; last write 14:02 (memory.jsonl)”."""
    if not state.programs:
        return "No assistant is running"
    running = f"Running: {listed([_menu_text(name) for name in state.programs])}"
    if state.last_write is None:
        return running
    written = datetime.fromtimestamp(state.last_write / 1000)
    return f"{running}; last write {written:%H:%M} ({_menu_text(state.file_name)})"


def _told_changes(count: int) -> str:
    return f"&What changed ({count:,})" if count else "&What changed"


def _menu_text(text: str) -> str:
    """Return a text for a menu, in which no ampersand marks a key."""
    return shortened(text, _LONGEST_NAME).replace("&", "&&") if text else ""
