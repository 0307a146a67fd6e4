"""The small form that asks for the entity to which observations go."""

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from mnemoscope_gui.completion import offer

_WIDTH = 380


class TargetDialog(QDialog):
    """Completes the names of the other entities; only one of those is accepted.

    Attributes:
        name_field: where the name is typed.
    """

    def __init__(
        self, title: str, verb: str, names: Collection[str], source: str, parent: QWidget | None = None
    ) -> None:
        """Ask under a title for one of the names but `source`; `verb` is on the button."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self._names = set(names) - {source}
        self.name_field = QLineEdit(self)
        self.name_field.setPlaceholderText("An existing entity")
        offer(self.name_field, sorted(self._names))
        self._notice = QLabel(self)
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(verb)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Entity", self.name_field)
        form.addRow(self._notice)
        form.addRow(self._buttons)
        self.setMinimumWidth(_WIDTH)
        self.name_field.textChanged.connect(self._check)
        self._check()

    def target(self) -> str:
        """Return the name that was chosen; as typed, or without the space around it."""
        typed = self.name_field.text()
        return typed if typed in self._names else typed.strip()

    def _check(self) -> None:
        is_known = self.target() in self._names
        is_strange = bool(self.target()) and not is_known
        self._notice.setText("The memory holds no other entity of that name." if is_strange else "")
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_known)
