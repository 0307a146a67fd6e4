"""Pictures of labels: text with a halo in the colour of the canvas. All lengths are device pixels."""

import math
import time
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from mnemoscope_gui.canvas.atlas import PixmapAtlas
from mnemoscope_gui.theme import Theme

LABEL_PIXELS = 12
SMALL_LABEL_PIXELS = 11
WIDEST_LABEL = 240.0
"""Labels of wide letters are elided here, px at a ratio of 1."""

_HALO = 1.6
_HALO_DIRECTIONS = 10


class LabelKind(StrEnum):
    """What a label says, and so how it is set."""

    NAME = "name"
    STRONG_NAME = "strong name"
    RELATION = "relation"
    OBSERVATION = "observation"


class LabelKey(NamedTuple):
    """A text in one way of setting it."""

    text: str
    kind: LabelKind


class LabelAtlas:
    """Measures labels, and paints each once. Drawing text with a halo takes far longer than copying it."""

    def __init__(self, theme: Theme, font: QFont, device_pixel_ratio: float) -> None:
        self._ratio = device_pixel_ratio
        self._halo_color = theme.canvas
        self._colors: dict[LabelKind, QColor] = {
            LabelKind.NAME: theme.text,
            LabelKind.STRONG_NAME: theme.text,
            LabelKind.RELATION: theme.secondary_text,
            LabelKind.OBSERVATION: theme.secondary_text,
        }
        self._fonts = {kind: _font_of(kind, font, device_pixel_ratio) for kind in LabelKind}
        self._metrics = {kind: QFontMetricsF(self._fonts[kind]) for kind in LabelKind}
        self._shown: dict[LabelKey, tuple[str, int]] = {}
        self._atlas = PixmapAtlas()

    @property
    def pixmap(self) -> QPixmap:
        """The atlas that `sources` refers to."""
        return self._atlas.pixmap

    def size(self, key: LabelKey) -> tuple[int, int]:
        """Width and height of a label."""
        metrics = self._metrics[key.kind]
        return self._elided(key)[1], math.ceil(metrics.height() + self._ratio)

    def prepare(self, keys: list[LabelKey], budget: float = math.inf) -> list[bool]:
        """Paint labels that have no picture yet, for about `budget` seconds; which of all are ready."""
        deadline = time.perf_counter() + budget
        if not self._paint_missing(keys, deadline):
            self._atlas.clear()
            self._shown.clear()
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

    def _elided(self, key: LabelKey) -> tuple[str, int]:
        if key not in self._shown:
            metrics = self._metrics[key.kind]
            widest = WIDEST_LABEL * self._ratio
            text = metrics.elidedText(key.text, Qt.TextElideMode.ElideRight, widest)
            ink = max(metrics.horizontalAdvance(text), metrics.boundingRect(text).width())
            self._shown[key] = text, math.ceil(min(ink, widest + 8) + 4 * self._ratio)
        return self._shown[key]

    def _paint(self, key: LabelKey) -> bool:
        text, _ = self._elided(key)
        metrics = self._metrics[key.kind]

        def paint(painter: QPainter, rectangle: QRect) -> None:
            left = rectangle.x() + 2 * self._ratio
            base = QPointF(left, rectangle.y() + self._ratio / 2 + metrics.ascent())
            painter.setFont(self._fonts[key.kind])
            painter.setPen(self._halo_color)
            for direction in range(_HALO_DIRECTIONS):
                angle = direction * 2 * math.pi / _HALO_DIRECTIONS
                reach = _HALO * self._ratio
                painter.drawText(base + QPointF(math.cos(angle) * reach, math.sin(angle) * reach), text)
            painter.setPen(self._colors[key.kind])
            painter.drawText(base, text)

        return self._atlas.add(key, *self.size(key), paint)


def _font_of(kind: LabelKind, font: QFont, ratio: float) -> QFont:
    styled = QFont(font)
    is_name = kind in (LabelKind.NAME, LabelKind.STRONG_NAME)
    styled.setPixelSize(round((LABEL_PIXELS if is_name else SMALL_LABEL_PIXELS) * ratio))
    styled.setBold(kind is LabelKind.STRONG_NAME)
    styled.setItalic(kind is LabelKind.OBSERVATION)
    return styled
