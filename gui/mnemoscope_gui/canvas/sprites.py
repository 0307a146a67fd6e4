"""Small pictures of nodes, rings and arrow heads, painted once and then drawn in batches.

All lengths are device pixels.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from mnemoscope_gui.canvas.atlas import PixmapAtlas
from mnemoscope_gui.canvas.prepared_scene import NodeLook
from mnemoscope_gui.theme import Theme, readable_on

ARROW_ANGLES = 64
SMALLEST_INITIALLED = 10.5
"""Nodes of a smaller diameter than this have no room for an initial, px at a ratio of 1."""

SMALLEST_INITIAL = 7.0
INITIAL_SHARE = 0.52
"""Initials have this share of the node's diameter as their font size, and at least that many px."""

INITIAL_WEIGHT = QFont.Weight.DemiBold
GHOST_WIDTH = 1.3
GHOST_DASHES = (2.4, 2.0)
GHOST_INSET = 0.7
"""The rim of a ghost: width, dash and gap in such widths, how far inside it lies; px at a ratio of 1."""

ARROW_HALF_WIDTH = 0.36
"""Of an arrow head, as a share of its length."""

RING_MARGIN = 7.0
"""Room for rings around a node, px at a ratio of 1."""

MOST_PICTURES = 1_200
"""With more pictures than this in one frame nodes go without initials, so that the atlas always suffices."""

_SPRITE_MARGIN = 2
_DIAMETERS = 4096


class Ring(StrEnum):
    """The ring styles around nodes. Each differs in more than its hue."""

    SELECTED = "selected"
    HOVERED = "hovered"
    FOCUSED = "focused"
    ADDED = "added"
    CHANGED = "changed"
    PINNED = "pinned"


class NodeSprites:
    """Nodes of every look and diameter."""

    def __init__(self, theme: Theme, font: QFont, device_pixel_ratio: float) -> None:
        self._theme = theme
        self._font = font
        self._ratio = device_pixel_ratio
        self._atlas = PixmapAtlas[tuple[NodeLook, int]]()

    @property
    def pixmap(self) -> QPixmap:
        """The atlas that `sources` refers to."""
        return self._atlas.pixmap

    def sources(
        self, looks: list[NodeLook], look_of_node: NDArray[np.integer], diameters: NDArray[np.integer]
    ) -> NDArray[np.float64]:
        """(k, 4) rectangles in the atlas of k nodes."""
        codes, place = np.unique(look_of_node * _DIAMETERS + diameters, return_inverse=True)
        keys = [(looks[code // _DIAMETERS], code % _DIAMETERS) for code in codes.tolist()]
        if len(keys) > MOST_PICTURES:
            keys = [(NodeLook(look.slot, "", look.is_ghost), diameter) for look, diameter in keys]
        self._atlas.hold(keys, _node_size, self._paint_node)
        return self._atlas.rectangles(keys)[place]

    def _paint_node(self, painter: QPainter, rectangle: QRect, key: tuple[NodeLook, int]) -> None:
        look, margin = key[0], _SPRITE_MARGIN
        circle = QRectF(rectangle.adjusted(margin, margin, -margin, -margin))
        if look.is_ghost:
            pen = QPen(self._theme.secondary_text, GHOST_WIDTH * self._ratio)
            pen.setDashPattern(GHOST_DASHES)
            painter.setPen(pen)
            painter.setBrush(self._theme.canvas)
            inset = GHOST_INSET * self._ratio
            painter.drawEllipse(circle.adjusted(inset, inset, -inset, -inset))
            return
        fill = self._theme.type_color(look.slot)
        painter.setPen(QPen(self._theme.canvas, 1.0 * self._ratio))
        painter.setBrush(fill)
        painter.drawEllipse(circle)
        self._paint_initial(painter, circle, look.initial, readable_on(fill))

    def _paint_initial(self, painter: QPainter, circle: QRectF, initial: str, color: QColor) -> None:
        pixels = initial_pixels(circle.width(), self._ratio)
        if not initial or not pixels:
            return
        font = QFont(self._font)
        font.setPixelSize(pixels)
        font.setWeight(INITIAL_WEIGHT)
        painter.setFont(font)
        painter.setPen(color)
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, initial)


def _node_size(key: tuple[NodeLook, int]) -> tuple[int, int]:
    side = key[1] + 2 * _SPRITE_MARGIN
    return side, side


class RingSprites:
    """Rings of every style and diameter."""

    def __init__(self, theme: Theme, device_pixel_ratio: float) -> None:
        self._theme = theme
        self._ratio = device_pixel_ratio
        self._atlas = PixmapAtlas[tuple[Ring, int]]()

    @property
    def pixmap(self) -> QPixmap:
        """The atlas that `sources` refers to."""
        return self._atlas.pixmap

    def sources(self, ring: Ring, diameters: NDArray[np.integer]) -> NDArray[np.float64]:
        """(k, 4) rectangles in the atlas, for rings around nodes of those diameters."""
        sizes, place = np.unique(diameters, return_inverse=True)
        keys = [(ring, size) for size in sizes.tolist()]
        self._atlas.hold(keys, self._size, self._paint_ring)
        return self._atlas.rectangles(keys)[place]

    def _size(self, key: tuple[Ring, int]) -> tuple[int, int]:
        side = key[1] + 2 * round(RING_MARGIN * self._ratio)
        return side, side

    def _paint_ring(self, painter: QPainter, rectangle: QRect, key: tuple[Ring, int]) -> None:
        ring, diameter = key
        centre, radius = QRectF(rectangle).center(), diameter / 2
        pen = self._pen(ring)
        distance = {Ring.HOVERED: 1.5, Ring.FOCUSED: 5.0}.get(ring, 2.5) * self._ratio
        painter.setPen(pen)
        if ring is Ring.PINNED:
            self._paint_pin(painter, centre, radius)
        else:
            painter.drawEllipse(centre, radius + distance, radius + distance)
        if ring in (Ring.ADDED, Ring.CHANGED):
            self._paint_badge(painter, centre, radius, ring)

    def _pen(self, ring: Ring) -> QPen:
        theme = self._theme
        color, width = {
            Ring.SELECTED: (theme.focus_ring, 2.5),
            Ring.HOVERED: (theme.edge_active, 1.5),
            Ring.FOCUSED: (theme.focus_ring, 1.2),
            Ring.ADDED: (theme.added, 1.8),
            Ring.CHANGED: (theme.changed, 1.8),
            Ring.PINNED: (theme.canvas, 1.2),
        }[ring]
        pen = QPen(color, width * self._ratio)
        if ring is Ring.CHANGED:
            pen.setDashPattern([2.6, 1.8])
        if ring is Ring.FOCUSED:
            pen.setDashPattern([1.5, 1.5])
        return pen

    def _paint_pin(self, painter: QPainter, centre: QPointF, radius: float) -> None:
        """A small dot on the lower right rim."""
        rim = QPointF(radius * 0.71, radius * 0.71)
        painter.setBrush(self._theme.text)
        painter.drawEllipse(centre + rim, 3.0 * self._ratio, 3.0 * self._ratio)

    def _paint_badge(self, painter: QPainter, centre: QPointF, radius: float, ring: Ring) -> None:
        """A disc with + or ~ on the upper right rim."""
        color = self._theme.added if ring is Ring.ADDED else self._theme.changed
        middle = centre + QPointF(radius * 0.71 + 1.0 * self._ratio, -radius * 0.71 - 1.0 * self._ratio)
        size = 5.5 * self._ratio
        painter.setPen(QPen(self._theme.canvas, 1.0 * self._ratio))
        painter.setBrush(color)
        painter.drawEllipse(middle, size, size)
        stroke = QPen(readable_on(color), 1.4 * self._ratio)
        stroke.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(stroke)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        arm = 2.4 * self._ratio
        if ring is Ring.ADDED:
            painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
            painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))
        else:
            wave = QPainterPath(middle + QPointF(-arm, arm / 3))
            up, down = QPointF(-arm / 3, -arm * 1.1), QPointF(arm / 3, arm * 1.1)
            wave.cubicTo(middle + up, middle + down, middle + QPointF(arm, -arm / 3))
            painter.drawPath(wave)


