"""The order of the rows: by one column after the other, as the person asked for them."""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_gui.table.text_ranks import TextRanks

_REMEMBERED_COLUMNS = 3
"""So many columns decide: rows that agree in the last one chosen stand as the one before had them."""

_LAST = np.iinfo(np.int64).max


class RowOrder:
    """Sorts rows; those that agree in everything stay in the order of the file.

    Attributes:
        column: the one that was chosen last.
        is_descending: whether its largest comes first.
    """

    def __init__(self) -> None:
        self._chosen: list[tuple[Column, bool]] = [(Column.NAME, False)]
        self._ranks = {column: TextRanks() for column in Column if column.is_text}

    @property
    def column(self) -> Column:
        """The column that was chosen last."""
        return self._chosen[0][0]

    @property
    def is_descending(self) -> bool:
        """Whether the largest of that column comes first."""
        return self._chosen[0][1]

    def sort_by(self, column: Column, *, descending: bool) -> None:
        """Let a column decide, and those chosen before it where it does not."""
        others = [(one, down) for one, down in self._chosen if one is not column]
        self._chosen = [(column, descending), *others][:_REMEMBERED_COLUMNS]

    def sorted_rows(self, rows: EntityRows) -> NDArray[np.intp]:
        """Return the rows in order, (n,)."""
        keys = [self._keys(rows, column, down) for column, down in reversed(self._chosen)]
        return np.lexsort(keys)

    def _keys(self, rows: EntityRows, column: Column, descending: bool) -> NDArray[np.int64]:
        ranks = self._ranks.get(column)
        figures = rows.numbers(column) if ranks is None else ranks.ranks(rows.texts(column))
        keys = -figures if descending else figures
        # What nobody knows comes last, whichever way the rest is sorted.
        return np.where(figures < 0, _LAST, keys)
