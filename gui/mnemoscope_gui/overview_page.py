"""What the inspector shows while nothing is selected: the memory, who uses it, and its types."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from mnemoscope_gui.memories.memory_users import MemoryUsers
from mnemoscope_gui.relative_time import now_ms, relative_time
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dot import type_dot
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import listed

_DOT_PX = 12
_NO_TYPE = "(no type)"
_ROW = Qt.ItemDataRole.UserRole


class OverviewPage(QWidget):
    """The file, its assistants and the types of the memory; choosing one selects all entities of it.

    Signals:
        type_chosen: a type.
    """

    type_chosen = Signal(object)

    def __init__(self, slots: TypeSlots, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots = slots
        self._theme = theme
        self._types: list[str] = []
        self._name = QLabel(self)
        self._users = QLabel(self)
        for label in (self._name, self._users):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title = QLabel("Types", self)
        self.types = QTreeWidget(self)
        self.types.setAccessibleName("Types of entities and how many there are of each")
        self.types.setColumnCount(2)
        self.types.setHeaderHidden(True)
        self.types.setRootIsDecorated(False)
        self.types.setUniformRowHeights(True)
        self.types.setIconSize(QSize(_DOT_PX, _DOT_PX))
        self.types.header().setStretchLastSection(False)
        self.types.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.types.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.types.itemActivated.connect(self._choose)
        self.types.itemClicked.connect(self._choose)
        hint = QLabel("Select an entity to read and correct it. Choose a type to select all of it.", self)
        hint.setWordWrap(True)
        self.setFocusProxy(self.types)
        layout = QVBoxLayout(self)
        layout.addWidget(self._name)
        layout.addWidget(self._users)
        layout.addWidget(self._title)
        layout.addWidget(self.types, 1)
        layout.addWidget(hint)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the types of a memory."""
        counts = snapshot.entity_type_counts
        self._title.setText(f"Types ({len(counts)})")
        self.types.clear()
        self._types = []  # Kept here: Qt's strings cannot hold all that types can.
        for row, (entity_type, count) in enumerate(counts.most_common()):
            self._types.append(entity_type)
            item = QTreeWidgetItem([entity_type or _NO_TYPE, f"{count:,}"])
            item.setData(0, _ROW, row)
            item.setIcon(0, QIcon(type_dot(self._theme, self._slots.slot(entity_type), _DOT_PX, self)))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.types.addTopLevelItem(item)

    def show_memory(self, path: Path, users: MemoryUsers) -> None:
        """Show which file it is, and which assistants use it."""
        self._name.setText(f"{path.name}, in {path.parent}")
        self._users.setText(told_users(users))

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the dots."""
        self._theme = theme

    def _choose(self, item: QTreeWidgetItem) -> None:
        self.type_chosen.emit(self._types[item.data(0, _ROW)])


def told_users(users: MemoryUsers) -> str:
    """Return who uses a memory, in sentences."""
    sentences = []
    if users.running:
        sentences.append(f"In use by {listed(users.running)}.")
    if users.last_write is not None:
        sentences.append(f"Last written by an assistant {relative_time(users.last_write, now_ms())}.")
    if users.configured:
        sentences.append(f"Set up in {listed(users.configured)}.")
    return " ".join(sentences) or "No assistant on this computer is known to use it."
