"""One entity: its name, type, observations and relations, each edited where it stands."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from mnemoscope_gui.commit_field import CommitField
from mnemoscope_gui.observation_list import ObservationList
from mnemoscope_gui.relation_list import RelationList
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dot import type_dot
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.corrections import RenameEntity, ReplaceObservation, ReplaceRelation, RetypeEntity
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    DeleteObservations,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import Snapshot

_DOT_PX = 14


class EntityPage(QWidget):
    """Shows an entity and turns what the person types into edits.

    Signals:
        edit_made: an edit to apply.
        entity_chosen, relation_requested, delete_requested: see `Inspector`; each a name.
    """

    edit_made = Signal(object)
    entity_chosen = Signal(object)
    relation_requested = Signal(object)
    delete_requested = Signal(object)

    def __init__(self, slots: TypeSlots, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots = slots
        self._theme = theme
        self._name = ""
        self._entity: Entity | None = None
        self.name_field = CommitField("Name", self)
        self.type_field = CommitField("Type", self)
        self._dot = QLabel(self)
        self._missing = QLabel("Relations name this entity, but the memory does not hold it.", self)
        self.create_button = QPushButton("Create it", self)
        self._observations_title = QLabel(self)
        self.observations = ObservationList(self)
        self._out_title = QLabel(self)
        self.out_relations = RelationList("out", self)
        self._in_title = QLabel(self)
        self.in_relations = RelationList("in", self)
        self._arrange()
        self._connect()

    def show_entity(self, snapshot: Snapshot, name: str) -> None:
        """Show an entity, or what relations say of one that is missing."""
        if name != self._name:
            self.observations.clear_draft()
            self.name_field.drop_draft()
            self.type_field.drop_draft()
        self._name = name
        self._entity = snapshot.entity(name)
        lines = snapshot.relation_lines_at([name])
        relations = [line.record for line in lines if isinstance(line.record, Relation)]
        self._show_fields()
        self._show_relations(relations)

    def set_theme(self, theme: Theme) -> None:
        """Change the colour of the type dot."""
        self._theme = theme

    def edit_name(self) -> None:
        """Put the cursor into the name."""
        self.name_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name_field.selectAll()

    def _show_fields(self) -> None:
        entity = self._entity
        observations = entity.observations if entity is not None else ()
        self.name_field.show_value(self._name)
        self.type_field.show_value(entity.entity_type if entity is not None else "")
        self._dot.setPixmap(type_dot(self._theme, self._slots.slot(self.type_field.value), _DOT_PX, self))
        self._observations_title.setText(f"Observations ({len(observations)})")
        self.observations.show_observations(observations)
        for widget in (self.name_field, self.type_field, self.observations, self._observations_title):
            widget.setEnabled(entity is not None)
        self._missing.setVisible(entity is None)
        self.create_button.setVisible(entity is None)

    def _show_relations(self, relations: Sequence[Relation]) -> None:
        outgoing = [relation for relation in relations if relation.source == self._name]
        incoming = [relation for relation in relations if relation.target == self._name]
        self._out_title.setText(f"Relations to others ({len(outgoing)})")
        self._in_title.setText(f"Relations from others ({len(incoming)})")
        self.out_relations.show_relations(outgoing)
        self.in_relations.show_relations(incoming)

    def _arrange(self) -> None:
        title = QHBoxLayout()
        title.addWidget(self._dot)
        title.addWidget(self.name_field, 1)
        self._missing.setWordWrap(True)
        font = self.name_field.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.name_field.setFont(font)
        lists = QSplitter(Qt.Orientation.Vertical, self)
        lists.setChildrenCollapsible(False)
        lists.addWidget(_titled(self._observations_title, self.observations))
        lists.addWidget(_titled(self._out_title, self.out_relations))
        lists.addWidget(_titled(self._in_title, self.in_relations))
        lists.setSizes([320, 150, 120])
        self.setFocusProxy(self.name_field)
        layout = QVBoxLayout(self)
        layout.addLayout(title)
        layout.addWidget(self.type_field)
        layout.addWidget(self._missing)
        layout.addWidget(self.create_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(lists, 1)
        layout.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        relate, delete = QPushButton("New relation…", self), QPushButton("Delete entity", self)
        relate.clicked.connect(lambda: self.relation_requested.emit(self._name))
        delete.clicked.connect(lambda: self.delete_requested.emit(self._name))
        buttons = QHBoxLayout()
        buttons.addWidget(relate)
        buttons.addStretch(1)
        buttons.addWidget(delete)
        return buttons

    def _connect(self) -> None:
        self.name_field.committed.connect(lambda text: self._make(RenameEntity(self._name, text)))
        self.type_field.committed.connect(lambda text: self._make(RetypeEntity(self._name, text)))
        self.type_field.accept_empty = True
        self.observations.added.connect(lambda text: self._make(AddObservations([self._with(text)])))
        self.observations.removed.connect(lambda texts: self._make(DeleteObservations([self._with(*texts)])))
        self.observations.replaced.connect(
            lambda old, new: self._make(ReplaceObservation(self._name, old, new))
        )
        self.create_button.clicked.connect(lambda: self._make(CreateEntities([Entity(self._name, "", ())])))
        for relations in (self.out_relations, self.in_relations):
            relations.entity_chosen.connect(self.entity_chosen)
            relations.replaced.connect(lambda old, new: self._make(ReplaceRelation(old, new)))
            relations.removed.connect(lambda gone: self._make(DeleteRelations(gone)))

    def _with(self, *texts: str) -> EntityObservations:
        return EntityObservations(self._name, texts)

    def _make(self, edit: object) -> None:
        self.edit_made.emit(edit)


def _titled(title: QLabel, content: QWidget) -> QWidget:
    """Return a block with a title above its content, which it also names for screen readers."""
    block = QWidget()
    title.setBuddy(content)
    layout = QVBoxLayout(block)
    layout.setContentsMargins(0, 6, 0, 0)
    layout.setSpacing(4)
    layout.addWidget(title)
    layout.addWidget(content, 1)
    return block
