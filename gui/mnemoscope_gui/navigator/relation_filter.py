"""The list of relation types: check marks hide them."""

from collections import Counter

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.navigator.check_delegate import CheckDelegate
from mnemoscope_shared.wording import type_name

_NAME, _COUNT = range(2)
_SHOWN_LENGTH = 80


class RelationFilter(QTreeWidget):
    """Types of relations, most frequent first.

    Signals:
        type_toggled: a type, and whether it is to be shown.
        only_type_requested: the one type that is to be shown.
        rename_requested: a type.
    """

    type_toggled = Signal(object, bool)
    only_type_requested = Signal(object)
    rename_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, int]] = []
        self._hidden: frozenset[str] = frozenset()
        self.setAccessibleName("Types of relations")
        self.setColumnCount(2)
        self.setItemDelegate(CheckDelegate(self))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(_COUNT, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(self._toggle)
        self.customContextMenuRequested.connect(self._open_menu)

    def types(self) -> list[str]:
        """The types that are listed."""
        return [name for name, _ in self._rows]

    def show_counts(self, counts: Counter[str], text: str) -> None:
        """Show types, or those of them that hold all words of `text`, with how many there are of each."""
        words = text.casefold().split()
        rows = [
            (name, count)
            for name, count in counts.most_common()
            if all(word in name.casefold() for word in words)
        ]
        if rows != self._rows:
            self._rows = rows
            self._fill()

    def set_hidden(self, types: frozenset[str]) -> None:
        """Take the check marks from these types."""
        if types != self._hidden:
            self._hidden = types
            self._check()

    def _fill(self) -> None:
        self.blockSignals(True)
        self.clear()
        for name, count in self._rows:
            item = QTreeWidgetItem([shortened(type_name(name), _SHOWN_LENGTH), f"{count:,}"])
            item.setTextAlignment(_COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.addTopLevelItem(item)
        self.blockSignals(False)
        self._check()

    def _check(self) -> None:
        self.blockSignals(True)
        for row, (name, _) in enumerate(self._rows):
            state = Qt.CheckState.Unchecked if name in self._hidden else Qt.CheckState.Checked
            if (item := self.topLevelItem(row)) is not None:
                item.setCheckState(_NAME, state)
        self.blockSignals(False)
        self.viewport().update()

    def _toggle(self, item: QTreeWidgetItem, column: int) -> None:
        if column == _NAME:
            is_shown = item.checkState(_NAME) == Qt.CheckState.Checked
            self.type_toggled.emit(self._type_of(item), is_shown)

    def _type_of(self, item: QTreeWidgetItem) -> str:
        """The type as it is: Qt's strings cannot hold all that a type can."""
        return self._rows[self.indexOfTopLevelItem(item)][0]

    def _open_menu(self, position: QPoint) -> None:
        item = self.itemAt(position)
        if item is None:
            return
        name = self._type_of(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Show only this type", lambda: self.only_type_requested.emit(name))
        menu.addAction("Rename this type…", lambda: self.rename_requested.emit(name))
        menu.popup(self.viewport().mapToGlobal(position))
