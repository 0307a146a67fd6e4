"""The relations of an entity: type and other end, the type edited in place."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from mnemoscope_shared.model import Relation

Direction = Literal["out", "in"]

_TYPE, _OTHER = range(2)
_ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class RelationList(QTreeWidget):
    """The relations that go out of an entity, or those that come in.

    Double-click or Enter goes to the other end, F2 edits the type, Delete removes the relation.

    Signals:
        entity_chosen: the name of the other end.
        replaced: a relation and what it is to become.
        removed: the relations that are to go.
    """

    entity_chosen = Signal(object)
    replaced = Signal(object, object)
    removed = Signal(object)

    def __init__(self, direction: Direction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._direction = direction
        self._relations: tuple[Relation, ...] = ()
        self.setAccessibleName("Relations to others" if direction == "out" else "Relations from others")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setSectionResizeMode(_TYPE, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setMaximumSectionSize(180)
        self.itemDoubleClicked.connect(self._choose)
        self.itemChanged.connect(self._commit)
        self.customContextMenuRequested.connect(self._open_menu)

    def show_relations(self, relations: Sequence[Relation]) -> None:
        """Show these relations, unless a type is being edited: then the edit goes on."""
        if self.state() == QAbstractItemView.State.EditingState or tuple(relations) == self._relations:
            return
        self._relations = tuple(relations)
        self.blockSignals(True)
        self.clear()
        for relation in relations:
            item = QTreeWidgetItem([relation.relation_type, self._label(relation)])
            item.setFlags(_ROW)
            item.setToolTip(_OTHER, self._other(relation).replace("<", "‹"))
            self.addTopLevelItem(item)
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 edits the type, Enter goes to the other end."""
        if self.state() == QAbstractItemView.State.EditingState:
            # The Enter that ends an edit comes here too.
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._remove_selected()
        elif event.key() == Qt.Key.Key_F2:
            self._edit(self.currentItem())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _label(self, relation: Relation) -> str:
        return f"{'→' if self._direction == 'out' else '←'} {self._other(relation)}"

    def _other(self, relation: Relation) -> str:
        return relation.target if self._direction == "out" else relation.source

    def _relation(self, item: QTreeWidgetItem) -> Relation:
        return self._relations[self.indexOfTopLevelItem(item)]

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.entity_chosen.emit(self._other(self._relation(item)))

    def _edit(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.editItem(item, _TYPE)

    def _commit(self, item: QTreeWidgetItem, column: int) -> None:
        relation, text = self._relation(item), item.text(_TYPE).strip()
        if column == _TYPE and text and text != relation.relation_type:
            replacement = Relation(relation.source, relation.target, text)
            row = self.indexOfTopLevelItem(item)
            self._relations = (*self._relations[:row], replacement, *self._relations[row + 1 :])
            self.replaced.emit(relation, replacement)

    def _remove_selected(self) -> None:
        relations = [self._relation(item) for item in self.selectedItems()]
        if relations:
            self.removed.emit(relations)

    def _open_menu(self, position: QPoint) -> None:
        item = self.itemAt(position)
        if item is None:
            return
        menu = QMenu(self)
        menu.addAction("Go to the other end", lambda: self._choose(item))
        menu.addAction("Change type", lambda: self._edit(item))
        menu.addAction("Delete relation", self._remove_selected)
        menu.exec(self.viewport().mapToGlobal(position))
        menu.deleteLater()
