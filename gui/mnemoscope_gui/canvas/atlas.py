"""One large pixmap that holds many small pictures, so that one call can draw any number of them."""

import math
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

WIDTH = 2048
FIRST_HEIGHT = 512
LARGEST_HEIGHT = 8192

Key = TypeVar("Key", bound=Hashable)

SizeOf = Callable[[Key], tuple[int, int]]
"""The width and height of the picture of a key."""

Paint = Callable[[QPainter, QRect, Key], None]
"""Paints the picture of a key into its rectangle of the atlas; the painter is clipped to it."""


class PixmapAtlas(Generic[Key]):
    """Pictures packed in rows. All lengths are device pixels.

    Before it grows, pictures that are not asked for at that moment are forgotten: however long it is used, it
    is as large as what one frame shows needs.

    Attributes:
        pixmap: the pixmap that all rectangles refer to. `hold` may replace it.
    """

    def __init__(self) -> None:
        self._begin(FIRST_HEIGHT)

    def __contains__(self, key: Key) -> bool:
        return key in self._rectangles

    def rectangles(self, keys: Sequence[Key]) -> NDArray[np.float64]:
        """(k, 4) x, y, width and height of pictures that are in the atlas; raises KeyError for others."""
        return np.array([self._rectangles[key] for key in keys], np.float64).reshape(-1, 4)

    def hold(
        self, keys: Sequence[Key], size_of: SizeOf[Key], paint: Paint[Key], budget: float = math.inf
    ) -> None:
        """Paint the pictures that are missing, for about `budget` seconds, and as many as find room."""
        deadline = time.perf_counter() + budget
        if not self._add_missing(keys, size_of, paint, deadline, may_grow=False):
            self._keep_only(keys)
            self._add_missing(keys, size_of, paint, deadline, may_grow=True)

    def _add_missing(
        self, keys: Sequence[Key], size_of: SizeOf[Key], paint: Paint[Key], deadline: float, *, may_grow: bool
    ) -> bool:
        """Paint until the deadline; False when there is no more room."""
        for key in keys:
            if key not in self._rectangles:
                if time.perf_counter() > deadline:
                    return True
                size = size_of(key)
                if not self._make_room(*size, may_grow=may_grow):
                    return False
                self._add(key, size, paint)
        return True

    def _add(self, key: Key, size: tuple[int, int], paint: Paint[Key]) -> None:
        place = self._take_place(*size)
        rectangle = QRect(*place, *size)
        with QPainter(self.pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(rectangle)
            paint(painter, rectangle, key)
        self._rectangles[key] = (*place, *size)

    def _keep_only(self, keys: Sequence[Key]) -> None:
        """Forget all pictures but these, and pack them anew."""
        old, rectangles = self.pixmap, self._rectangles
        self._begin(old.height())
        for key in keys:
            if key in rectangles and self._make_room(*rectangles[key][2:], may_grow=True):
                self._rectangles[key] = (*self._take_place(*rectangles[key][2:]), *rectangles[key][2:])
        with QPainter(self.pixmap) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            for key, (x, y, width, height) in self._rectangles.items():
                painter.drawPixmap(QPoint(x, y), old, QRect(*rectangles[key][:2], width, height))

    def _begin(self, height: int) -> None:
        self.pixmap = _blank(height)
        self._rectangles: dict[Key, tuple[int, int, int, int]] = {}
        self._x = self._y = self._row_height = 0

    def _make_room(self, width: int, height: int, *, may_grow: bool) -> bool:
        """Begin a row and grow as needed for a picture of that size; False where it finds no place."""
        if width > WIDTH:
            return False
        if self._x + width > WIDTH:
            self._x, self._y, self._row_height = 0, self._y + self._row_height, 0
        bottom, rows = self._y + height, self.pixmap.height()
        while rows < bottom:
            rows *= 2
        if rows > self.pixmap.height() and (not may_grow or rows > LARGEST_HEIGHT):
            return False
        self._grow_to(rows)
        return True

    def _take_place(self, width: int, height: int) -> tuple[int, int]:
        place = self._x, self._y
        self._x += width
        self._row_height = max(self._row_height, height)
        return place

    def _grow_to(self, height: int) -> None:
        if height > self.pixmap.height():
            grown = _blank(height)
            with QPainter(grown) as painter:
                painter.drawPixmap(0, 0, self.pixmap)
            self.pixmap = grown


def _blank(height: int) -> QPixmap:
    pixmap = QPixmap(WIDTH, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
