"""Ctrl+Z in a text field takes back typing while there is some, else the last edit of the memory."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit


def leave_undo_to_window(field: QLineEdit | QPlainTextEdit) -> None:
    """Let the keys of undo and redo reach the window's commands where the field has nothing to take back.

    Qt's fields claim these keys for themselves even when they have nothing to do.
    """
    field.installEventFilter(_UndoKeys(field))


class _UndoKeys(QObject):
    def __init__(self, field: QLineEdit | QPlainTextEdit) -> None:
        super().__init__(field)
        self._field = field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave a key unclaimed that would do nothing here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            is_idle_undo = event.matches(keys.Undo) and not self._can_undo()
            is_idle_redo = event.matches(keys.Redo) and not self._can_redo()
            if is_idle_undo or is_idle_redo:
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _can_undo(self) -> bool:
        field = self._field
        return field.isUndoAvailable() if isinstance(field, QLineEdit) else field.document().isUndoAvailable()

    def _can_redo(self) -> bool:
        field = self._field
        return field.isRedoAvailable() if isinstance(field, QLineEdit) else field.document().isRedoAvailable()
