"""Batched QPainter calls: one call draws thousands of lines or pictures straight from a NumPy array."""

from typing import cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPixmap

FRAGMENT_FIELDS = 10
"""x, y (centre), source x, y, width, height, scale x, scale y, rotation, opacity."""


def draw_lines(painter: QPainter, lines: NDArray[np.float64]) -> None:
    """Draw (k, 4) float64 rows x1, y1, x2, y2 with the painter's pen.

    Pens of width 1 on a painter with a clip rectangle take a path several times faster than any other.
    """
    rows = np.ascontiguousarray(lines, np.float64)
    if len(rows):
        painter.drawLines(cast(QLineF, _as_qt_array(rows, QLineF)), len(rows))


def draw_fragments(painter: QPainter, fragments: NDArray[np.float64], atlas: QPixmap) -> None:
    """Draw (k, 10) float64 rows of `FRAGMENT_FIELDS`, each a rectangle of `atlas`."""
    rows = np.ascontiguousarray(fragments, np.float64)
    if len(rows):
        first = cast(QPainter.PixmapFragment, _as_qt_array(rows, QPainter.PixmapFragment))
        painter.drawPixmapFragments(first, len(rows), atlas)


def make_fragments(
    x: NDArray[np.floating],
    y: NDArray[np.floating],
    sources: NDArray[np.floating],
    opacity: NDArray[np.floating] | float = 1.0,
) -> NDArray[np.float64]:
    """Fragments of (k, 4) source rectangles centred at (x, y), snapped to whole pixels to stay sharp."""
    fragments = np.empty((len(x), FRAGMENT_FIELDS))
    half_width, half_height = sources[:, 2] / 2, sources[:, 3] / 2
    fragments[:, 0] = np.rint(x - half_width) + half_width
    fragments[:, 1] = np.rint(y - half_height) + half_height
    fragments[:, 2:6] = sources
    fragments[:, 6:8] = 1.0
    fragments[:, 8] = 0.0
    fragments[:, 9] = opacity
    return fragments


def _as_qt_array(rows: NDArray[np.float64], kind: type) -> object:
    """The array's memory seen as Qt objects. The caller must keep the array alive."""
    return shiboken6.wrapInstance(rows.ctypes.data, kind)
