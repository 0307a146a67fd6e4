"""What taking records into a memory would do, shown before it is done."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.preview_tree import PreviewTree
from mnemoscope_shared.import_records import ImportedRecords
from mnemoscope_shared.wording import counted

_SIZE = (520, 460)


class ImportDialog(QDialog):
    """A sentence, the list of what would be added, and the button that adds it.

    Attributes:
        preview: what would be added.
        add_button: does it; off where there is nothing to add.
    """

    def __init__(
        self,
        title: str,
        sentence: str,
        imported: ImportedRecords,
        action: str = "Add",
        parent: QWidget | None = None,
    ) -> None:
        """Ask; `action` is the title of the button."""
        super().__init__(parent)
        self.setWindowTitle(title)
        label = QLabel(sentence, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self.preview = PreviewTree("What would be added", self)
        self._fill(imported)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.add_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.add_button.setText(action)
        self.add_button.setEnabled(adds_anything(imported))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (label, self.preview, buttons):
            layout.addWidget(part)
        self.resize(*_SIZE)

    def _fill(self, imported: ImportedRecords) -> None:
        self.preview.add_group("New entities", (entity.name for entity in imported.created))
        more = (f"{item.entity_name}: {text}" for item in imported.extended for text in item.observations)
        self.preview.add_group("New observations of entities that are there", more)
        relations = (f"{one.source} → {one.relation_type} → {one.target}" for one in imported.related)
        self.preview.add_group("New relations", relations)
        known = imported.known_entities + imported.known_relations
        if known:
            text = f"{counted(known, 'record is', 'records are')} there already"
            self.preview.addTopLevelItem(QTreeWidgetItem([text]))


def adds_anything(imported: ImportedRecords) -> bool:
    """Return whether an import has anything to add."""
    return bool(imported.created or imported.extended or imported.related)
