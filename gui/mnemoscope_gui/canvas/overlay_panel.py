"""What the small panels over the canvas have in common: their look, and that nothing under them is hit."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from mnemoscope_gui.theme import Theme

BUTTON_SIZE = QSize(28, 26)
SIGN_PIXELS = 17
"""Signs such as + are drawn larger than words."""


class OverlayPanel(QFrame):
    """A row of widgets on a quiet ground. It never takes the keyboard: all it does has keys of its own."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(2, 2, 2, 2)
        self.row.setSpacing(0)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self.setStyleSheet(
            f"#overlay {{ background: {theme.window.name()}; border: 1px solid {theme.edge.name()};"
            " border-radius: 8px; }"
        )

    def add_button(self, text: str, name: str, keys: str = "") -> QToolButton:
        """Append a button; `name` is what it does, `keys` what does the same."""
        button = QToolButton(self)
        button.setText(text)
        if len(text) == 1:
            button.setFont(_sign_font(button.font()))
        button.setAutoRaise(True)
        button.setMinimumSize(BUTTON_SIZE)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} ({keys})" if keys else name)
        self.row.addWidget(button)
        return button


def _sign_font(font: QFont) -> QFont:
    larger = QFont(font)
    larger.setPixelSize(SIGN_PIXELS)
    return larger
