"""A text field that commits when it is left or Enter is pressed, and restores on Esc."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_NO_LIMIT = 2**31 - 1


class CommitField(QLineEdit):
    """A line of text that belongs to the memory.

    A draft, that is, text which is typed and not yet committed, is never overwritten by `show_value`.

    Attributes:
        value: the text as the memory has it.
        accept_empty: whether an empty text may be committed.

    Signals:
        committed: the new text.
    """

    committed = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = ""
        self.accept_empty = False
        self.setMaxLength(_NO_LIMIT)
        self.setPlaceholderText(title)
        self.setAccessibleName(title)
        self.editingFinished.connect(self._commit)

    @property
    def has_draft(self) -> bool:
        """Whether something is typed that is not committed."""
        return self.isModified()

    def show_value(self, value: str) -> None:
        """Show the memory's text, unless a draft is being typed."""
        keep = self.hasFocus() and self.has_draft
        if not keep and (value != self.value or self.isModified()):
            self.setText(value)
            self.setCursorPosition(0)
        self.value = value

    def drop_draft(self) -> None:
        """Show the memory's text again."""
        self.setText(self.value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc restore the memory's text."""
        if event.key() == Qt.Key.Key_Escape and self.has_draft:
            self.drop_draft()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+Z to the window where there is no typing to undo."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._cannot_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def _cannot_undo(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()

    def _commit(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        text = self.text().strip()
        if text == self.value or not (text or self.accept_empty):
            self.drop_draft()
        else:
            self.committed.emit(text)
