"""The selection of the table in names, and where one was in it before its rows changed."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QObject, Signal

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_table_view import EntityTableView
from mnemoscope_gui.table.table_model import EntityTableModel

_SELECT = QItemSelectionModel.SelectionFlag.Select
_LEAVE = QItemSelectionModel.SelectionFlag.NoUpdate


@dataclass(frozen=True)
class _Place:
    """What there was to see before rows changed.

    Attributes:
        name, place, column: of the cell that the keyboard was on; the place is -1 for none.
        is_in_sight: whether that cell was to be seen.
        top: the name in the topmost row, empty where nothing is scrolled away.
        scrolled_px: how much of the topmost row is scrolled away.
    """

    name: str = ""
    place: int = -1
    column: int = 0
    is_in_sight: bool = False
    top: str = ""
    scrolled_px: int = 0


class TableSelection(QObject):
    """Couples rows with names, so that the canvas and the table select the same.

    Signals:
        chosen(): the person has selected other rows.
    """

    chosen = Signal()

    def __init__(self, model: EntityTableModel, view: EntityTableView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view
        self._is_putting = False
        self._before = _Place()
        view.selectionModel().selectionChanged.connect(self._tell)

    def names(self) -> list[str]:
        """Return the names of the selected rows, from top to bottom, each once."""
        ranges = self._view.selectionModel().selection().toList()
        places = sorted(place for one in ranges for place in range(one.top(), one.bottom() + 1))
        names = self._model.contents.names()
        return list(dict.fromkeys(names[place] for place in places))

    def put(self, names: Iterable[str]) -> None:
        """Select exactly the rows of these names; none of this is told."""
        places = self._model.contents.places_named(names)
        selection = QItemSelection()
        for run in np.split(places, np.flatnonzero(np.diff(places) != 1) + 1):
            if len(run):
                first = self._model.createIndex(int(run[0]), 0)
                last = self._model.createIndex(int(run[-1]), len(Column) - 1)
                selection.append(QItemSelectionRange(first, last))
        self._is_putting = True
        # Emptied first: Qt would compare each stretch of rows with each of those before.
        self._view.selectionModel().clearSelection()
        self._view.selectionModel().select(selection, _SELECT)
        self._is_putting = False

    def bring_into_sight(self, names: Iterable[str]) -> None:
        """Move the keyboard to the first of these rows, unless it is on one of them, and show it."""
        places = self._model.contents.places_named(names).tolist()
        current = self._view.currentIndex()
        if places and current.row() not in places:
            self._stand(places[0], max(current.column(), 0))
        if places:
            self._view.scrollTo(self._view.currentIndex())

    def stand_on_first(self) -> None:
        """Put the keyboard on the first row, without selecting it."""
        self._stand(0, 0)

    # While rows change

    def remember_place(self) -> None:
        """Keep in mind where the keyboard is and what is at the top, before rows change."""
        view, names = self._view, self._model.contents.names()
        current = view.currentIndex()
        top = view.rowAt(0) if view.verticalScrollBar().value() else -1
        self._before = _Place(
            names[current.row()] if current.isValid() else "",
            current.row(),
            max(current.column(), 0),
            view.viewport().rect().intersects(view.visualRect(current)),
            names[top] if top >= 0 else "",
            -view.rowViewportPosition(top) if top >= 0 else 0,
        )

    def return_to_place(self, *, is_sorted_anew: bool) -> None:
        """Put the keyboard back on its row; what was in sight is in sight again."""
        view, before = self._view, self._before
        place, top = self._first_place(before.name), self._first_place(before.top)
        if place is not None:
            self._stand(place, before.column)
        if top is not None and not is_sorted_anew:
            view.doItemsLayout()  # The scroll bar has to know how long the table is now.
            position = view.verticalHeader().sectionPosition(top) + before.scrolled_px
            view.verticalScrollBar().setValue(position)
        else:
            view.scrollToTop()
        if place is not None and before.is_in_sight:
            view.scrollTo(view.currentIndex())

    def stand_near(self, names: Iterable[str]) -> None:
        """Where the row of the keyboard is gone, or renamed, go to one of these names, or to the next row."""
        before, last = self._before, len(self._model.contents) - 1
        if self._view.currentIndex().isValid() or before.place < 0 or last < 0:
            return
        places = self._model.contents.places_named(names).tolist()
        self._stand(places[0] if places else min(before.place, last), before.column)
        if before.is_in_sight:
            self._view.scrollTo(self._view.currentIndex())

    def _stand(self, place: int, column: int) -> None:
        self._view.selectionModel().setCurrentIndex(self._model.index(place, column), _LEAVE)

    def _first_place(self, name: str) -> int | None:
        places = self._model.contents.places_named([name]).tolist() if name else []
        return next(iter(places), None)

    def _tell(self) -> None:
        if not self._is_putting:
            self.chosen.emit()
