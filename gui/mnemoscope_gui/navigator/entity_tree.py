"""The tree of types and entities: check marks hide types, a click goes to an entity."""

from collections import Counter
from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeView, QWidget

from mnemoscope_gui.navigator.check_delegate import CheckDelegate
from mnemoscope_gui.navigator.entity_tree_model import COUNT, NAME, EntityTreeModel
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dots import TypeDots
from mnemoscope_gui.type_slots import TypeSlots

_DOT_PX = 12
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNFOLDED_ENTITIES = 200
"""While one filters, types unfold by themselves as long as there are no more entities than that."""


class EntityTree(QTreeView):
    """Types, and the entities of each.

    Enter or a click on an entity goes to it; Enter or a double click on a type selects all of it; Space takes
    its check mark away.

    Signals:
        entity_chosen: a name.
        type_chosen: a type, all of whose entities are to be selected.
        type_toggled: a type, and whether it is to be shown.
        only_type_requested: the one type that is to be shown.
        rename_requested: a type.
    """

    entity_chosen = Signal(object)
    type_chosen = Signal(object)
    type_toggled = Signal(object, bool)
    only_type_requested = Signal(object)
    rename_requested = Signal(object)

    def __init__(self, slots: TypeSlots, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots = TypeDots(slots, theme, _DOT_PX, self)
        self._unfolded: set[str] = set()
        self.entities = EntityTreeModel(self)
        self.setModel(self.entities)
        self.setItemDelegate(CheckDelegate(self))
        self.setAccessibleName("Entities by type")
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(_DOT_PX, _DOT_PX))
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        self.entities.type_toggled.connect(self.type_toggled)
        self.clicked.connect(self._go_to)
        self.doubleClicked.connect(self._select_type)
        self.expanded.connect(lambda index: self._note_fold(index, is_open=True))
        self.collapsed.connect(lambda index: self._note_fold(index, is_open=False))
        self.customContextMenuRequested.connect(self._open_menu)

    def show_all(self, counts: Counter[str], names_of: Callable[[str], list[str]]) -> None:
        """Show all types, as `EntityTreeModel.show_all`; what was unfolded stays so."""
        self._show(lambda: self.entities.show_all(counts, names_of), is_filtered=False)

    def show_found(self, found: Mapping[str, list[str]]) -> None:
        """Show the entities that a filter has found, by type, all of them if they are few."""
        self._show(lambda: self.entities.show_found(found), is_filtered=True)

    def _show(self, fill: Callable[[], None], *, is_filtered: bool) -> None:
        index = self.currentIndex()
        current, group = self.entities.name_at(index), self.entities.type_at(self.entities.parent(index))
        unfolded = set(self._unfolded)
        fill()
        self._paint_dots()
        self._unfold(unfolded, is_filtered=is_filtered)
        if current is not None and group is not None:
            self.show_current(current, group)

    def show_current(self, name: str, entity_type: str) -> None:
        """Mark an entity that is selected elsewhere, if its type is unfolded."""
        is_unfolded = self.isExpanded(self.entities.index_of_type(entity_type))
        index = self.entities.index_of_name(name, entity_type) if is_unfolded else QModelIndex()
        self.setCurrentIndex(index)

    def enter(self) -> None:
        """Take the keyboard, on the first entity that is unfolded, else on the first type."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        first = self.entities.index(0, NAME)
        below = self.entities.index(0, NAME, first)
        self.setCurrentIndex(below if self.isExpanded(first) and below.isValid() else first)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the dots."""
        self._dots.set_theme(theme)
        self._paint_dots()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to an entity, or selects all of a type."""
        index = self.currentIndex()
        if event.key() in _ENTER and index.isValid():
            self._go_to(index)
            self._select_type(index)
        else:
            super().keyPressEvent(event)

    def _go_to(self, index: QModelIndex) -> None:
        name = self.entities.name_at(index)
        if name is not None:
            self.entity_chosen.emit(name)

    def _select_type(self, index: QModelIndex) -> None:
        entity_type = self.entities.type_at(index)
        if entity_type is not None:
            self.type_chosen.emit(entity_type)

    def _note_fold(self, index: QModelIndex, *, is_open: bool) -> None:
        entity_type = self.entities.type_at(index)
        if entity_type is not None:
            (self._unfolded.add if is_open else self._unfolded.discard)(entity_type)

    def _unfold(self, types: set[str], *, is_filtered: bool) -> None:
        self.blockSignals(True)
        everything = is_filtered and self.entities.entity_count() <= _UNFOLDED_ENTITIES
        for entity_type in self.entities.types():
            if everything or entity_type in types:
                self.expand(self.entities.index_of_type(entity_type))
        self.blockSignals(False)
        self._unfolded = types

    def _paint_dots(self) -> None:
        self.entities.set_icons({one: self._dots.dot(one) for one in self.entities.types()})

    def _open_menu(self, position: QPoint) -> None:
        index = self.indexAt(position)
        entity_type = self.entities.type_at(index)
        if entity_type is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Select all of this type", lambda: self.type_chosen.emit(entity_type))
        menu.addAction("Show only this type", lambda: self.only_type_requested.emit(entity_type))
        menu.addAction("Rename this type…", lambda: self.rename_requested.emit(entity_type))
        menu.popup(self.viewport().mapToGlobal(position))
