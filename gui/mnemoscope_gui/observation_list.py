"""The observations of an entity, each edited in place."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

_EDITOR_HEIGHT = 84
_EDITABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ObservationList(QWidget):
    """Observations and a field for one more.

    Signals:
        added: the text of a new observation.
        replaced: the old and the new text of one.
        removed: the texts that are to go.
    """

    added = Signal(object)
    replaced = Signal(object, object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = _List(self)
        self.list.setAccessibleName("Observations")
        self.new_field = QLineEdit(self)
        self.new_field.setPlaceholderText("Add an observation…")
        self.new_field.setAccessibleName("New observation")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.new_field)
        self._shown: tuple[str, ...] = ()
        self._waiting: tuple[str, ...] | None = None
        self.list.itemChanged.connect(self._commit)
        self.list.editing_ended.connect(self._show_waiting)
        self.list.delete_pressed.connect(self._remove_selected)
        self.new_field.returnPressed.connect(self._add)

    def show_observations(self, observations: Sequence[str]) -> None:
        """Show these observations; an open editor keeps what is typed, and they follow when it closes."""
        if self.list.is_editing:
            self._waiting = tuple(observations)
        elif tuple(observations) != self._shown:
            self._fill(tuple(observations))

    def clear_draft(self) -> None:
        """Close an open editor and empty the field for a new observation, as for another entity."""
        self._waiting = None
        self._fill(())
        self.new_field.clear()

    def _fill(self, observations: tuple[str, ...]) -> None:
        row = self.list.currentRow()
        self._shown = observations
        self.list.blockSignals(True)
        self.list.clear()
        for text in observations:
            item = QListWidgetItem(text)
            item.setFlags(_EDITABLE)
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, len(observations) - 1))
        self.list.blockSignals(False)

    def _commit(self, item: QListWidgetItem) -> None:
        row, text = self.list.row(item), item.text().strip()
        before = self._shown[row]
        self._shown = (*self._shown[:row], text, *self._shown[row + 1 :])
        if not text:
            self.removed.emit([before])
        elif text != before:
            self.replaced.emit(before, text)

    def _show_waiting(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._fill(waiting)

    def _remove_selected(self) -> None:
        texts = [self._shown[self.list.row(item)] for item in self.list.selectedItems()]
        if texts:
            self.removed.emit(texts)

    def _add(self) -> None:
        text = self.new_field.text().strip()
        if text:
            self.new_field.clear()
            self.added.emit(text)


class _List(QListWidget):
    """A list of wrapped plain texts with an editor of several lines."""

    editing_ended = Signal()
    delete_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setSpacing(2)
        self.setItemDelegate(_Delegate(self))

    @property
    def is_editing(self) -> bool:
        """Whether an editor is open."""
        return self.state() == QAbstractItemView.State.EditingState

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Say that the editor has closed."""
        super().closeEditor(editor, hint)
        self.editing_ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, Enter edits."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_pressed.emit()
        elif event.key() in _ENTER and self.currentItem() is not None:
            self.editItem(self.currentItem())
        else:
            super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    """Edits in a plain text field: Enter commits, Shift+Enter breaks the line, Esc restores."""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Open a plain text field."""
        editor = QPlainTextEdit(parent)
        editor.setAccessibleName("Observation")
        editor.setTabChangesFocus(True)
        return editor

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show the observation in the field."""
        cast(QPlainTextEdit, editor).setPlainText(str(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Take the text over."""
        model.setData(index, cast(QPlainTextEdit, editor).toPlainText())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Give room for a few lines."""
        rectangle = option.rect
        rectangle.setHeight(max(rectangle.height(), _EDITOR_HEIGHT))
        editor.setGeometry(rectangle)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Let Enter commit."""
        if event.type() == QEvent.Type.KeyPress:
            key = cast(QKeyEvent, event)
            if key.key() in _ENTER and not key.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.commitData.emit(cast(QWidget, editor))
                self.closeEditor.emit(cast(QWidget, editor), QAbstractItemDelegate.EndEditHint.NoHint)
                return True
        return super().eventFilter(editor, event)
