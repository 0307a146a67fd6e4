"""The rows of observations: selection, dragging to another place, editing in place."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QListWidget, QWidget

from mnemoscope_gui.inspector.observation_delegate import ObservationDelegate

_ROWS_AT_ONCE = 60


class ObservationView(QListWidget):
    """A list of wrapped plain texts, each with an editor of several lines.

    Attributes:
        delegate: paints and edits the rows.

    Signals:
        editing_ended: an editor has closed.
        dropped: the selected rows were dragged before this row.
    """

    editing_ended = Signal()
    dropped = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.delegate = ObservationDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Observations")
        self.setWordWrap(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        # Many rows are measured bit by bit, the first ones at once.
        self.setLayoutMode(QListWidget.LayoutMode.Batched)
        self.setBatchSize(_ROWS_AT_ONCE)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.delegate.whole_requested.connect(self.edit_row)

    @property
    def is_editing(self) -> bool:
        """Whether an editor is open."""
        return self.state() == QAbstractItemView.State.EditingState

    def selected_rows(self) -> list[int]:
        """Return the selected rows from top to bottom."""
        return sorted(index.row() for index in self.selectedIndexes())

    def select_rows(self, rows: Iterable[int]) -> None:
        """Select these rows and no other; the first is the current one."""
        items = [item for row in rows if (item := self.item(row)) is not None]
        self.clearSelection()
        if items:
            self.setCurrentItem(items[0])
        for item in items:
            item.setSelected(True)

    def edit_row(self, row: int) -> None:
        """Open the editor of a row."""
        if (item := self.item(row)) is not None:
            self.setCurrentItem(item)
            self.editItem(item)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Say that the editor has closed."""
        super().closeEditor(editor, hint)
        self.editing_ended.emit()

    def dropEvent(self, event: QDropEvent) -> None:
        """Only say where the rows belong: what the list shows follows the memory."""
        if event.source() is not self:
            event.ignore()
            return
        place = self.indexAt(event.position().toPoint())
        row = place.row() if place.isValid() else self.count()
        if place.isValid() and event.position().y() > self.visualRect(place).center().y():
            row += 1
        # With a copy Qt does not take the rows away by itself.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(row)

    def changeEvent(self, event: QEvent) -> None:
        """Measure the rows anew for another font."""
        if event.type() == QEvent.Type.FontChange:
            self.delegate.forget_sizes()
        super().changeEvent(event)
