"""Which rows the table shows, and in which order: filtered and sorted."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_gui.table.row_filter import RowFilter
from mnemoscope_gui.table.row_order import RowOrder
from mnemoscope_shared.model import Entity

Rows = NDArray[np.intp]
"""(n,) row numbers of the memory, in the order of the table."""


class ShownRows:
    """Puts rows, order and filter together; a place is where a row stands in the table, from 0 at the top.

    Attributes:
        rows: all rows.
        shown: the rows that are shown, from top to bottom.
        order, filter: what decides about them.
    """

    def __init__(self) -> None:
        self.rows = EntityRows()
        self.shown: Rows = np.empty(0, np.intp)
        self.order = RowOrder()
        self.filter = RowFilter()
        self._sorted = self.shown
        self._names: tuple[Rows, list[str]] = (self.shown, [])

    def __len__(self) -> int:
        return len(self.shown)

    # What is to be shown

    def show(self, rows: EntityRows, *, keep: Iterable[str] = ()) -> None:
        """Show other rows; those of the names to keep are shown even where the filter holds them back."""
        self.rows = rows
        self.filter.show(rows)
        self._sorted = self.order.sorted_rows(rows)
        self.shown = self._picked(keep)

    def sort_by(self, column: Column, *, descending: bool) -> None:
        """Put the rows that are shown in another order."""
        is_shown = self._mask_of(self.shown)
        self.order.sort_by(column, descending=descending)
        self._sorted = self.order.sorted_rows(self.rows)
        self.shown = self._sorted[is_shown[self._sorted]]

    def filter_by(self, text: str, entity_type: str | None) -> None:
        """Show only rows with these words, of this type; None for any type."""
        self.filter.text, self.filter.entity_type = text, entity_type
        self.shown = self._picked(())

    def admit(self, names: Iterable[str]) -> None:
        """Show what the filter lets through, and the rows of these names."""
        self.shown = self._picked(names)

    # What is shown

    def entity(self, place: int) -> Entity:
        """Return the entity at a place."""
        return self.rows.entity(int(self.shown[place]))

    def names(self) -> list[str]:
        """Return the names at all places, from top to bottom."""
        shown, names = self._names
        if shown is not self.shown:
            names = list(map(self.rows.names.__getitem__, self.shown.tolist()))
            self._names = (self.shown, names)
        return names

    def places_named(self, names: Iterable[str]) -> Rows:
        """Return the places where one of these names stands, ascending."""
        wanted = self.rows.rows_named(set(names))
        if not len(wanted):
            return wanted
        return np.flatnonzero(self._mask_of(wanted)[self.shown])

    def hides_any(self, names: Iterable[str]) -> bool:
        """Whether the filter holds back an entity of one of these names."""
        wanted = self.rows.rows_named(set(names))
        return not self._mask_of(self.shown)[wanted].all()

    def _picked(self, keep: Iterable[str]) -> Rows:
        if not self.filter.is_active:
            return self._sorted
        mask = self.filter.mask()
        mask[self.rows.rows_named(set(keep))] = True
        return self._sorted[mask[self._sorted]]

    def _mask_of(self, rows: Rows) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.rows), bool)
        mask[rows] = True
        return mask
