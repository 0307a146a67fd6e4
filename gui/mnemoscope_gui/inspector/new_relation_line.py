"""The line under an entity's relations in which one more is typed: type → entity."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from mnemoscope_gui.completion import Texts, offer_when_entered
from mnemoscope_gui.typing_undo import leave_undo_to_window

_NO_LIMIT = 2**31 - 1


class NewRelationLine(QWidget):
    """Two fields that complete what exists; Enter adds the relation, or goes to the field that is empty.

    Attributes:
        type_field, target_field: the two.

    Signals:
        added: a type and the name of the entity that the relation leads to.
    """

    added = Signal(object, object)

    def __init__(self, types: Texts, names: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.type_field = _field("Type of a new relation", "Add a relation…", types, self)
        self.target_field = _field("Entity that the new relation leads to", "entity", names, self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.type_field, 1)
        layout.addWidget(QLabel("→", self))
        layout.addWidget(self.target_field, 1)
        for field in (self.type_field, self.target_field):
            field.returnPressed.connect(self._take)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc empty the line."""
        if event.key() == Qt.Key.Key_Escape and (self.type_field.text() or self.target_field.text()):
            self.clear()
        else:
            super().keyPressEvent(event)

    def clear(self) -> None:
        """Empty both fields."""
        self.type_field.clear()
        self.target_field.clear()

    def _take(self) -> None:
        relation_type, target = self.type_field.text().strip(), self.target_field.text().strip()
        if relation_type and target:
            self.added.emit(relation_type, target)
            self.clear()
            self.type_field.setFocus()
        elif relation_type:
            self.target_field.setFocus()
        else:
            self.type_field.setFocus()


def _field(name: str, hint: str, texts: Texts, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setMaxLength(_NO_LIMIT)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    offer_when_entered(field, texts)
    leave_undo_to_window(field)
    return field
