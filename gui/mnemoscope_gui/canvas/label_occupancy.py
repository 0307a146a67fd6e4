"""What is taken on screen: nodes, the most important first, and labels. All lengths are device pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_CELL_WIDTH = 128.0
_CELL_HEIGHT = 32.0


@dataclass(frozen=True)
class Discs:
    """Nodes as obstacles; a disc's index is its rank, 0 the most important.

    Attributes:
        x, y, radii: (d,) float64.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    radii: NDArray[np.float64]

    def taken(self, ranks: NDArray[np.intp]) -> "Discs":
        """Those of some ranks."""
        return Discs(self.x[ranks], self.y[ranks], self.radii[ranks])


class Occupancy:
    """The discs, which all are known from the start, and labels, which come one by one.

    Attributes:
        discs: the nodes.
    """

    def __init__(self, discs: Discs) -> None:
        self.discs = discs
        self._labels: dict[tuple[int, int], list[Rectangle]] = {}
        self._down = np.argsort(discs.y)
        self._sorted_y = discs.y[self._down]
        self._left, self._right = discs.x - discs.radii, discs.x + discs.radii
        self._largest = float(discs.radii.max(initial=0.0))

    def add_label(self, rectangle: Rectangle) -> None:
        """Take a rectangle."""
        for cell in _cells(rectangle):
            self._labels.setdefault(cell, []).append(rectangle)

    def meets_label(self, rectangle: Rectangle, gap: float) -> bool:
        """Whether a label comes within `gap` to the side of the rectangle."""
        left, top, right, bottom = rectangle
        padded = (left - gap, top, right + gap, bottom)
        return any(overlaps(padded, other) for cell in _cells(padded) for other in self._labels.get(cell, ()))

    def count_discs(self, rectangles: NDArray[np.number]) -> NDArray[np.intp]:
        """(k,) how many discs each of (k, 4) rectangles covers any of."""
        return np.bincount(self.covered_discs(rectangles)[0], minlength=len(rectangles))

    def covered_discs(self, rectangles: NDArray[np.number]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Index and rank of every pair of one of (k, 4) rectangles and a disc of which it covers any."""
        index, rank = self._near(rectangles)
        x, y, radii = self.discs.x[rank], self.discs.y[rank], self.discs.radii[rank]
        left, top, right, bottom = rectangles[index].T
        across, down = x - np.clip(x, left, right), y - np.clip(y, top, bottom)
        is_covered = across**2 + down**2 < radii**2
        return index[is_covered], rank[is_covered]

    def _near(self, rectangles: NDArray[np.number]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The few pairs that are near on both axes: first down, since labels are low, then across."""
        first = np.searchsorted(self._sorted_y, rectangles[:, 1] - self._largest)
        counts = np.searchsorted(self._sorted_y, rectangles[:, 3] + self._largest) - first
        index = np.repeat(np.arange(len(rectangles)), counts)
        rank = self._down[np.arange(len(index)) + np.repeat(first - np.cumsum(counts) + counts, counts)]
        left, right = rectangles[:, 0].take(index), rectangles[:, 2].take(index)
        is_near = np.flatnonzero((self._right.take(rank) > left) & (self._left.take(rank) < right))
        return index[is_near], rank[is_near]


def _cells(rectangle: Rectangle) -> list[tuple[int, int]]:
    columns = range(int(rectangle[0] // _CELL_WIDTH), int(rectangle[2] // _CELL_WIDTH) + 1)
    rows = range(int(rectangle[1] // _CELL_HEIGHT), int(rectangle[3] // _CELL_HEIGHT) + 1)
    return [(column, row) for column in columns for row in rows]


def overlaps(first: Rectangle, second: Rectangle) -> bool:
    """Whether two rectangles share more than a border."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
