"""Offering existing names and types while one types."""

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
)
from PySide6.QtWidgets import QCompleter, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope_gui.typing_undo import leave_undo_to_window

_SHOWN_AT_ONCE = 10
_NO_LIMIT = 2**31 - 1
_BEGUN_WITH = "begunWith"

Texts = Callable[[], Sequence[str]]


def offer(field: QLineEdit, texts: Sequence[str]) -> None:
    """Offer these texts in a field, whichever part of them is typed, in any case."""
    field.setCompleter(_Suggestions(texts, field))


def offer_when_entered(field: QLineEdit, texts: Texts) -> None:
    """Offer texts that are asked for anew each time the keyboard enters the field."""
    suggestions = _Suggestions((), field)
    field.setCompleter(suggestions)
    field.installEventFilter(_Refresher(suggestions, texts))


class CompletingDelegate(QStyledItemDelegate):
    """Edits an item of a list or table in a line that offers texts."""

    def __init__(self, name: str, texts: Texts, parent: QObject | None = None) -> None:
        """Make the editors of a column; `name` is what screen readers call them."""
        super().__init__(parent)
        self._name = name
        self._texts = texts

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Open a line of text."""
        editor = QLineEdit(parent)
        editor.setMaxLength(_NO_LIMIT)
        editor.setAccessibleName(self._name)
        offer(editor, self._texts())
        leave_undo_to_window(editor)
        return editor

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show the text, all of it selected."""
        field = cast(QLineEdit, editor)
        if not field.isModified():
            field.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            # As the field has it: it may have replaced what it cannot hold.
            field.setProperty(_BEGUN_WITH, field.text())
            field.selectAll()

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Take over what was typed or chosen."""
        text = cast(QLineEdit, editor).text()
        if text != editor.property(_BEGUN_WITH):
            model.setData(index, text, Qt.ItemDataRole.EditRole)


class _Suggestions(QCompleter):
    def __init__(self, texts: Sequence[str], field: QLineEdit) -> None:
        self.texts = QStringListModel(list(texts))
        super().__init__(self.texts, field)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setMaxVisibleItems(_SHOWN_AT_ONCE)


class _Refresher(QObject):
    """Fills the suggestions of a field when the keyboard comes into it, and not before."""

    def __init__(self, suggestions: _Suggestions, texts: Texts) -> None:
        super().__init__(suggestions)
        self._suggestions = suggestions
        self._texts = texts

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for the texts of now."""
        if event.type() == QEvent.Type.FocusIn:
            texts = list(self._texts())
            if texts != self._suggestions.texts.stringList():
                self._suggestions.texts.setStringList(texts)
        return super().eventFilter(watched, event)
