"""The strip above the canvas for what needs an action."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.theme import Theme

_NARROW_PX = 520


class Banner(QFrame):
    """A sentence and the buttons that answer it; hidden while there is nothing to say.

    Its edge has the colour of a warning, or, for an offer that may be declined, a quiet one.

    Attributes:
        buttons: the buttons by their titles.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_offer: bool = False) -> None:
        super().__init__(parent)
        self._is_offer = is_offer
        self.setObjectName("banner")
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: dict[str, QPushButton] = {}
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.addWidget(self._label, 1)
        self._row = QHBoxLayout()
        self._row.addStretch(1)
        self._layout.addLayout(self._row)
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence that is shown."""
        return self._label.text()

    def show_text(self, text: str, actions: Mapping[str, Callable[[], object]]) -> None:
        """Show a sentence with a button for each action."""
        self.clear()
        self._label.setText(text)
        self.setAccessibleName(text)
        for title, action in actions.items():
            button = QPushButton(title, self)
            button.clicked.connect(without_arguments(action))
            self.buttons[title] = button
            self._row.addWidget(button)
        self.show()
        announce(self, text)

    def clear(self) -> None:
        """Hide it."""
        for button in self.buttons.values():
            button.deleteLater()
        self.buttons = {}
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the sentence where there is little room beside them."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < _NARROW_PX
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._layout.setDirection(direction)

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        edge = theme.focus_ring if self._is_offer else theme.removed
        self.setStyleSheet(
            f"#banner {{ background: {theme.field.name()}; border-left: 4px solid {edge.name()};"
            f" border-bottom: 1px solid {theme.edge.name()}; }}"
        )
