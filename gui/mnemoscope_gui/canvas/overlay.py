"""What gestures and the keyboard show over the picture: handle, new relation, rubber band, focus.

Everything here is in logical pixels, painted on the widget itself.
"""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.relation_handle import HANDLE_RADIUS
from mnemoscope_gui.theme import Theme

_ARROW_LENGTH = 10.0


def paint_handle(painter: QPainter, theme: Theme, centre: Point) -> None:
    """A disc with an arrow, ready to be dragged to another node."""
    middle = QPointF(*centre)
    painter.setPen(QPen(theme.canvas, 1.5))
    painter.setBrush(theme.focus_ring)
    painter.drawEllipse(middle, HANDLE_RADIUS, HANDLE_RADIUS)
    pen = QPen(theme.canvas, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(middle + QPointF(-3.5, 0), middle + QPointF(3.5, 0))
    painter.drawPolyline([middle + QPointF(0.5, -3), middle + QPointF(3.5, 0), middle + QPointF(0.5, 3)])


def paint_new_relation(
    painter: QPainter, theme: Theme, start: Point, end: Point, start_radius: float
) -> None:
    """The arrow that follows the pointer until it is dropped on a node."""
    along = (end[0] - start[0], end[1] - start[1])
    length = math.hypot(*along)
    if length <= start_radius + _ARROW_LENGTH:
        return
    unit = QPointF(along[0] / length, along[1] / length)
    across = QPointF(-unit.y(), unit.x())
    tip = QPointF(*end)
    base = tip - unit * _ARROW_LENGTH
    pen = QPen(theme.focus_ring, 2.0)
    pen.setDashPattern([3.0, 2.5])
    painter.setPen(pen)
    painter.drawLine(QPointF(*start) + unit * start_radius, base)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.focus_ring)
    painter.drawPolygon(QPolygonF([tip, base + across * 4.5, base - across * 4.5]))


def paint_rubber_band(painter: QPainter, theme: Theme, corner: Point, opposite: Point) -> None:
    """The rectangle of a selection that is being drawn."""
    fill = QColor(theme.focus_ring)
    fill.setAlphaF(0.10)
    painter.setPen(QPen(theme.focus_ring, 1.0))
    painter.setBrush(QBrush(fill))
    painter.drawRect(QRectF(QPointF(*corner), QPointF(*opposite)).normalized())


def paint_focus_frame(painter: QPainter, theme: Theme, rectangle: QRectF) -> None:
    """The border of a canvas that has the keyboard."""
    painter.setPen(QPen(theme.focus_ring, 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rectangle.adjusted(1, 1, -1, -1))


def paint_drop_target(painter: QPainter, theme: Theme, centre: Point, radius: float) -> None:
    """The ring of the node that a new relation would lead to."""
    painter.setPen(QPen(theme.focus_ring, 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(*centre), radius + 4, radius + 4)
