"""A quiet sentence on the page of an entity, with the buttons that answer it."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.theme import Theme


class NoticeLine(QFrame):
    """Hidden while there is nothing to say.

    Attributes:
        buttons: the buttons by their titles.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.buttons: dict[str, QPushButton] = {}
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._row = QHBoxLayout()
        self._row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 8, 6)
        layout.setSpacing(4)
        layout.addWidget(self._label)
        layout.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence that is shown; empty while there is none."""
        return "" if self.isHidden() else self._label.text()

    def show_text(self, text: str, answers: dict[str, Callable[[], object]]) -> None:
        """Show a sentence with a button for each answer; said aloud only when it is a new one."""
        is_new = text != self.text
        self._remove_buttons()
        self._label.setText(text)
        self.setAccessibleName(text)
        for title, answer in answers.items():
            button = QPushButton(title, self)
            # Pressed by a click, it would take the keyboard from a field, which commits what is left.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(without_arguments(answer))
            self.buttons[title] = button
            self._row.addWidget(button)
        for first, second in pairwise([self, *self.buttons.values()]):
            self.setTabOrder(first, second)
        self.show()
        if is_new:
            announce(self, text)

    def clear(self) -> None:
        """Hide it."""
        self._remove_buttons()
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self.setStyleSheet(
            f"#notice {{ background: {theme.field.name()}; border: 1px solid {theme.edge.name()};"
            f" border-left: 3px solid {theme.changed.name()}; }}"
        )

    def _remove_buttons(self) -> None:
        for button in self.buttons.values():
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons = {}
