"""The form for merging entities, with a preview of everything that it will change."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.preview_tree import PreviewTree
from mnemoscope_shared.edit import preview
from mnemoscope_shared.errors import EditError
from mnemoscope_shared.merge import MergedEntities, MergeEntities
from mnemoscope_shared.model import Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import type_name

_SHOWN_LENGTH = 160
_SIZE = (520, 520)


class MergeDialog(QDialog):
    """Asks which name and type the one entity is to have that several become.

    Attributes:
        name_field, type_field: the answers.
        preview: what the merge will do, made by the merge itself.
    """

    def __init__(self, snapshot: Snapshot, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Merge entities")
        self._snapshot = snapshot
        self._names = sorted(names, key=self._weight, reverse=True)
        self.name_field = self._choice((shortened(name, _SHOWN_LENGTH), name) for name in self._names)
        self.type_field = self._choice((type_name(one), one) for one in self._types())
        self._notice = QLabel(self)
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setWordWrap(True)
        self.preview = PreviewTree("What the merge will do", self)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Merge")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._arrange()
        for field in (self.name_field, self.type_field):
            field.currentIndexChanged.connect(self._show_preview)
        self._show_preview()

    def edit(self) -> MergeEntities:
        """Return what was asked for."""
        return MergeEntities(tuple(self._names), self.name_field.currentData(), self.type_field.currentData())

    def _choice(self, options: Iterable[tuple[str, str]]) -> QComboBox:
        """Return a field for one of several values, each with the text that stands for it."""
        field = QComboBox(self)
        field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for text, value in options:
            field.addItem(text, value)
        return field

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("&Name that stays", self.name_field)
        form.addRow("&Type", self.type_field)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._notice)
        layout.addWidget(self.preview, 1)
        layout.addWidget(self._buttons)
        self.resize(*_SIZE)

    def _weight(self, name: str) -> int:
        """How much the memory says of an entity: the one it says most of is likely to stay."""
        entity = self._snapshot.entity(name)
        observations = len(entity.observations) if entity is not None else 0
        return observations + len(self._snapshot.relation_lines_at([name]))

    def _types(self) -> list[str]:
        entities = [self._snapshot.entity(name) for name in self._names]
        types = dict.fromkeys(entity.entity_type for entity in entities if entity is not None)
        return sorted(types, key=lambda entity_type: not entity_type)

    def _show_preview(self) -> None:
        problem = ""
        self.preview.clear()
        try:
            self._fill(preview(self._snapshot, self.edit()))
        except EditError as error:
            problem = str(error)
        self._notice.setText(problem)
        self._notice.setVisible(bool(problem))
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _fill(self, merged: MergedEntities) -> None:
        self.preview.add_group("Observations", merged.entity.observations)
        leading = [f"{_told(before)}  ⇒  {_told(after)}" for before, after in merged.repointed]
        self.preview.add_group("Relations that lead to it from now on", leading)
        self.preview.add_group("Relations that go: loops and repeats", map(_told, merged.dropped))
        self.preview.add_group("Entities that go", (entity.name for entity in merged.absorbed))


def _told(relation: Relation) -> str:
    return f"{relation.source} → {relation.relation_type} → {relation.target}"
