"""The list of the memory files that were found on this computer."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.canvas.label_text import displayable
from mnemoscope_gui.relative_time import now_ms, relative_time
from mnemoscope_shared.clients.found_memories import FoundMemory
from mnemoscope_shared.clients.package_folders import is_inside_package
from mnemoscope_shared.wording import counted

_SIZE = (760, 380)
_TITLES = ("File", "Used by", "Entities", "Relations", "Changed")
_COUNTS = (2, 3)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class FindMemoryDialog(QDialog):
    """Shows what was found, the clients' memories first; Enter or a double click opens one.

    Attributes:
        list: the files.
        open_button, move_button, other_button: what can be done.

    Signals:
        chosen: the path of the memory that is to be opened.
        move_requested: the path of one that is to be put where it is safe.
        other_requested: the person wants to look for a file.
    """

    chosen = Signal(object)
    move_requested = Signal(object)
    other_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Find my memory file")
        self._memories: list[FoundMemory] = []
        self._summary = QLabel("Looking in your assistants' settings and the usual places…", self)
        self._summary.setWordWrap(True)
        self.list = self._new_list()
        self._details = QLabel(self)
        self._details.setTextFormat(Qt.TextFormat.PlainText)
        self._details.setWordWrap(True)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        action_role = QDialogButtonBox.ButtonRole.ActionRole
        self.other_button = QPushButton("Open another file…", self)
        self.move_button = QPushButton("Move to a safe place…", self)
        self.open_button = QPushButton("Open", self)
        buttons.addButton(self.other_button, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(self.move_button, action_role)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.open_button.setDefault(True)
        buttons.accepted.connect(self._open)
        buttons.rejected.connect(self.reject)
        self.move_button.clicked.connect(self._move)
        self.other_button.clicked.connect(self._look_elsewhere)
        layout = QVBoxLayout(self)
        for part in (self._summary, self.list, self._details, buttons):
            layout.addWidget(part)
        self.resize(*_SIZE)
        self._follow_current()

    def show_memories(self, memories: Sequence[FoundMemory]) -> None:
        """List what was found."""
        self._memories = list(memories)
        self._summary.setText(self._told_count())
        self.list.clear()
        now = now_ms()
        for memory in memories:
            changed = relative_time(round(memory.modified * 1000), now)
            counts = (f"{memory.entities:,}", f"{memory.relations:,}")
            name = displayable(memory.path.name)
            item = QTreeWidgetItem([name, displayable(memory.origin), *counts, changed])
            for column in _COUNTS:
                item.setTextAlignment(column, _RIGHT)
            self.list.addTopLevelItem(item)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        self._follow_current()

    def _new_list(self) -> QTreeWidget:
        found = QTreeWidget(self)
        found.setAccessibleName("Memory files on this computer")
        found.setHeaderLabels(list(_TITLES))
        found.setRootIsDecorated(False)
        found.setUniformRowHeights(True)
        header = found.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column in _COUNTS:
            found.headerItem().setTextAlignment(column, _RIGHT)
        found.currentItemChanged.connect(lambda *_: self._follow_current())
        found.itemActivated.connect(lambda *_: self._open())
        return found

    def _told_count(self) -> str:
        if not self._memories:
            return (
                "No memory file was found. An assistant makes one when it first remembers something. "
                "If you know where yours is, open it."
            )
        return f"Found {counted(len(self._memories), 'memory', 'memories')} on this computer."

    def _current(self) -> FoundMemory | None:
        item = self.list.currentItem()
        return self._memories[self.list.indexOfTopLevelItem(item)] if item is not None else None

    def _follow_current(self) -> None:
        memory = self._current()
        self.open_button.setEnabled(memory is not None)
        self.move_button.setVisible(memory is not None and is_inside_package(memory.path))
        parts = (displayable(str(memory.path)), memory.warning) if memory is not None else ()
        self._details.setText("\n".join(filter(None, parts)))

    def _open(self) -> None:
        memory = self._current()
        if memory is not None:
            self.accept()
            self.chosen.emit(memory.path)

    def _move(self) -> None:
        memory = self._current()
        if memory is not None:
            self.accept()
            self.move_requested.emit(memory.path)

    def _look_elsewhere(self) -> None:
        self.reject()
        self.other_requested.emit()
