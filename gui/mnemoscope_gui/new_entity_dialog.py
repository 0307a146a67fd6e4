"""The small form for a new entity."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from mnemoscope_gui.completion import offer
from mnemoscope_shared.model import Entity


class NewEntityDialog(QDialog):
    """Asks for name, type and a first observation; a name that is taken cannot be confirmed."""

    def __init__(
        self, types: Sequence[str], is_taken: Callable[[str], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("New entity")
        self._is_taken = is_taken
        self.name_field = QLineEdit(self)
        self.type_field = QLineEdit(self)
        self.type_field.setPlaceholderText("person, project, …")
        offer(self.type_field, types)
        self.observation_field = QLineEdit(self)
        self.observation_field.setPlaceholderText("One fact, if you like")
        self._notice = QLabel(self)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Create")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.name_field.textChanged.connect(self._check)
        form = QFormLayout(self)
        form.addRow("Name", self.name_field)
        form.addRow("Type", self.type_field)
        form.addRow("Observation", self.observation_field)
        form.addRow(self._notice)
        form.addRow(self._buttons)
        self.setMinimumWidth(380)
        self._check()

    def entity(self) -> Entity:
        """Return what was asked for."""
        observation = self.observation_field.text().strip()
        observations = (observation,) if observation else ()
        return Entity(self.name_field.text().strip(), self.type_field.text().strip(), observations)

    def _check(self) -> None:
        name = self.name_field.text().strip()
        taken = self._is_taken(name)
        self._notice.setText("There is already an entity of that name." if taken else "")
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(name) and not taken)
