"""Pictures of labels: text with a halo in the colour of the canvas. All lengths are device pixels."""

import math
import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from mnemoscope_gui.canvas.atlas import PixmapAtlas
from mnemoscope_gui.canvas.label_metrics import SIDE_MARGIN, LabelKey, LabelKind, LabelMetrics
from mnemoscope_gui.theme import Theme

HALO = 1.6
"""How far the halo reaches around the letters, px at a ratio of 1."""

MOST_PICTURES = 600
"""With more labels than this painted, those that a picture does not show are forgotten."""

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
        self._atlas = PixmapAtlas()

    @property
    def pixmap(self) -> QPixmap:
        """The atlas that `sources` refers to."""
        return self._atlas.pixmap

    def prepare(self, keys: list[LabelKey], budget: float = math.inf) -> list[bool]:
        """Paint labels that have no picture yet, for about `budget` seconds; which of all are ready."""
        deadline = time.perf_counter() + budget
        is_crowded = len(self._atlas) > max(MOST_PICTURES, 2 * len(keys))
        if is_crowded or not self._paint_missing(keys, deadline):
            self._atlas.keep_only(keys)
            self.metrics.clear()
            self._paint_missing(keys, deadline)
        return [key in self._atlas for key in keys]

    def sources(self, keys: list[LabelKey]) -> NDArray[np.float64]:
        """(k, 4) rectangles in the atlas of labels that are ready."""
        return self._atlas.rectangles(list(keys))

    def _paint_missing(self, keys: list[LabelKey], deadline: float) -> bool:
        for key in keys:
            if key not in self._atlas:
                if time.perf_counter() > deadline:
                    return True
                if not self._paint(key):
                    return False
        return True

    def _paint(self, key: LabelKey) -> bool:
        text = self.metrics.text(key)

        def paint(painter: QPainter, rectangle: QRect) -> None:
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

        return self._atlas.add(key, *self.metrics.size(key), paint)


def label_color(theme: Theme, kind: LabelKind) -> QColor:
    """Names are as strong as text, all else is quieter."""
    is_name = kind in (LabelKind.NAME, LabelKind.STRONG_NAME)
    return theme.text if is_name else theme.secondary_text
