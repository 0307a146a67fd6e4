"""The form for renaming a type wherever it occurs."""

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.completion import offer
from mnemoscope_shared.wording import counted, type_name

_SHOWN_LENGTH = 60
_WIDTH = 420


class RenameTypeDialog(QDialog):
    """Asks for a type in use and its new name, and says how much that touches.

    Attributes:
        type_field: which type.
        name_field: what it is to be called.
    """

    def __init__(
        self, title: str, nouns: tuple[str, str], counts: Counter[str], parent: QWidget | None = None
    ) -> None:
        """Offer the types of `counts`; `nouns` name what bears them, one of it and several."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self._nouns = nouns
        self._counts = counts
        self.type_field = QComboBox(self)
        self.type_field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for name, count in counts.most_common():
            self.type_field.addItem(f"{shortened(type_name(name), _SHOWN_LENGTH)} ({count:,})", name)
        self.name_field = QLineEdit(self)
        offer(self.name_field, sorted(counts.keys() - {""}))
        self._effect = QLabel(self)
        self._effect.setTextFormat(Qt.TextFormat.PlainText)
        self._effect.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Rename")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Type", self.type_field)
        form.addRow("&New name", self.name_field)
        form.addRow(self._effect)
        form.addRow(self._buttons)
        self.setMinimumWidth(_WIDTH)
        self.type_field.currentIndexChanged.connect(self._begin_with_type)
        self.name_field.textChanged.connect(self._show_effect)
        self._begin_with_type()

    def choose(self, name: str) -> None:
        """Begin with a type, if it is in use."""
        self.type_field.setCurrentIndex(max(self.type_field.findData(name), 0))

    def old_name(self) -> str:
        """Return the type that is to be renamed."""
        return str(self.type_field.currentData() or "")

    def new_name(self) -> str:
        """Return what it is to be called."""
        return self.name_field.text().strip()

    def _begin_with_type(self) -> None:
        self.name_field.setText(self.old_name())
        self.name_field.selectAll()
        self._show_effect()

    def _show_effect(self) -> None:
        new_name = self.new_name()
        is_change = bool(new_name) and new_name != self.old_name()
        self._effect.setText(self._told_effect(new_name) if is_change else "Type another name.")
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_change)

    def _told_effect(self, new_name: str) -> str:
        touched = f"{counted(self._counts[self.old_name()], *self._nouns)} will change."
        present = self._counts[new_name]
        if not present:
            return touched
        return f"{touched} {counted(present, *self._nouns)} of that type already: they become one type."
