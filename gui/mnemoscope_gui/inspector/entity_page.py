"""One entity: its name, type, observations, relations and history, each corrected where it stands."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from mnemoscope_gui.commit_field import CommitField
from mnemoscope_gui.completion import offer_when_entered
from mnemoscope_gui.inspector.draft_keeper import DraftKeeper
from mnemoscope_gui.inspector.draft_notices import DraftNotices
from mnemoscope_gui.inspector.entity_sections import EntitySections
from mnemoscope_gui.inspector.notice_line import NoticeLine
from mnemoscope_gui.inspector.page_drafts import PageDrafts
from mnemoscope_gui.inspector.provenance_reader import Origins, ProvenanceReader
from mnemoscope_gui.inspector.provenance_text import origin_bylines
from mnemoscope_gui.relative_time import now_ms
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dot import type_dot
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteObservations,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity, RestoreEntity, RetypeEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.observation_corrections import (
    ReorderObservations,
    ReplaceObservation,
    SplitObservation,
)
from mnemoscope_shared.relation_corrections import ReplaceRelation
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.vocabulary import entity_types, relation_types

_DOT_PX = 14
_TITLE_SCALE = 1.25


class EntityPage(QWidget):
    """Shows an entity and turns what the person types into edits.

    Attributes:
        name: the entity's name; empty before there was one.
        notice: what there is to say about drafts.
        drafts: what ties the fields to them.

    Signals:
        edit_made: an edit to apply.
        answered: the person has decided about drafts of an entity that is gone.
        entity_chosen, relation_requested, delete_requested: see `Inspector`; each a name.
    """

    edit_made = Signal(object)
    answered = Signal()
    entity_chosen = Signal(object)
    relation_requested = Signal(object)
    delete_requested = Signal(object)

    def __init__(
        self,
        slots: TypeSlots,
        theme: Theme,
        keeper: DraftKeeper,
        reader: ProvenanceReader,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._slots = slots
        self._theme = theme
        self._reader = reader
        self.name = ""
        self._snapshot = EMPTY
        self._entity: Entity | None = None
        self._came_from: QWidget | None = None
        self._dot = QLabel(self)
        self.name_field = CommitField("Name", self)
        self.type_field = CommitField("Type", self)
        self.notice = NoticeLine(theme, self)
        self._missing = QLabel("Relations name this entity, but the memory does not hold it.", self)
        self.create_button = QPushButton("Create it", self)
        self._sections = EntitySections(self._relation_types, self._names, self)
        self.observations = self._sections.observations
        self.out_relations, self.in_relations = self._sections.out_relations, self._sections.in_relations
        self.relation_line = self._sections.relation_line
        self.history = self._sections.history
        self.drafts = PageDrafts(
            keeper,
            {"name": self.name_field, "type": self.type_field},
            self.observations,
            self.relation_line,
        )
        self._notices = DraftNotices(self.notice, self.drafts, reader)
        self._arrange()
        self._connect_fields()
        self._connect_observations()
        self._connect_relations()
        self._connect_drafts(keeper)

    def show_entity(self, snapshot: Snapshot, name: str) -> None:
        """Show an entity, or what relations say of one that is missing."""
        entity = snapshot.entity(name)
        is_another = name != self.name
        comes_back = is_another or (self._entity is None and entity is not None)
        if is_another:
            self.drafts.leave(name)
            self.out_relations.leave()
            self.in_relations.leave()
        self.name, self._snapshot, self._entity = name, snapshot, entity
        if entity is None:
            self.observations.abandon_editing()
        self._show_fields()
        self._show_relations(snapshot)
        if comes_back and entity is not None:
            self.drafts.put_all_back(self._snapshot)
        self.drafts.mark_observations()
        self._notices.show(snapshot, name)
        self.history.follow(entity, is_another=is_another)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the type dot and of the notice."""
        self._theme = theme
        self.notice.set_theme(theme)

    def edit_name(self) -> None:
        """Put the cursor into the name; Enter or Esc gives the keyboard back to where it was."""
        self._came_from = QApplication.focusWidget()
        self.name_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name_field.selectAll()

    def _go_back(self) -> None:
        came_from, self._came_from = self._came_from, None
        if came_from is not None and isValid(came_from) and not self.isAncestorOf(came_from):
            came_from.setFocus(Qt.FocusReason.OtherFocusReason)

    # Showing

    def _show_fields(self) -> None:
        entity = self._entity
        observations = entity.observations if entity is not None else ()
        self.name_field.show_value(self.name)
        self.type_field.show_value(entity.entity_type if entity is not None else "")
        self._dot.setPixmap(type_dot(self._theme, self._slots.slot(self.type_field.value), _DOT_PX, self))
        self.observations.show_observations(observations)
        self._show_origins()
        is_there = entity is not None
        for widget in (self.name_field, self.type_field, self.observations):
            widget.setEnabled(is_there)
        is_ghost = not is_there and self.name in self._snapshot.lines_by_end
        self._missing.setVisible(is_ghost)
        self.create_button.setVisible(is_ghost)

    def _show_origins(self) -> None:
        origins = self._reader.ask_origins(self._entity)
        if origins is not None:
            self._take_origins(self._entity, origins)

    def _take_origins(self, entity: Entity | None, origins: Origins) -> None:
        if entity is not None and entity == self._entity:
            self.observations.show_bylines(origin_bylines(entity.observations, origins, now_ms()))

    def _show_relations(self, snapshot: Snapshot) -> None:
        lines = snapshot.relation_lines_at([self.name])
        relations = [line.record for line in lines if isinstance(line.record, Relation)]
        outgoing = [relation for relation in relations if relation.source == self.name]
        incoming = [relation for relation in relations if relation.target == self.name]
        self.out_relations.show_relations(outgoing)
        self.in_relations.show_relations(incoming)
        count = len(self._entity.observations) if self._entity is not None else None
        self._sections.show_counts(count, len(outgoing), len(incoming))

    # Putting together

    def _arrange(self) -> None:
        title = QHBoxLayout()
        title.addWidget(self._dot)
        title.addWidget(self.name_field, 1)
        self._missing.setWordWrap(True)
        font = self.name_field.font()
        font.setPointSizeF(font.pointSizeF() * _TITLE_SCALE)
        font.setBold(True)
        self.name_field.setFont(font)
        self.setFocusProxy(self.name_field)
        layout = QVBoxLayout(self)
        layout.addLayout(title)
        layout.addWidget(self.type_field)
        layout.addWidget(self.notice)
        layout.addWidget(self._missing)
        layout.addWidget(self.create_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._sections, 1)
        layout.addLayout(self._buttons())
        for first, second in pairwise(
            [self.name_field, self.type_field, self.notice, *self._sections.in_order()]
        ):
            self.setTabOrder(first, second)

    def _buttons(self) -> QHBoxLayout:
        relate, delete = QPushButton("New relation…", self), QPushButton("Delete entity", self)
        relate.clicked.connect(lambda: self.relation_requested.emit(self.name))
        delete.clicked.connect(lambda: self.delete_requested.emit(self.name))
        buttons = QHBoxLayout()
        buttons.addWidget(relate)
        buttons.addStretch(1)
        buttons.addWidget(delete)
        return buttons

    def _connect_fields(self) -> None:
        self.name_field.finished.connect(self._go_back)
        self.name_field.committed.connect(lambda text: self._make(RenameEntity(self.name, text)))
        self.type_field.committed.connect(lambda text: self._make(RetypeEntity(self.name, text)))
        self.type_field.accept_empty = True
        offer_when_entered(self.type_field, lambda: entity_types(self._snapshot))
        self.create_button.clicked.connect(lambda: self._make(CreateEntities([Entity(self.name, "", ())])))
        self._reader.origins_known.connect(self._take_origins)

    def _connect_observations(self) -> None:
        observations = self.observations
        observations.added.connect(lambda texts: self._make(AddObservations([self._with(texts)])))
        observations.removed.connect(lambda texts: self._make(DeleteObservations([self._with(texts)])))
        observations.replaced.connect(lambda old, new: self._make(ReplaceObservation(self.name, old, new)))
        observations.split.connect(lambda old, parts: self._make(SplitObservation(self.name, old, parts)))
        observations.reordered.connect(lambda order: self._make(ReorderObservations(self.name, order)))
        self.history.restore_requested.connect(lambda version: self._make(RestoreEntity(self.name, version)))
        self.history.wanted.connect(self._read_history)

    def _connect_relations(self) -> None:
        for relations in (self.out_relations, self.in_relations):
            relations.entity_chosen.connect(self.entity_chosen)
            relations.replaced.connect(lambda old, new: self._make(ReplaceRelation(old, new)))
            relations.removed.connect(lambda gone: self._make(DeleteRelations(gone)))
        self.relation_line.added.connect(
            lambda kind, target: self._make(CreateRelations([Relation(self.name, target, kind)]))
        )

    def _connect_drafts(self, keeper: DraftKeeper) -> None:
        self._notices.edit_made.connect(self.edit_made)
        self._notices.answered.connect(self._show_again)
        keeper.recalled.connect(self._recall)

    def _show_again(self) -> None:
        self.show_entity(self._snapshot, self.name)
        self.answered.emit()

    def _recall(self) -> None:
        if self._entity is not None:
            self.drafts.put_all_back(self._snapshot)
            self.show_entity(self._snapshot, self.name)

    def _read_history(self, limit: int) -> None:
        name = self.name
        self._reader.ask_history(
            self._snapshot,
            name,
            limit,
            lambda history: self.history.show_history(history) if name == self.name else None,
        )

    def _relation_types(self) -> Sequence[str]:
        return relation_types(self._snapshot)

    def _names(self) -> Sequence[str]:
        return sorted(self._snapshot.lines_by_name)

    def _with(self, texts: Sequence[str]) -> EntityObservations:
        return EntityObservations(self.name, tuple(texts))

    def _make(self, edit: Edit[Any]) -> None:
        self.edit_made.emit(edit)
