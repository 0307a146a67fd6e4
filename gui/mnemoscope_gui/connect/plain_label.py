"""Labels for text that is not ours: shown as it is, in lines as wide as there is room."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

# Longer words have places added at which they may be broken.
_LONG_WORD = re.compile(r"[^\s/\\-]{60}")
_BREAK = "\u200b"


class PlainLabel(QLabel):
    """Takes nothing for markup; its text can be selected and copied."""

    def __init__(self, parent: QWidget, text: str = "", *, is_bold: bool = False) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if is_bold:
            font = self.font()
            font.setBold(True)
            self.setFont(font)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text; a word without end does not widen the window."""
        super().setText(_LONG_WORD.sub(lambda match: match[0] + _BREAK, text))
