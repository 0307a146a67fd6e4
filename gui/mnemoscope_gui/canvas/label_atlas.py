"""Pictures of labels: text with a halo in the colour of the canvas. All lengths are device pixels."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from mnemoscope_gui.canvas.atlas import PixmapAtlas
from mnemoscope_gui.canvas.label_metrics import SIDE_MARGIN, LabelKey, LabelKind, LabelMetrics
from mnemoscope_gui.theme import Theme

HALO = 1.6
"""How far the halo reaches around the letters, px at a ratio of 1."""

_HALO_DIRECTIONS = 10


class LabelAtlas:
    """Paints each label once. Drawing text with a halo takes far longer than copying it.

    Attributes:
        metrics: what the labels measure.
    """

    def __init__(self, theme: Theme, font: QFont, device_pixel_ratio: float) -> None:
        self._ratio = device_pixel_ratio
        self._theme = theme
        self.metrics = LabelMetrics(font, device_pixel_ratio)
        self._atlas = PixmapAtlas[LabelKey]()

    @property
    def pixmap(self) -> QPixmap:
        """The atlas that `sources` refers to."""
        return self._atlas.pixmap

    def prepare(self, keys: list[LabelKey], budget: float = math.inf) -> list[bool]:
        """Paint labels that have no picture yet, for about `budget` seconds; which of all are ready."""
        self._atlas.hold(keys, self.metrics.size, self._paint, budget)
        return [key in self._atlas for key in keys]

    def sources(self, keys: list[LabelKey]) -> NDArray[np.float64]:
        """(k, 4) rectangles in the atlas of labels that are ready."""
        return self._atlas.rectangles(keys)

    def _paint(self, painter: QPainter, rectangle: QRect, key: LabelKey) -> None:
        text = self.metrics.text(key)
        left = rectangle.x() + SIDE_MARGIN * self._ratio
        base = QPointF(left, rectangle.y() + self.metrics.baseline(key.kind))
        painter.setFont(self.metrics.font(key.kind))
        painter.setPen(self._theme.canvas)
        for direction in range(_HALO_DIRECTIONS):
            angle = direction * 2 * math.pi / _HALO_DIRECTIONS
            reach = HALO * self._ratio
            painter.drawText(base + QPointF(math.cos(angle) * reach, math.sin(angle) * reach), text)
        painter.setPen(label_color(self._theme, key.kind))
        painter.drawText(base, text)


def label_color(theme: Theme, kind: LabelKind) -> QColor:
    """Names are as strong as text, all else is quieter."""
    is_name = kind in (LabelKind.NAME, LabelKind.STRONG_NAME)
    return theme.text if is_name else theme.secondary_text
