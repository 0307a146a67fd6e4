"""The search field in the toolbar."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

_NARROWEST_PX, _WIDEST_PX = 160, 380
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchField(QLineEdit):
    """Where one types what one looks for.

    Signals:
        moved: the person wants to go so many hits on.
        entered: the person wants to go to the current hit.
        escaped: the person is done.
        came, left: the keyboard came into the field, or left it.
    """

    moved = Signal(int)
    entered = Signal()
    escaped = Signal()
    came = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Search memory…  (Ctrl+F)")
        self.setAccessibleName("Search memory")
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(_NARROWEST_PX)
        self.setMaximumWidth(_WIDEST_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Enter and Esc are about the hits."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.moved.emit(_STEPS[key])
        elif key in _ENTER:
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the hits again."""
        super().focusInEvent(event)
        self.came.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let the hits go out of the way."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
