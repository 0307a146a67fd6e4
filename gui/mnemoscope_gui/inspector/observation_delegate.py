"""How an observation is edited where it stands: Enter commits, Ctrl+Enter splits, Esc restores."""

from typing import cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QListView, QStyle, QStyleOptionViewItem, QWidget

from mnemoscope_gui.inspector.byline_delegate import MORE_ROLE, TEXT_LEFT_PX, BylineDelegate
from mnemoscope_gui.inspector.observation_editor import ObservationEditor

DRAFT_ROLE = MORE_ROLE + 1
"""What was typed of an observation and not committed; None where nothing was."""

_EDITOR_MARGIN_PX = 6
"""Its frame and what is between that and its text."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ELSEWHERE = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)
"""The keyboard has gone to another window or a menu, and will come back."""


class ObservationDelegate(BylineDelegate):
    """Opens editors; what is typed is told at once, so that it can be kept.

    Signals:
        typed: row, and the text in the editor.
        committed: row, and the text that it is to have.
        restored: the row whose editor was left with Esc.
        split: row, and the texts before and after the cursor.
        whole_requested: the row whose text is cut and is to be seen whole.
    """

    typed = Signal(int, object)
    committed = Signal(int, object)
    restored = Signal(int)
    split = Signal(int, object, object)
    whole_requested = Signal(int)

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._editor: ObservationEditor | None = None
        self._index = QPersistentModelIndex()

    @property
    def editor(self) -> ObservationEditor | None:
        """The editor that is open."""
        return self._editor

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """What is around an open editor does not look selected."""
        super().initStyleOption(option, index)
        if self._is_edited(index):
            option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Open a plain text field, which makes its row grow."""
        editor = ObservationEditor(parent)
        self._editor, self._index = editor, QPersistentModelIndex(index)
        editor.height_changed.connect(self._grow, Qt.ConnectionType.QueuedConnection)
        editor.textChanged.connect(self._tell)
        return editor

    def destroyEditor(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Give the row its own height again."""
        if editor is self._editor:
            self._editor = None
            self._grow()
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show the observation, or what was typed of it earlier; what is being typed stays."""
        field = cast(ObservationEditor, editor)
        if not field.is_filled:
            draft = index.data(DRAFT_ROLE)
            field.show_text(str(draft if draft is not None else index.data(Qt.ItemDataRole.EditRole)))
            field.document().setModified(draft is not None)

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Take over what was typed."""
        field = cast(ObservationEditor, editor)
        if field.document().isModified():
            self.committed.emit(index.row(), field.text)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Fill the row, so that the text stays where it stood."""
        beside = QRect(option.rect)
        beside.setLeft(beside.left() + TEXT_LEFT_PX - _EDITOR_MARGIN_PX)
        editor.setGeometry(QStyle.visualRect(self._view.layoutDirection(), option.rect, beside))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The row that is edited is as high as its editor."""
        size = super().sizeHint(option, index)
        if self._editor is not None and self._is_edited(index):
            size.setHeight(self._editor.wanted_height)
        return size

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Let Enter commit and Ctrl+Enter split; going to another window commits nothing."""
        if event.type() == QEvent.Type.KeyPress and isinstance(editor, ObservationEditor):
            return self._takes_key(editor, cast(QKeyEvent, event)) or super().eventFilter(editor, event)
        if event.type() == QEvent.Type.FocusOut and cast(QFocusEvent, event).reason() in _ELSEWHERE:
            return False
        return super().eventFilter(editor, event)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """A click on what leads to the rest of a text opens it."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            place = event.position().toPoint()
            if self.more_rectangle(option.rect, index).contains(place):
                self.whole_requested.emit(index.row())
                return True
        return super().editorEvent(event, model, option, index)

    def _is_edited(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        return self._editor is not None and self._index == index

    def _takes_key(self, editor: ObservationEditor, event: QKeyEvent) -> bool:
        modifiers = event.modifiers()
        if event.key() == Qt.Key.Key_Escape:
            self.restored.emit(self._index.row())
            return False
        if event.key() not in _ENTER or modifiers & Qt.KeyboardModifier.ShiftModifier:
            return False
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            self.split.emit(self._index.row(), *editor.parts_at_cursor())
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)
        else:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        return True

    def _grow(self) -> None:
        if self._index.isValid():
            row = self._view.model().index(self._index.row(), 0)
            self.sizeHintChanged.emit(row)

    def _tell(self) -> None:
        if self._editor is not None and self._index.isValid():
            self.typed.emit(self._index.row(), self._editor.text)
