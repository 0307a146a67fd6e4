"""The panel on the left: what there is in the memory, and what of it is shown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from mnemoscope_gui.canvas.graph_filter import GraphFilter
from mnemoscope_gui.filter_field import FilterField
from mnemoscope_gui.navigator.entity_tree import EntityTree
from mnemoscope_gui.navigator.name_list import NameList
from mnemoscope_gui.navigator.relation_filter import RelationFilter
from mnemoscope_gui.navigator.saved_views_list import SavedViewsList
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import EMPTY, Snapshot

_SHARES = (360, 180, 110)
_MOST_FOLLOWED = 1_000
"""A change of more lines is not followed: the list of names is made anew."""


class Navigator(QWidget):
    """Types with their entities, types of relations, saved views.

    Attributes:
        filter_field: narrows both lists down to what holds the words typed.
        tree, relations, views: the three lists.
        show_all_button: shows everything that is hidden again.
        save_view_button: keeps the view of now.

    Signals:
        filter_chosen: the types that are to be shown from now on, as a `GraphFilter`.
    """

    filter_chosen = Signal(object)

    def __init__(self, slots: TypeSlots, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = EMPTY
        self._names: NameList | None = None
        self._is_stale = False
        self._filter = GraphFilter()
        self.filter_field = FilterField("Filter types and names", "Filter types and names", self)
        self._types_title = QLabel(self)
        self.tree = EntityTree(slots, theme, self)
        self._relations_title = QLabel(self)
        self.relations = RelationFilter(self)
        self.views = SavedViewsList(self)
        self.show_all_button = QPushButton("Show all", self)
        self.save_view_button = QPushButton("Save view…", self)
        self._arrange()
        self._connect()
        self.setFocusProxy(self.filter_field)

    def show_snapshot(self, snapshot: Snapshot, change: Change) -> None:
        """Show a memory, in which a change was made since; while the panel is hidden, only remember to."""
        self._snapshot = snapshot
        self._is_stale = True
        if self._names is not None and len(change) <= _MOST_FOLLOWED:
            self._names.follow(change)
        else:
            self._names = None
        if self.isVisible():
            self._refresh()

    def show_filter(self, graph_filter: GraphFilter) -> None:
        """Let the check marks say what is hidden."""
        self._filter = graph_filter
        self.tree.entities.set_hidden(graph_filter.hidden_types)
        self.relations.set_hidden(graph_filter.hidden_relation_types)
        self.show_all_button.setEnabled(graph_filter.hides_anything)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the dots."""
        self.tree.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what has changed meanwhile."""
        super().showEvent(event)
        if self._is_stale:
            self._refresh()

    def _refresh(self) -> None:
        self._is_stale = False
        text = self.filter_field.text()
        if words := text.casefold().split():
            self.tree.show_found(self._sorted_names().matching(words))
        else:
            self.tree.show_all(self._snapshot.entity_type_counts, self._names_of)
        self.relations.show_counts(self._snapshot.relation_type_counts, text)
        self._types_title.setText(f"Types ({len(self.tree.entities.types()):,})")
        self._relations_title.setText(f"Relations ({len(self.relations.types()):,})")

    def _names_of(self, entity_type: str) -> list[str]:
        return self._sorted_names().of_type(entity_type)

    def _sorted_names(self) -> NameList:
        """Sorting takes a while: it is done when the names are looked at first."""
        if self._names is None:
            self._names = NameList(self._snapshot)
        return self._names

    def _arrange(self) -> None:
        title = QHBoxLayout()
        title.addWidget(self._types_title)
        title.addStretch(1)
        title.addWidget(self.show_all_button)
        views_title = QHBoxLayout()
        label = QLabel("Saved views", self)
        label.setBuddy(self.views)
        views_title.addWidget(label)
        views_title.addStretch(1)
        views_title.addWidget(self.save_view_button)
        self._types_title.setBuddy(self.tree)
        self._relations_title.setBuddy(self.relations)
        relations_title = QHBoxLayout()
        relations_title.addWidget(self._relations_title)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(_block(title, self.tree))
        splitter.addWidget(_block(relations_title, self.relations))
        splitter.addWidget(_block(views_title, self.views))
        splitter.setSizes(list(_SHARES))
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter_field)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.filter_field.textChanged.connect(self._refresh)
        self.filter_field.left_downwards.connect(self.tree.enter)
        self.show_all_button.clicked.connect(lambda: self.filter_chosen.emit(GraphFilter()))
        self.tree.type_toggled.connect(self._toggle_type)
        self.tree.only_type_requested.connect(self._show_only_type)
        self.relations.type_toggled.connect(self._toggle_relation_type)
        self.relations.only_type_requested.connect(self._show_only_relation_type)

    def _toggle_type(self, entity_type: str, is_shown: bool) -> None:
        self.filter_chosen.emit(self._filter.with_type(entity_type, shown=is_shown))

    def _toggle_relation_type(self, relation_type: str, is_shown: bool) -> None:
        self.filter_chosen.emit(self._filter.with_relation_type(relation_type, shown=is_shown))

    def _show_only_type(self, entity_type: str) -> None:
        others = {entity.entity_type for entity in self._snapshot.entities} - {entity_type}
        self.filter_chosen.emit(GraphFilter(frozenset(others), self._filter.hidden_relation_types))

    def _show_only_relation_type(self, relation_type: str) -> None:
        others = {relation.relation_type for relation in self._snapshot.relations} - {relation_type}
        self.filter_chosen.emit(GraphFilter(self._filter.hidden_types, frozenset(others)))


def _block(title: QHBoxLayout, content: QWidget) -> QWidget:
    block = QWidget()
    layout = QVBoxLayout(block)
    layout.setContentsMargins(0, 4, 0, 0)
    layout.setSpacing(4)
    layout.addLayout(title)
    layout.addWidget(content, 1)
    return block
