"""The dots before names and types in lists, drawn once for each colour."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_dot import type_dot
from mnemoscope_gui.type_slots import TypeSlots


class TypeDots:
    """Gives a type its dot, in the colours of a theme, sharp on the screen of a widget.

    On a selected row it has a rim: its colour may be too near to that of the selection.
    """

    def __init__(self, slots: TypeSlots, theme: Theme, size: int, widget: QWidget) -> None:
        """Make dots of `size` px."""
        self._slots = slots
        self._theme = theme
        self._size = size
        self._widget = widget
        self._dots: dict[tuple[int, float], QIcon] = {}

    def set_theme(self, theme: Theme) -> None:
        """Take on other colours."""
        self._theme = theme
        self._dots.clear()

    def dot(self, entity_type: str) -> QIcon:
        """Return the dot of a type."""
        key = (self._slots.slot(entity_type), self._widget.devicePixelRatioF())
        if key not in self._dots:
            self._dots[key] = self._drawn(key[0])
        return self._dots[key]

    def _drawn(self, slot: int) -> QIcon:
        plain = type_dot(self._theme, slot, self._size, self._widget)
        icon = QIcon(plain)
        icon.addPixmap(self._rimmed(plain), QIcon.Mode.Selected)
        return icon

    def _rimmed(self, plain: QPixmap) -> QPixmap:
        pixmap = QPixmap(plain)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.highlighted_text, 1.0))
            painter.drawEllipse(QRectF(1, 1, self._size - 2, self._size - 2))
        return pixmap
