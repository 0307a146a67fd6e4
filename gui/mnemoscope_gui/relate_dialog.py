"""The form that relates several entities to another one at once."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from mnemoscope_gui.completion import offer
from mnemoscope_shared.model import Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.vocabulary import relation_types
from mnemoscope_shared.wording import counted

_WIDTH = 400
_TO, _FROM = range(2)


class RelateDialog(QDialog):
    """Asks for the type, the other end and the direction of the new relations.

    Attributes:
        direction_field, type_field, other_field: the answers.
    """

    def __init__(self, snapshot: Snapshot, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Relate entities")
        self._names = list(names)
        self._snapshot = snapshot
        count = counted(len(names), "entity", "entities")
        self.direction_field = QComboBox(self)
        self.direction_field.addItems([f"From the {count} to one", f"From one to the {count}"])
        self.type_field = QLineEdit(self)
        self.type_field.setPlaceholderText("works_at, knows, …")
        self.other_field = QLineEdit(self)
        self.other_field.setPlaceholderText("An existing entity")
        offer(self.type_field, relation_types(snapshot))
        offer(self.other_field, sorted(snapshot.lines_by_name))
        self._notice = QLabel(self)
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Relate")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._arrange()
        self.type_field.setFocus()
        self._check()

    def relations(self) -> list[Relation]:
        """Return what was asked for; none of them leads from an entity to itself."""
        other, relation_type = self.other_field.text().strip(), self.type_field.text().strip()
        is_outward = self.direction_field.currentIndex() == _TO
        pairs = [(name, other) if is_outward else (other, name) for name in self._names if name != other]
        return [Relation(source, target, relation_type) for source, target in pairs]

    def _arrange(self) -> None:
        form = QFormLayout(self)
        form.addRow("&Direction", self.direction_field)
        form.addRow("&Type", self.type_field)
        form.addRow("&Other end", self.other_field)
        form.addRow(self._notice)
        form.addRow(self._buttons)
        self.setMinimumWidth(_WIDTH)
        for field in (self.type_field, self.other_field):
            field.textChanged.connect(self._check)

    def _check(self) -> None:
        other = self.other_field.text().strip()
        is_known = other in self._snapshot.lines_by_name
        self._notice.setText("The memory holds no entity of that name." if other and not is_known else "")
        can_relate = is_known and bool(self.type_field.text().strip()) and bool(self.relations())
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(can_relate)
