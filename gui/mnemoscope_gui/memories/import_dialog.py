"""What taking records into a memory would do, shown before it is done."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_shared.import_records import ImportedRecords
from mnemoscope_shared.wording import counted

_LISTED = 200
_SHOWN_LENGTH = 160
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
        self.preview = QTreeWidget(self)
        self.preview.setAccessibleName("What would be added")
        self.preview.setHeaderHidden(True)
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
        self._add_group("New entities", (entity.name for entity in imported.created))
        more = (f"{item.entity_name}: {text}" for item in imported.extended for text in item.observations)
        self._add_group("New observations of entities that are there", more)
        relations = (f"{one.source} → {one.relation_type} → {one.target}" for one in imported.related)
        self._add_group("New relations", relations)
        known = imported.known_entities + imported.known_relations
        if known:
            text = f"{counted(known, 'record is', 'records are')} there already"
            self.preview.addTopLevelItem(QTreeWidgetItem([text]))

    def _add_group(self, title: str, texts: Iterable[str]) -> None:
        texts = list(texts)
        if not texts:
            return
        group = QTreeWidgetItem([f"{title} ({len(texts):,})"])
        self.preview.addTopLevelItem(group)
        for text in texts[:_LISTED]:
            group.addChild(QTreeWidgetItem([shortened(text, _SHOWN_LENGTH)]))
        if len(texts) > _LISTED:
            group.addChild(QTreeWidgetItem([f"… and {len(texts) - _LISTED:,} more"]))
        group.setExpanded(True)


def adds_anything(imported: ImportedRecords) -> bool:
    """Return whether an import has anything to add."""
    return bool(imported.created or imported.extended or imported.related)
