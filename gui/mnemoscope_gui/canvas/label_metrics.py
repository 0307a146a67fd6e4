"""How labels are set and how much room they take. All lengths are device pixels."""

import math
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

LABEL_PIXELS = 12
SMALL_LABEL_PIXELS = 11
WIDEST_LABEL = 240.0
"""Labels of wide letters are elided here, px at a ratio of 1."""

SIDE_MARGIN = 2.0
"""Room for the halo left and right of the text, px at a ratio of 1."""

_MOST_MEASURED = 1_500
"""With more labels than this measured, all are forgotten: a picture needs some hundred, at most 1,400."""


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


class LabelMetrics:
    """Measures labels in variants of one font at one device pixel ratio, each label once."""

    def __init__(self, font: QFont, device_pixel_ratio: float) -> None:
        self._ratio = device_pixel_ratio
        self._fonts = {kind: _font_of(kind, font, device_pixel_ratio) for kind in LabelKind}
        self._metrics = {kind: QFontMetricsF(self._fonts[kind]) for kind in LabelKind}
        self._heights = {
            kind: math.ceil(metrics.height() + device_pixel_ratio) for kind, metrics in self._metrics.items()
        }
        self._shown: dict[LabelKey, tuple[str, int]] = {}

    def font(self, kind: LabelKind) -> QFont:
        """What labels of a kind are set in."""
        return self._fonts[kind]

    def size(self, key: LabelKey) -> tuple[int, int]:
        """Width and height of a label."""
        return self._elided(key)[1], self._heights[key.kind]

    def text(self, key: LabelKey) -> str:
        """What is drawn of a label: very wide texts are cut."""
        return self._elided(key)[0]

    def advance(self, key: LabelKey) -> float:
        """How wide the text of a label runs."""
        return self._metrics[key.kind].horizontalAdvance(self.text(key))

    def baseline(self, kind: LabelKind) -> float:
        """How far under the top of a label its letters stand."""
        return self._ratio / 2 + self._metrics[kind].ascent()

    def _elided(self, key: LabelKey) -> tuple[str, int]:
        if key not in self._shown:
            if len(self._shown) >= _MOST_MEASURED:
                self._shown.clear()
            metrics = self._metrics[key.kind]
            widest = WIDEST_LABEL * self._ratio
            text = metrics.elidedText(key.text, Qt.TextElideMode.ElideRight, widest)
            ink = max(metrics.horizontalAdvance(text), metrics.boundingRect(text).width())
            margins = 2 * SIDE_MARGIN * self._ratio
            # Most texts are not cut, and need not be kept twice.
            text = key.text if text == key.text else text
            self._shown[key] = text, math.ceil(min(ink, widest + 8) + margins)
        return self._shown[key]


def _font_of(kind: LabelKind, font: QFont, ratio: float) -> QFont:
    styled = QFont(font)
    is_name = kind in (LabelKind.NAME, LabelKind.STRONG_NAME)
    styled.setPixelSize(round((LABEL_PIXELS if is_name else SMALL_LABEL_PIXELS) * ratio))
    styled.setBold(kind is LabelKind.STRONG_NAME)
    styled.setItalic(kind is LabelKind.OBSERVATION)
    return styled
