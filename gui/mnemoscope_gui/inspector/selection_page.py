"""What the inspector shows of several selected entities, and what can be done to all of them."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.commit_field import CommitField
from mnemoscope_gui.completion import offer_when_entered
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.vocabulary import entity_types
from mnemoscope_shared.wording import counted

_LISTED = 1_000
_SHOWN_LENGTH = 120


class SelectionPage(QWidget):
    """The names of the selected entities, their common type, and buttons for all of them.

    Signals:
        entity_chosen: one of them is to be shown alone.
        retype_requested: the names, and the type that all of them are to have.
        merge_requested, relate_requested, delete_requested: the names.
    """

    entity_chosen = Signal(object)
    retype_requested = Signal(object, object)
    merge_requested = Signal(object)
    relate_requested = Signal(object)
    delete_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self._snapshot = EMPTY
        self._title = QLabel(self)
        self.type_field = CommitField("Several types", self)
        self.type_field.setAccessibleName("Type of all selected entities")
        offer_when_entered(self.type_field, lambda: entity_types(self._snapshot))
        self.type_field.committed.connect(lambda text: self.retype_requested.emit(self._names, text))
        self.list = QListWidget(self)
        self.list.setAccessibleName("Selected entities")
        self.list.setUniformItemSizes(True)
        self.list.itemActivated.connect(self._choose)
        self.merge_button = QPushButton("Merge…", self)
        self.relate_button = QPushButton("Relate…", self)
        self.delete_button = QPushButton("Delete", self)
        self.merge_button.clicked.connect(lambda: self.merge_requested.emit(self._names))
        self.relate_button.clicked.connect(lambda: self.relate_requested.emit(self._names))
        self.delete_button.clicked.connect(lambda: self.delete_requested.emit(self._names))
        self.setFocusProxy(self.list)
        self._arrange()

    def show_names(self, snapshot: Snapshot, names: Sequence[str]) -> None:
        """Show the selected entities and how they hang together."""
        if list(names) != self._names:
            self.type_field.drop_draft()
        self._names = list(names)
        self._snapshot = snapshot
        relations = len(snapshot.relation_lines_at(names))
        self._title.setText(f"{len(names):,} entities, {counted(relations, 'relation', 'relations')} at them")
        self.type_field.show_value(self._common_type())
        self._fill()

    def _common_type(self) -> str:
        """Return the type that all entities among the selected have, or an empty text."""
        entities = [self._snapshot.entity(name) for name in self._names]
        types = {entity.entity_type for entity in entities if entity is not None}
        return types.pop() if len(types) == 1 else ""

    def _fill(self) -> None:
        self.list.clear()
        for name in self._names[:_LISTED]:
            self.list.addItem(shortened(name, _SHOWN_LENGTH))
        if len(self._names) > _LISTED:
            self.list.addItem(f"… and {len(self._names) - _LISTED:,} more")

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("&Type of all", self.type_field)
        buttons = QHBoxLayout()
        buttons.addWidget(self.merge_button)
        buttons.addWidget(self.relate_button)
        buttons.addStretch(1)
        buttons.addWidget(self.delete_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self._title)
        layout.addLayout(form)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    def _choose(self, item: QListWidgetItem) -> None:
        row = self.list.row(item)
        if row < min(len(self._names), _LISTED):
            self.entity_chosen.emit(self._names[row])
