"""The list of saved views: Enter shows one, F2 renames it, Delete removes it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QMenu, QWidget

_ITEM = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SavedViewsList(QListWidget):
    """The names of the saved views.

    Signals:
        chosen: the row of a view that is to be shown.
        renamed: a row, and the new name.
        removed: a row.
    """

    chosen = Signal(int)
    renamed = Signal(int, object)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Saved views")
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.itemDoubleClicked.connect(lambda item: self.chosen.emit(self.row(item)))
        self.itemChanged.connect(lambda item: self.renamed.emit(self.row(item), item.text()))
        self.customContextMenuRequested.connect(self._open_menu)

    def show_names(self, names: Sequence[str]) -> None:
        """List these views."""
        row = self.currentRow()
        self.blockSignals(True)
        self.clear()
        for name in names:
            item = QListWidgetItem(name)
            item.setFlags(_ITEM)
            self.addItem(item)
        self.setCurrentRow(min(max(row, 0), len(names) - 1))
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the view, F2 renames it, Delete removes it."""
        row = self.currentRow()
        if self.state() == QAbstractItemView.State.EditingState or row < 0:
            super().keyPressEvent(event)
        elif event.key() in _ENTER:
            self.chosen.emit(row)
        elif event.key() == Qt.Key.Key_F2:
            self.editItem(self.currentItem())
        elif event.matches(QKeySequence.StandardKey.Delete):
            self.removed.emit(row)
        else:
            super().keyPressEvent(event)

    def _open_menu(self, position: QPoint) -> None:
        item = self.itemAt(position)
        if item is None:
            return
        row = self.row(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Show this view", lambda: self.chosen.emit(row))
        menu.addAction("Rename", lambda: self.editItem(item))
        menu.addAction("Remove", lambda: self.removed.emit(row))
        menu.popup(self.viewport().mapToGlobal(position))
