"""The relations of an entity: type and other end, each edited in place."""

from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QLocale, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.completion import CompletingDelegate, Texts
from mnemoscope_gui.inspector.provenance_text import plain
from mnemoscope_shared.model import Relation

Direction = Literal["out", "in"]

_TYPE, _OTHER = range(2)
_ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
_SHOWN_LENGTH = 120
_ARROWS = {"out": "→ ", "in": "← "}
_WIDEST_TYPE_PX = 160


class RelationList(QTreeWidget):
    """The relations that go out of an entity, or those that come in.

    Double-click or Enter goes to the other end, F2 edits the type and Shift+F2 the other end, Tab leads from
    the one to the other, Delete removes the relation.

    Signals:
        entity_chosen: the name of the other end.
        replaced: a relation and what it is to become.
        removed: the relations that are to go.
    """

    entity_chosen = Signal(object)
    replaced = Signal(object, object)
    removed = Signal(object)

    def __init__(
        self, direction: Direction, types: Texts, names: Texts, parent: QWidget | None = None
    ) -> None:
        """List relations in one direction; `types` and `names` are offered while one is edited."""
        super().__init__(parent)
        self._direction = direction
        self._relations: tuple[Relation, ...] = ()
        self._waiting: tuple[Relation, ...] | None = None
        self.setAccessibleName("Relations to others" if direction == "out" else "Relations from others")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setSectionResizeMode(_TYPE, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setMaximumSectionSize(_WIDEST_TYPE_PX)
        self.setItemDelegateForColumn(_TYPE, _EndDelegate("Type of the relation", types, "", self))
        other = _EndDelegate("Other end of the relation", names, _ARROWS[direction], self)
        self.setItemDelegateForColumn(_OTHER, other)
        self.itemDoubleClicked.connect(self._choose)
        self.itemChanged.connect(self._commit)
        self.customContextMenuRequested.connect(self._open_menu)

    @property
    def is_editing(self) -> bool:
        """Whether an editor is open."""
        return self.state() == QAbstractItemView.State.EditingState

    def height_of_rows(self, count: int) -> int:
        """Return how high the list is in px when it shows so many rows."""
        return count * self.sizeHintForRow(0) + 2 * self.frameWidth() + 2 if count else 0

    def sizeHint(self) -> QSize:
        """As high as all rows are."""
        return QSize(super().sizeHint().width(), self.height_of_rows(len(self._relations)))

    def show_relations(self, relations: Sequence[Relation]) -> None:
        """Show these relations; while one is being edited, they follow when its editor closes."""
        if self.is_editing:
            self._waiting = tuple(relations)
        elif tuple(relations) != self._relations:
            self._fill(tuple(relations))

    def leave(self) -> None:
        """Close an open editor without committing, as for another entity."""
        self._waiting = None
        self._fill(())

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Go on to the other end with Tab; show what has been waiting."""
        item = self.currentItem()
        goes_on = hint == QAbstractItemDelegate.EndEditHint.EditNextItem and self.currentColumn() == _TYPE
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        if goes_on and item is not None:
            self.editItem(item, _OTHER)
        elif self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            if waiting != self._relations:
                self._fill(waiting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 edits, Enter goes to the other end."""
        if self.is_editing:
            # The Enter that ends an edit comes here too.
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._remove_selected()
        elif event.key() == Qt.Key.Key_F2:
            is_other = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._edit(self.currentItem(), _OTHER if is_other else _TYPE)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _fill(self, relations: tuple[Relation, ...]) -> None:
        row = self.currentIndex().row()
        self._relations = relations
        with QSignalBlocker(self):
            self.clear()
            self.addTopLevelItems([self._item(relation) for relation in relations])
            if row >= 0 and relations:
                self.setCurrentIndex(self.model().index(min(row, len(relations) - 1), _TYPE))

    def _item(self, relation: Relation) -> QTreeWidgetItem:
        item = QTreeWidgetItem([relation.relation_type, self._other(relation)])
        item.setFlags(_ROW)
        item.setToolTip(_TYPE, plain(shortened(relation.relation_type, _SHOWN_LENGTH)))
        item.setToolTip(_OTHER, plain(shortened(self._other(relation), _SHOWN_LENGTH)))
        return item

    def _other(self, relation: Relation) -> str:
        return relation.target if self._direction == "out" else relation.source

    def _relation(self, item: QTreeWidgetItem) -> Relation:
        return self._relations[self.indexOfTopLevelItem(item)]

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.entity_chosen.emit(self._other(self._relation(item)))

    def _edit(self, item: QTreeWidgetItem | None, column: int) -> None:
        if item is not None:
            self.setCurrentItem(item, column)
            self.editItem(item, column)

    def _commit(self, item: QTreeWidgetItem, column: int) -> None:
        row, text = self.indexOfTopLevelItem(item), item.text(column).strip()
        before = self._relations[row]
        after = self._with(before, column, text) if text else before
        with QSignalBlocker(self):
            item.setText(column, after.relation_type if column == _TYPE else self._other(after))
        if after != before:
            self._relations = (*self._relations[:row], after, *self._relations[row + 1 :])
            self.replaced.emit(before, after)

    def _with(self, relation: Relation, column: int, text: str) -> Relation:
        if column == _TYPE:
            return Relation(relation.source, relation.target, text)
        if self._direction == "out":
            return Relation(relation.source, text, relation.relation_type)
        return Relation(text, relation.target, relation.relation_type)

    def _remove_selected(self) -> None:
        relations = [self._relation(item) for item in self.selectedItems()]
        if relations:
            self.removed.emit(relations)

    def _open_menu(self, position: QPoint) -> None:
        item = self.itemAt(position)
        if item is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Go to the other end\tEnter", lambda: self._choose(item))
        menu.addAction("Change type\tF2", lambda: self._edit(item, _TYPE))
        menu.addAction("Change other end\tShift+F2", lambda: self._edit(item, _OTHER))
        menu.addSeparator()
        menu.addAction("Delete relation\tDel", self._remove_selected)
        menu.popup(self.viewport().mapToGlobal(position))


class _EndDelegate(CompletingDelegate):
    """Shows one visible line of a type or a name, after an arrow or nothing."""

    def __init__(self, name: str, texts: Texts, arrow: str, parent: QWidget) -> None:
        super().__init__(name, texts, parent)
        self._arrow = arrow

    def displayText(self, value: Any, locale: QLocale | QLocale.Language) -> str:
        """Return what is painted."""
        return f"{self._arrow}{shortened(str(value), _SHOWN_LENGTH)}"
