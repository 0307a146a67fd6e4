"""Mine, theirs and the result, where two have changed one observation."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.slots import without_arguments

_SIZE = (520, 420)


class CompareDialog(QDialog):
    """Shows both texts and lets the person write what is to be saved.

    Attributes:
        result_field: what is to be saved; begins with the person's own text.
        mine_button, theirs_button: put one of the two texts into the result.
    """

    def __init__(self, mine: str, theirs: str | None, who: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Two versions of an observation")
        self.result_field = QPlainTextEdit(mine, self)
        self.result_field.setTabChangesFocus(True)
        self.mine_button = QPushButton("Take mine", self)
        self.theirs_button = QPushButton("Take theirs", self)
        self.mine_button.clicked.connect(without_arguments(lambda: self.result_field.setPlainText(mine)))
        self.theirs_button.clicked.connect(
            without_arguments(lambda: self.result_field.setPlainText(theirs or ""))
        )
        self.theirs_button.setEnabled(theirs is not None)
        grid = QGridLayout()
        their_text = theirs if theirs is not None else "(removed)"
        self._add_version(grid, 0, "&Mine", mine)
        self._add_version(grid, 1, "&Theirs", their_text)
        grid.addWidget(self.mine_button, 2, 0)
        grid.addWidget(self.theirs_button, 2, 1)
        label = QLabel("&Result", self)
        label.setBuddy(self.result_field)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Save).setText("Save the result")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        heading = QLabel(f"Changed by {who} while you were editing it.", self)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.addWidget(heading)
        layout.addLayout(grid)
        layout.addWidget(label)
        layout.addWidget(self.result_field)
        layout.addWidget(buttons)
        self.resize(*_SIZE)
        self.result_field.moveCursor(QTextCursor.MoveOperation.End)
        self.result_field.setFocus()

    def result_text(self) -> str:
        """Return what is to be saved."""
        return self.result_field.toPlainText().strip()

    def _add_version(self, grid: QGridLayout, column: int, title: str, text: str) -> None:
        field = QPlainTextEdit(text, self)
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        label = QLabel(title, self)
        label.setBuddy(field)
        grid.addWidget(label, 0, column)
        grid.addWidget(field, 1, column)
