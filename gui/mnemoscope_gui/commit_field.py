"""A text field that commits when it is left or Enter is pressed, and restores on Esc."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mnemoscope_gui.typing_undo import leave_undo_to_window

_NO_LIMIT = 2**31 - 1


class CommitField(QLineEdit):
    """A line of text that belongs to the memory.

    A draft, that is, text which is typed and not yet committed, is never overwritten by `show_value`.

    Attributes:
        value: the text as the memory has it.
        accept_empty: whether an empty text may be committed.

    Signals:
        committed: the new text.
        draft_changed: there is a draft, another one, or none any more.
        finished: Enter, or Esc where there was nothing to restore.
    """

    committed = Signal(object)
    draft_changed = Signal()
    finished = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = ""
        self._shown = ""
        self._is_filled_by_us = False
        self.accept_empty = False
        self.setMaxLength(_NO_LIMIT)
        self.setPlaceholderText(title)
        self.setAccessibleName(title)
        self.editingFinished.connect(self._commit)
        self.textChanged.connect(self._tell_of_draft)
        leave_undo_to_window(self)

    @property
    def has_draft(self) -> bool:
        """Whether something is typed, or chosen from what was offered, that is not committed."""
        return self.text() != self._shown

    def show_value(self, value: str) -> None:
        """Show the memory's text, unless a draft is being typed."""
        has_draft, has_news = self.has_draft, value != self.value
        self.value = value
        if has_news and not has_draft:
            self._fill()
            self.setCursorPosition(0)

    def show_draft(self, text: str) -> None:
        """Show text that was typed earlier and is not committed."""
        self._fill()
        self.setText(text)

    def drop_draft(self) -> None:
        """Show the memory's text again."""
        self._fill()
        self.draft_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc restore the memory's text, and tell when the keyboard is of no more use here."""
        if event.key() == Qt.Key.Key_Escape and self.has_draft:
            self.drop_draft()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.finished.emit()

    def _fill(self) -> None:
        self._is_filled_by_us = True
        self.setText(self.value)
        self._is_filled_by_us = False
        # As the field has it: it may have replaced what it cannot hold.
        self._shown = self.text()

    def _tell_of_draft(self) -> None:
        if not self._is_filled_by_us:
            self.draft_changed.emit()

    def _commit(self) -> None:
        # A field that is disabled loses the keyboard: what it is about has gone, and nobody left it.
        if not self.has_draft or not self.isEnabled():
            return
        text = self.text().strip()
        if text == self.value or not (text or self.accept_empty):
            self.drop_draft()
        else:
            self._shown = self.text()
            self.committed.emit(text)
