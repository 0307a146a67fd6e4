"""The field above a list that narrows it down."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mnemoscope_gui.typing_undo import leave_undo_to_window


class FilterField(QLineEdit):
    """A line of text; Esc empties it, the down key and Enter lead into the list.

    Signals:
        escaped: Esc was pressed while nothing was typed.
        left_downwards: the person wants to go on in the list.
    """

    escaped = Signal()
    left_downwards = Signal()

    def __init__(self, placeholder: str, name: str, parent: QWidget | None = None) -> None:
        """Make a field; `name` is what screen readers call it."""
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        leave_undo_to_window(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Esc, the down key and Enter."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)
