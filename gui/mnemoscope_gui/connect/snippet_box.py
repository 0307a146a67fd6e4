"""A text that a person is to paste somewhere, with the button that copies it."""

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

_LINES = 12


class SnippetBox(QWidget):
    """Shows a text that can be selected and copied, not changed.

    Attributes:
        copy_button: puts it on the clipboard.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QPlainTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setAccessibleName("Text to paste")
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setFixedHeight(self._text.fontMetrics().lineSpacing() * _LINES + 14)
        self._text.setTabChangesFocus(True)
        self.copy_button = QPushButton("Copy", self)
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._text)
        layout.addLayout(row)

    @property
    def text(self) -> str:
        """What would be copied."""
        return self._text.toPlainText()

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text.setPlainText(text)
        self.copy_button.setText("Copy")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
        self.copy_button.setText("Copied")
