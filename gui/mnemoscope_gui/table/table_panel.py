"""The table with its filter, as it stands in the middle of the window."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_table_view import DOT_PX, EntityTableView
from mnemoscope_gui.table.filter_bar import FilterBar
from mnemoscope_gui.table.table_model import EntityTableModel
from mnemoscope_gui.table.table_selection import TableSelection
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dots import TypeDots
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.vocabulary import entity_types

_FOLDING_SECONDS = 0.003
"""For so long, between two events, texts are made ready for the filter."""

_TIME_PASSES_MS = 30_000
"""So often “5 min ago” is written anew."""

_EMPTY = "The memory holds no entities yet."
_NO_MATCH = "No entity passes the filter. Press Esc to see all of them."


class TablePanel(QWidget):
    """Shows a memory as a table, and does nothing about changes while it is out of sight.

    What is selected is always shown, even where the filter would hold it back: a correction does not make its
    row vanish. A new filter ends this, and takes what it hides out of the selection.

    Attributes:
        bar: the filter.
        view: the table.
        model: what the table shows.
        snapshot: the memory; out of sight the table is behind it.

    Signals:
        selection_chosen: the names that the person has selected.
        edit_made: an edit to apply.
        opened(): the person wants to see all of the selected entity.
        rename_requested(): its name is to be edited elsewhere.
        menu_requested(object, QPoint): a name or None, and where on the desktop.
    """

    selection_chosen = Signal(object)
    edit_made = Signal(object)
    opened = Signal()
    rename_requested = Signal()
    menu_requested = Signal(object, QPoint)

    def __init__(self, slots: TypeSlots, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.snapshot = EMPTY
        self._selected: list[str] = []
        self._is_stale = False
        self._is_filter_due = False
        self._dots = TypeDots(slots, theme, DOT_PX, self)
        self.bar = FilterBar(self._dots.dot, self)
        self.model = EntityTableModel(self._dots.dot, self)
        self.view = EntityTableView(self.model, lambda: entity_types(self.snapshot), self)
        self._selection = TableSelection(self.model, self.view)
        self._folding = QTimer(self, interval=0)
        self._folding.timeout.connect(self._fold_some)
        self._clock = QTimer(self, interval=_TIME_PASSES_MS)
        self._clock.timeout.connect(self.view.viewport().update)
        self.view.setColumnHidden(Column.LAST_CHANGE, True)
        self.setFocusProxy(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.view, 1)
        self._connect()

    # What is shown

    def show_memory(self, snapshot: Snapshot, selected: Sequence[str]) -> None:
        """Show a memory, and which of its entities are selected, as soon as it can be seen."""
        self.snapshot, self._selected, self._is_stale = snapshot, list(selected), True
        self._catch_up()

    def show_selection(self, selected: Sequence[str]) -> None:
        """Select what has been selected elsewhere."""
        if set(selected) == set(self._selected):
            return
        self._selected = list(selected)
        if not self.isVisible() or self._is_stale:
            self._is_stale = True
            return
        if self.model.contents.hides_any(self._selected):
            self._change_rows(lambda: self.model.admit(self._selected))
        self._selection.put(self._selected)
        self._selection.bring_into_sight(self._selected)
        self._count()

    def set_last_changes(self, times: Mapping[str, int]) -> None:
        """Show when entities were last changed, ms since 1970 by name; until then there is no such column."""
        self.model.last_changes = times
        self.view.setColumnHidden(Column.LAST_CHANGE, False)
        self._is_stale = True
        self._catch_up()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self._dots.set_theme(theme)
        self.renew_colours()

    def renew_colours(self) -> None:
        """Show the types in the colours they have now."""
        self.bar.renew_dots()
        self.view.viewport().update()

    def sort_by(self, column: Column) -> None:
        """Let a column decide about the order; if it does so already, the other way round."""
        order = self.model.contents.order
        is_chosen = column is order.column
        descending = not order.is_descending if is_chosen else not column.is_text
        self.view.horizontalHeader().setSortIndicator(column, _sort_order(descending=descending))

    def sort_by_current(self) -> None:
        """Let the column decide that the keyboard is in."""
        self.sort_by(Column(max(self.view.currentIndex().column(), 0)))

    def enter(self) -> None:
        """Take the keyboard into the table, to its first row if it was nowhere."""
        if not self.view.currentIndex().isValid() and len(self.model.contents):
            self._selection.stand_on_first()
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What follows

    def _catch_up(self) -> None:
        """An editor keeps what is typed in it: the rest follows when it is closed."""
        if not self._is_stale or not self.isVisible() or self.view.is_editing:
            return
        self._is_stale = False
        self.view.placeholder = _NO_MATCH if self.snapshot.entities else _EMPTY
        self._change_rows(lambda: self.model.show_snapshot(self.snapshot, keep=self._selected))
        self._selection.stand_near(self._selected)
        self.bar.offer_types(set(self.model.contents.rows.types))
        self._fold_some()

    def _change_rows(self, change: Callable[[], None], *, is_sorted_anew: bool = False) -> None:
        self._selection.remember_place()
        change()
        self._selection.put(self._selected)
        self._selection.return_to_place(is_sorted_anew=is_sorted_anew)
        self._count()

    def _filter(self) -> None:
        """Filter as the bar says; what is typed before all texts are ready is looked for once they are."""
        text, entity_type = self.bar.field.text(), self.bar.entity_type
        if text and self._folding.isActive():
            self._is_filter_due = True
            return
        self._is_filter_due = False
        self._change_rows(lambda: self.model.filter_by(text, entity_type))
        left = self._selection.names() if self._selected else []
        if len(left) < len(self._selected):
            self._choose(left)

    def _sort(self, section: int, order: Qt.SortOrder) -> None:
        descending = order == Qt.SortOrder.DescendingOrder
        if self.view.is_editing:
            self.view.setFocus()
        self._change_rows(
            lambda: self.model.sort_by(Column(section), descending=descending), is_sorted_anew=True
        )

    def _choose(self, names: list[str]) -> None:
        self._selected = names
        self._count()
        self.selection_chosen.emit(names)

    def _peel(self) -> None:
        """Esc ends one thing: the filter, then the selection."""
        if self.bar.is_active:
            self.bar.clear()
        else:
            self.view.clearSelection()

    def _enter_from_filter(self) -> None:
        self.enter()
        if not self._selected and len(self.model.contents):
            self.view.selectRow(self.view.currentIndex().row())

    def _ask_for_menu(self, index: QModelIndex, at: QPoint) -> None:
        name = self.model.contents.entity(index.row()).name if index.isValid() else None
        self.menu_requested.emit(name, at)

    def _count(self) -> None:
        contents = self.model.contents
        self.bar.show_count(len(contents), len(contents.rows), len(self._selected))

    def _fold_some(self) -> None:
        texts = self.model.contents.filter.texts
        texts.fold_for(_FOLDING_SECONDS)
        if not texts.is_complete:
            self._folding.start()
            return
        self._folding.stop()
        if self._is_filter_due:
            self._filter()

    def _connect(self) -> None:
        view, bar = self.view, self.bar
        self.model.edit_made.connect(self.edit_made)
        self._selection.chosen.connect(lambda: self._choose(self._selection.names()))
        bar.changed.connect(self._filter)
        bar.left_downwards.connect(self._enter_from_filter)
        view.horizontalHeader().sortIndicatorChanged.connect(self._sort)
        # Queued: the editor is still being closed.
        view.editing_ended.connect(self._catch_up, Qt.ConnectionType.QueuedConnection)
        view.escaped.connect(self._peel)
        view.left_upwards.connect(lambda: bar.field.setFocus(Qt.FocusReason.OtherFocusReason))
        view.opened.connect(self.opened)
        view.rename_requested.connect(self.rename_requested)
        view.menu_requested.connect(self._ask_for_menu)

    # Overrides

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what has happened out of sight."""
        super().showEvent(event)
        self._clock.start()
        self._catch_up()
        self._fold_some()

    def hideEvent(self, event: QHideEvent) -> None:
        """Do nothing any more."""
        super().hideEvent(event)
        self._clock.stop()
        self._folding.stop()


def _sort_order(*, descending: bool) -> Qt.SortOrder:
    return Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
