"""Rows whose boxes can be seen when they are empty, also on a dark ground."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

_DARK = 128
_BOX_ON_DARK = QColor("#6B7480")
"""Against the dark fields its contrast is 3.6:1, and a check mark's against it 4:1."""


class CheckDelegate(QStyledItemDelegate):
    """The style draws an empty box in the colour of the field, with an outline darker than the window's."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Fill boxes with a lighter colour where the field is dark."""
        super().initStyleOption(option, index)
        palette = option.palette
        if palette.color(QPalette.ColorRole.Base).lightness() < _DARK:
            palette.setColor(QPalette.ColorRole.Base, _BOX_ON_DARK)
            option.palette = palette
