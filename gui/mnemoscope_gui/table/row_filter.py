"""Which rows the filter above the table lets through."""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.table.entity_rows import EntityRows
from mnemoscope_gui.table.folded_texts import FoldedTexts
from mnemoscope_shared.folding import fold


class RowFilter:
    """Lets through the rows that hold all words, in any order and any field, and are of the chosen type.

    Attributes:
        text: what was typed.
        entity_type: the chosen type, None for all of them.
        texts: what it looks into.
    """

    def __init__(self) -> None:
        self.text = ""
        self.entity_type: str | None = None
        self.texts = FoldedTexts()
        self._rows = EntityRows()
        self._words: list[str] = []
        self._hits: NDArray[np.intp] | None = None

    @property
    def is_active(self) -> bool:
        """Whether it may hold back anything."""
        return bool(self.text.strip()) or self.entity_type is not None

    def show(self, rows: EntityRows) -> None:
        """Go over to other rows."""
        self._rows = rows
        self._words, self._hits = [], None
        self.texts.show(rows.entities)

    def mask(self) -> NDArray[np.bool_]:
        """Return which rows are let through, (n,)."""
        mask = np.ones(len(self._rows), bool)
        words = fold(self.text).split()
        if words:
            mask[:] = False
            mask[self._rows_with(words)] = True
        if self.entity_type is not None:
            types = self._rows.types
            mask &= np.fromiter((one == self.entity_type for one in types), bool, len(types))
        return mask

    def _rows_with(self, words: list[str]) -> NDArray[np.intp]:
        """While words only grow, none but the hits of before need to be looked at."""
        narrows = self._hits is not None and all(any(old in new for new in words) for old in self._words)
        found = self._hits.tolist() if narrows and self._hits is not None else range(len(self._rows))
        texts = self.texts.all()
        for word in words:
            found = [row for row in found if word in texts[row]]
        self._words, self._hits = words, np.array(found, np.intp)
        return self._hits
