"""One large pixmap that holds many small pictures, so that one call can draw any number of them."""

from collections.abc import Callable, Hashable, Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

WIDTH = 2048
FIRST_HEIGHT = 256
LARGEST_HEIGHT = 8192

Picture = Callable[[QPainter, QRect], None]
"""Paints one picture into its rectangle of the atlas; the painter is clipped to it."""


class PixmapAtlas:
    """Pictures packed in rows; it grows as needed and starts anew when it is full.

    Attributes:
        pixmap: the pixmap that all rectangles refer to. It is replaced when the atlas grows.
    """

    def __init__(self) -> None:
        self.clear()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._rectangles

    def __len__(self) -> int:
        return len(self._rectangles)

    def clear(self) -> None:
        """Forget every picture."""
        self.pixmap = _blank(FIRST_HEIGHT)
        self._rectangles: dict[Hashable, tuple[int, int, int, int]] = {}
        self._x = self._y = self._row_height = 0

    def rectangle(self, key: Hashable) -> tuple[int, int, int, int]:
        """x, y, width and height of a picture; raises KeyError where it is not in the atlas."""
        return self._rectangles[key]

    def rectangles(self, keys: list[Hashable]) -> NDArray[np.float64]:
        """(k, 4) x, y, width and height of pictures that are in the atlas."""
        return np.array([self._rectangles[key] for key in keys], np.float64).reshape(-1, 4)

    def add(self, key: Hashable, width: int, height: int, paint: Picture) -> bool:
        """Paint a new picture of that size; False when the atlas is full."""
        place = self._reserve(width, height)
        if place is None:
            return False
        rectangle = QRect(*place, width, height)
        with QPainter(self.pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(rectangle)
            paint(painter, rectangle)
        self._rectangles[key] = (*place, width, height)
        return True

    def keep_only(self, keys: Iterable[Hashable]) -> None:
        """Forget all pictures but these, and pack them anew."""
        old, rectangles = self.pixmap, self._rectangles
        self.clear()
        for key in keys:
            if key in rectangles and (place := self._reserve(*rectangles[key][2:])) is not None:
                self._rectangles[key] = (*place, *rectangles[key][2:])
        with QPainter(self.pixmap) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            for key, (x, y, width, height) in self._rectangles.items():
                painter.drawPixmap(QPoint(x, y), old, QRect(*rectangles[key][:2], width, height))

    def _reserve(self, width: int, height: int) -> tuple[int, int] | None:
        if width > WIDTH:
            return None
        if self._x + width > WIDTH:
            self._x, self._y, self._row_height = 0, self._y + self._row_height, 0
        if not self._grow_to(self._y + height):
            return None
        place = self._x, self._y
        self._x += width
        self._row_height = max(self._row_height, height)
        return place

    def _grow_to(self, bottom: int) -> bool:
        height = self.pixmap.height()
        while height < bottom:
            height *= 2
        if height > LARGEST_HEIGHT:
            return False
        if height != self.pixmap.height():
            grown = _blank(height)
            with QPainter(grown) as painter:
                painter.drawPixmap(0, 0, self.pixmap)
            self.pixmap = grown
        return True


def _blank(height: int) -> QPixmap:
    pixmap = QPixmap(WIDTH, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
