"""The memories opened lately: kept in the preferences, offered in the File menu."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments

_SHOWN_LENGTH = 70


class RecentFilesMenu(QMenu):
    """The submenu “Open recent”, filled each time it opens.

    Signals:
        chosen: a path.
    """

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("Open &recent", parent)
        self._settings = settings
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """List the files as they are remembered now."""
        self.clear()
        paths = self._settings.recent_files
        for number, path in enumerate(paths, 1):
            action = self.addAction(_text(number, path), self._chooser(path))
            action.setEnabled(path.exists())
        if paths:
            self.addSeparator()
        self.addAction("&Clear this list", self._forget_all).setEnabled(bool(paths))

    def _chooser(self, path: Path) -> Callable[[], None]:
        return without_arguments(lambda: self.chosen.emit(path))

    def _forget_all(self) -> None:
        self._settings.recent_files = []


def remember_file(settings: Settings, path: Path) -> None:
    """Put a file on top of the list."""
    settings.recent_files = [path, *(one for one in settings.recent_files if one != path)]


def _text(number: int, path: Path) -> str:
    """Return “1 memory.jsonl — folder”, with the digit as mnemonic and the folder's beginning cut if long."""
    folder = str(path.parent)
    shown = folder if len(folder) <= _SHOWN_LENGTH else f"…{folder[1 - _SHOWN_LENGTH :]}"
    text = f"{path.name} — {shown}".replace("&", "&&")
    return f"&{number} {text}" if number < 10 else text
