"""The small form for a new relation."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from mnemoscope_gui.completion import offer
from mnemoscope_shared.model import Relation


class NewRelationDialog(QDialog):
    """Asks for the two ends and the type of a relation; names and types that exist are offered."""

    def __init__(
        self,
        names: Sequence[str],
        relation_types: Sequence[str],
        source: str = "",
        target: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("New relation")
        self.source_field = QLineEdit(source, self)
        self.type_field = QLineEdit(self)
        self.type_field.setPlaceholderText("works_at, knows, …")
        self.target_field = QLineEdit(target, self)
        offer(self.source_field, names)
        offer(self.type_field, relation_types)
        offer(self.target_field, names)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Create")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        for label, field in (
            ("From", self.source_field),
            ("Type", self.type_field),
            ("To", self.target_field),
        ):
            field.textChanged.connect(self._check)
            form.addRow(label, field)
        form.addRow(self._buttons)
        self.setMinimumWidth(380)
        self._first_empty().setFocus()
        self._check()

    def relation(self) -> Relation:
        """Return what was asked for."""
        source, target, relation_type = (
            field.text().strip() for field in (self.source_field, self.target_field, self.type_field)
        )
        return Relation(source, target, relation_type)

    def _first_empty(self) -> QLineEdit:
        fields = (self.source_field, self.type_field, self.target_field)
        return next((field for field in fields if not field.text()), self.type_field)

    def _check(self) -> None:
        relation = self.relation()
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(all(relation.key))
