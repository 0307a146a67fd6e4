"""Which memory file the assistants are to use."""

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QWidget

from mnemoscope_gui.canvas.label_text import displayable, shortened
from mnemoscope_gui.connect.shown_path import shown_path

_OTHER = "Another file…"
_SHOWN_LENGTH = 80


class MemoryChoice(QComboBox):
    """Offers the open memory, those that the clients use, and any other.

    Signals:
        chosen: the file has changed; a path, or None while none is chosen.
    """

    chosen = Signal(object)

    def __init__(self, start_folder: Path, parent: QWidget | None = None) -> None:
        """Begin without a file; `start_folder` is where another one is looked for."""
        super().__init__(parent)
        self._start_folder = start_folder
        self.setAccessibleName("Memory file")
        self.setPlaceholderText("Choose the memory file")
        self.addItem(_OTHER)
        self.setCurrentIndex(-1)
        self._last = -1
        self.activated.connect(self._follow)

    @property
    def path(self) -> Path | None:
        """The chosen file."""
        data = self.currentData()
        return data if isinstance(data, Path) else None

    @property
    def paths(self) -> list[Path]:
        """The files that are offered."""
        data = (self.itemData(index) for index in range(self.count()))
        return [one for one in data if isinstance(one, Path)]

    def offer(self, paths: Sequence[Path]) -> None:
        """Add files, each once."""
        known = {os.path.realpath(path) for path in self.paths}
        for path in paths:
            if os.path.realpath(path) not in known:
                known.add(os.path.realpath(path))
                self.insertItem(self.count() - 1, _told(path), path)

    def choose(self, path: Path) -> None:
        """Take a file, adding it where it is not offered yet."""
        self.offer([path])
        real = os.path.realpath(path)
        index = next(index for index, one in enumerate(self.paths) if os.path.realpath(one) == real)
        self.setCurrentIndex(index)
        self._last = index
        self.setToolTip(displayable(str(path)).replace("<", "‹"))
        self.chosen.emit(path)

    def _follow(self, index: int) -> None:
        if isinstance(self.itemData(index), Path):
            self.choose(self.itemData(index))
            return
        self.setCurrentIndex(self._last)
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(),
            "The memory file for the assistant",
            str(self._start_folder / "memory.jsonl"),
            "Memory files (*.jsonl *.json);;All files (*)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.choose(Path(chosen))


def _told(path: Path) -> str:
    """Return “memory.jsonl — folder”, with the folder's beginning cut if long."""
    folder = shown_path(path.parent)
    shown = folder if len(folder) <= _SHOWN_LENGTH else f"…{folder[1 - _SHOWN_LENGTH :]}"
    return f"{shortened(path.name, 60)} — {shown}"
