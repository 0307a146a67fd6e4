"""The table as a widget: its looks, and what keys and clicks in it mean."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QTableView, QWidget

from mnemoscope_gui.completion import Texts
from mnemoscope_gui.table.cell_delegate import CellDelegate
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.table_model import EntityTableModel

DOT_PX = 12

_ROOM_PX = 12
_WIDTH_IN_DIGITS = {
    Column.NAME: 20,
    Column.TYPE: 11,
    Column.RELATIONS: 9,
    Column.TOKENS: 9,
    Column.LAST_CHANGE: 15,
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EntityTableView(QTableView):
    """Shows the model; a row is selected as a whole.

    F2 or a double click edits a name or type in its place.

    Attributes:
        placeholder: what is written where there are no rows.

    Signals:
        opened(): Enter, or a double click on what is not edited here.
        rename_requested(): F2 on a name that one line cannot hold.
        escaped(): Esc, while nothing is edited.
        left_upwards(): the up key in the first row.
        menu_requested(QModelIndex, QPoint): the cell, or none, and where on the desktop.
        editing_ended(): the editor of a cell has closed.
    """

    opened = Signal()
    rename_requested = Signal()
    escaped = Signal()
    left_upwards = Signal()
    menu_requested = Signal(QModelIndex, QPoint)
    editing_ended = Signal()

    def __init__(self, model: EntityTableModel, types: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegates: list[CellDelegate] = []
        self.placeholder = ""
        self.setModel(model)
        self.setAccessibleName("Entities of the memory")
        self._dress()
        self._size_columns()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        # Tab leads out of the table; arrows lead through it.
        self.setTabKeyNavigation(False)
        self._delegates = [self._delegate(column, types) for column in Column]
        self.doubleClicked.connect(self._open_unless_edited)

    @property
    def is_editing(self) -> bool:
        """Whether an editor is open."""
        return self.state() == QAbstractItemView.State.EditingState

    def edit_current(self) -> None:
        """Edit the cell that the keyboard is on, the name where that cell cannot be edited."""
        index = self.currentIndex()
        if not index.isValid():
            return
        if not Column(index.column()).is_text:
            index = index.siblingAtColumn(Column.NAME)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.setCurrentIndex(index)
            self.edit(index)
        else:
            self.rename_requested.emit()

    def _delegate(self, column: Column, types: Texts) -> CellDelegate:
        texts = types if column is Column.TYPE else list
        delegate = CellDelegate(column.title, texts, DOT_PX, self, at_the_end=column.is_number)
        self.setItemDelegateForColumn(column, delegate)
        return delegate

    def _dress(self) -> None:
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setIconSize(QSize(DOT_PX, DOT_PX))
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._size_rows()

    def _size_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + _ROOM_PX)

    def _size_columns(self) -> None:
        header, digit = self.horizontalHeader(), self.fontMetrics().horizontalAdvance("0")
        header.setHighlightSections(False)
        # A model of its own: Qt asks about each cell of a column whether all of it is selected.
        header.setSelectionModel(QItemSelectionModel(self.model(), header))
        header.setSortIndicator(Column.NAME, Qt.SortOrder.AscendingOrder)
        # A click on a header sorts, and selects no column.
        self.setSortingEnabled(True)
        header.setSortIndicatorShown(False)
        for column, digits in _WIDTH_IN_DIGITS.items():
            self.setColumnWidth(column, digits * digit + _ROOM_PX)
        header.setMinimumSectionSize(4 * digit)
        header.setSectionResizeMode(Column.OBSERVATIONS, QHeaderView.ResizeMode.Stretch)

    def _open_unless_edited(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.opened.emit()

    # Overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys with a meaning of their own here; Qt moves and selects with the others."""
        key = event.key()
        if self.is_editing:
            # The Enter that ends an edit comes here too.
            super().keyPressEvent(event)
        elif key in _ENTER:
            self.opened.emit()
        elif key == Qt.Key.Key_F2:
            self.edit_current()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key == Qt.Key.Key_Up and self.currentIndex().row() <= 0 and not event.modifiers():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click below the last row selects nothing."""
        if not self.indexAt(event.position().toPoint()).isValid() and not event.modifiers():
            self.clearSelection()
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu at the pointer, or by key at the row of the keyboard."""
        at, index = event.pos(), self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            at = self.visualRect(index).center() if index.isValid() else self.viewport().rect().center()
        self.menu_requested.emit(index, self.viewport().mapToGlobal(at))
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._size_rows()
            for delegate in self._delegates:
                delegate.forget_texts()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Say that the editor has closed."""
        super().closeEditor(editor, hint)
        self.editing_ended.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the placeholder where there are no rows."""
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().placeholderText().color())
                painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.placeholder)
