"""Where texts stand in the order that a reader of the person's language expects."""

from bisect import insort
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCollator, QCollatorSortKey, QLocale

from mnemoscope_gui.canvas.label_text import displayable

_COMPARED_LENGTH = 256
"""Texts that agree in so many characters stand next to each other, in whichever order they came."""

_ROOM_FOR_GONE = 200
_INSERTED_ONE_BY_ONE = 200


class TextRanks:
    """Ranks texts, and keeps what it found out: a second ranking costs only what is new.

    Numbers inside of texts count as numbers: “Note 9” stands before “Note 10”.
    """

    def __init__(self, locale: QLocale | None = None) -> None:
        """Rank as a language does; as the person's own unless another is given."""
        self._collator = QCollator(_with_an_alphabet(locale or QLocale()))
        self._collator.setNumericMode(True)
        self._keys: dict[str, QCollatorSortKey] = {}
        self._sorted: list[str] = []
        self._rank: dict[str, int] = {}

    def ranks(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Return the rank of each text, (n,): the same for the same text, growing in alphabetical order."""
        try:
            return self._ranks_of(texts)
        except KeyError:
            self._learn(dict.fromkeys(texts))
            return self._ranks_of(texts)

    def _ranks_of(self, texts: Sequence[str]) -> NDArray[np.int64]:
        return np.fromiter(map(self._rank.__getitem__, texts), np.int64, len(texts))

    def _learn(self, texts: dict[str, None]) -> None:
        if len(self._keys) > 1.25 * len(texts) + _ROOM_FOR_GONE:
            self._sorted = [text for text in self._sorted if text in texts]
            self._keys = {text: self._keys[text] for text in self._sorted}
        new = [text for text in texts if text not in self._keys]
        self._keys.update((text, self._collator.sortKey(_comparable(text))) for text in new)
        self._insert(new)
        self._rank = {text: rank for rank, text in enumerate(self._sorted)}

    def _insert(self, texts: list[str]) -> None:
        key = self._keys.__getitem__
        if len(texts) > _INSERTED_ONE_BY_ONE:
            self._sorted = sorted([*self._sorted, *texts], key=key)
        else:
            for text in texts:
                insort(self._sorted, text, key=key)


def _with_an_alphabet(locale: QLocale) -> QLocale:
    """The “C” locale, which programs get where none is set, knows nothing but codes of characters."""
    is_c = locale.language() == QLocale.Language.C
    return QLocale(QLocale.Language.English) if is_c else locale


def _comparable(text: str) -> str:
    """Return what Qt can take: it stumbles over lone surrogates and freezes on megabytes."""
    start = text[:_COMPARED_LENGTH]
    return start if start.isprintable() else displayable(start)