class ArrowSprites:
    """Arrow heads of one colour in `ARROW_ANGLES` directions, a sheet for each length."""

    def __init__(self, color: QColor) -> None:
        self._color = color
        self._sheets: dict[int, QPixmap] = {}

    def sheet(self, length: int) -> QPixmap:
        """The sheet for arrow heads of `length` px."""
        if length not in self._sheets:
            self._sheets[length] = self._paint(length)
        return self._sheets[length]

    def sources(self, length: int, directions: NDArray[np.float64]) -> NDArray[np.float64]:
        """(k, 4) rectangles in the sheet for arrows that point in those directions (radians)."""
        side = _arrow_side(length)
        rectangles = np.zeros((len(directions), 4))
        turns = np.rint(directions * (ARROW_ANGLES / (2 * np.pi))).astype(np.int64) % ARROW_ANGLES
        rectangles[:, 0] = turns * side
        rectangles[:, 2] = rectangles[:, 3] = side
        return rectangles

    def _paint(self, length: int) -> QPixmap:
        side = _arrow_side(length)
        sheet = QPixmap(side * ARROW_ANGLES, side)
        sheet.fill(Qt.GlobalColor.transparent)
        half, width = length / 2, length * ARROW_HALF_WIDTH
        head = QPolygonF([QPointF(-half, -width), QPointF(half, 0), QPointF(-half, width)])
        with QPainter(sheet) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._color)
            for turn in range(ARROW_ANGLES):
                painter.resetTransform()
                painter.translate(side * (turn + 0.5), side / 2)
                painter.rotate(turn * 360 / ARROW_ANGLES)
                painter.drawPolygon(head)
        return sheet


def initial_pixels(diameter: float, ratio: float) -> int:
    """The font size of the initial in a node of that diameter; 0 where there is no room for one."""
    if diameter < SMALLEST_INITIALLED * ratio:
        return 0
    return round(max(diameter * INITIAL_SHARE, SMALLEST_INITIAL * ratio))


def _arrow_side(length: int) -> int:
    return 2 * (length // 2 + 2)
