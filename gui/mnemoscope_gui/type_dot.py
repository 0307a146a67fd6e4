"""The coloured dot that stands for an entity type outside the canvas."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.theme import Theme


def type_dot(theme: Theme, slot: int, size: int, widget: QWidget) -> QPixmap:
    """Return a dot of `size` px in a type's colour, sharp on the widget's screen."""
    ratio = widget.devicePixelRatioF()
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.type_color(slot))
        painter.drawEllipse(QRectF(1, 1, size - 2, size - 2))
    return pixmap
