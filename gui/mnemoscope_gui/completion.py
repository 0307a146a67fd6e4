"""Offering existing names and types while one types."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit


def offer(field: QLineEdit, texts: Sequence[str]) -> None:
    """Offer these texts in a field, whichever part of them is typed, in any case."""
    present = field.completer()
    if isinstance(present, _Suggestions):
        present.texts.setStringList(list(texts))
    else:
        field.setCompleter(_Suggestions(texts, field))


class _Suggestions(QCompleter):
    def __init__(self, texts: Sequence[str], field: QLineEdit) -> None:
        self.texts = QStringListModel(list(texts))
        super().__init__(self.texts, field)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
