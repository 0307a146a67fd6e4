"""What the inspector shows of several selected entities."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import counted


class SelectionPage(QWidget):
    """The names of the selected entities.

    Signals:
        entity_chosen: one of them is to be shown alone.
        delete_requested: all of them are to go.
    """

    entity_chosen = Signal(object)
    delete_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self._title = QLabel(self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Selected entities")
        self.list.itemActivated.connect(self._choose)
        delete = QPushButton("Delete these entities", self)
        delete.clicked.connect(lambda: self.delete_requested.emit(self._names))
        self.setFocusProxy(self.list)
        layout = QVBoxLayout(self)
        layout.addWidget(self._title)
        layout.addWidget(self.list, 1)
        layout.addWidget(delete)

    def show_names(self, snapshot: Snapshot, names: Sequence[str]) -> None:
        """Show the selected entities and how they hang together."""
        self._names = list(names)
        relations = len(snapshot.relation_lines_at(names))
        self._title.setText(f"{len(names)} entities, {counted(relations, 'relation', 'relations')} at them")
        self.list.clear()
        self.list.addItems(self._names)

    def _choose(self, item: QListWidgetItem) -> None:
        self.entity_chosen.emit(item.text())
