"""Placing components beside each other, and the block of nodes without any edge.

Components are turned so that their long axis lies across (principal component analysis) and put on shelves,
tallest first (the next-fit shelf heuristic; for graphs Freivalds, Dogrusoz & Kikusts, 2001). y grows
downwards.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, Reals
from mnemoscope_gui.canvas.layout.callbacks import Stopped, go_on_unless, never_stopped
from mnemoscope_gui.canvas.layout.components import component_bounds, component_means

ASPECT = 1.6
"""The width of a picture over its height."""

ROW_WIDTHS = (1.0, 1.1, 0.9, 1.2, 0.8, 1.35, 1.5, 0.7)
"""The widths of rows that are tried, in shares of that of a picture without any waste."""

GAP_ABOVE = 2
"""The distance of the block of nodes without edges from the picture, in rows of the block."""

MOST_COMPARED = 2000
LEAST_FILLED = 0.4

CLEARLY_LONG = 1.15
"""A component has a long axis when that is at least this many times its short one."""

TRIED_ANGLES = 60
CLEARLY_SMALLER = 0.98
"""A round component is turned for a box of at most this share of the area."""


def turned_to_long_axis(
    positions: Planar, components: Indices, kept: Flags, stopped: Stopped = never_stopped
) -> Planar:
    """Each component turned about its mean so that its long axis lies across.

    One that is nearly round has no long axis: it is turned so that its bounding box is smallest, and a square
    stands on its side. Components in `kept` (c,) stay as they are. Raises StoppedEarly.
    """
    count = len(kept)
    means = component_means(positions, components, count).take(components, axis=1)
    x, y = (positions - means).astype(np.float64)
    along_x, along_y, across = (np.bincount(components, terms, count) for terms in (x * x, y * y, x * y))
    angles = 0.5 * np.arctan2(2 * across, along_x - along_y)
    spread = np.hypot(along_x - along_y, 2 * across)
    long, short = along_x + along_y + spread, along_x + along_y - spread
    is_round = long < CLEARLY_LONG**2 * short
    angles = np.where(
        is_round, _smallest_box_angles(positions, components, is_round & ~kept, stopped), angles
    )
    angles[kept] = 0
    cosine, sine = np.cos(angles)[components], np.sin(angles)[components]
    return (np.stack([cosine * x + sine * y, cosine * y - sine * x]) + means).astype(np.float32)


def _smallest_box_angles(
    positions: Planar, components: Indices, chosen: Flags, stopped: Stopped
) -> NDArray[np.float64]:
    """For each chosen component (c,) the turn after which its bounding box is smallest; 0 for the others.

    A component stays as it is unless another box is clearly smaller.
    """
    angles = np.zeros(len(chosen))
    nodes = np.flatnonzero(chosen[components])
    if not len(nodes):
        return angles
    x, y = positions.take(nodes, axis=1)
    numbers = (np.cumsum(chosen) - 1)[components[nodes]]
    best = np.zeros(np.count_nonzero(chosen))
    smallest = np.full(len(best), np.inf)
    for angle in np.linspace(0, np.pi / 2, TRIED_ANGLES, endpoint=False):
        go_on_unless(stopped)
        cosine, sine = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        low, high = component_bounds(np.stack([cosine * x + sine * y, cosine * y - sine * x]), numbers)
        area = np.prod(high - low, axis=0) / (CLEARLY_SMALLER if angle else 1)
        best = np.where(area < smallest, angle, best)
        smallest = np.minimum(area, smallest)
    angles[chosen] = best
    return angles


def packed(
    positions: Planar, components: Indices, kept: Flags, gap: float, extra_area: float = 0.0
) -> Planar:
    """Components moved onto shelves in a picture of about ASPECT, `gap` apart, centred on the origin.

    Components in `kept` (c,) stay where they are, and the others go beneath them. `extra_area` is what will
    be put under the picture later.
    """
    low, high = component_bounds(positions, components)
    loose = np.flatnonzero(~kept)
    if not len(loose):
        return positions
    widths, heights = (high - low)[:, loose]
    corners, size = shelves(widths, heights, gap, extra_area)
    if kept.any():
        corners += np.array([[low[0, kept].min()], [high[1, kept].max() + gap]])
    else:
        corners -= size[:, None] / 2
    shifts = np.zeros_like(low)
    shifts[:, loose] = corners - low[:, loose]
    return positions + shifts.take(components, axis=1)


def in_good_order(positions: Planar, components: Indices, gap: float) -> bool:
    """Whether components lie apart already, within a picture that is neither long nor full of holes."""
    low, high = component_bounds(positions, components)
    count = int(low.shape[1])
    if count == 1 or count > MOST_COMPARED:
        return count == 1
    width, height = high.max(axis=1) - low.min(axis=1) + gap
    filled = float(np.prod(high - low + gap, axis=0).sum() / (width * height))
    if not ASPECT / 2 < float(width / height) < ASPECT * 2 or filled < LEAST_FILLED:
        return False
    space = np.float32(gap / 4)
    meet = (low[:, :, None] < high[:, None, :] + space) & (low[:, None, :] < high[:, :, None] + space)
    return int((meet[0] & meet[1]).sum()) == count


def shelves(widths: Reals, heights: Reals, gap: float, extra_area: float = 0.0) -> tuple[Planar, Reals]:
    """The upper left corners (2, c) of rectangles set in rows, and the width and height of it all, (2,).

    Of several widths the one is taken with which the whole, and `extra_area` under it, fits best into a
    window of ASPECT.
    """
    # Heights are compared in steps of the gap, so that a settled picture keeps its order.
    order = np.lexsort((np.arange(len(widths)), -np.round(heights / gap)))
    area = float(((widths + gap) * (heights + gap)).sum()) + extra_area
    tried = ROW_WIDTHS if len(widths) <= MOST_COMPARED else ROW_WIDTHS[::3]
    attempts = (
        _rows_and_columns(widths, heights, order, gap, factor * (area * ASPECT) ** 0.5) for factor in tried
    )

    def window_width(attempt: tuple[Planar, Reals]) -> float:
        width, height = attempt[1] + np.float32(gap)
        return float(max(width, ASPECT * (height + extra_area / width)))

    return min(attempts, key=window_width)


def _rows_and_columns(
    widths: Reals, heights: Reals, order: Indices, gap: float, row_width: float
) -> tuple[Planar, Reals]:
    """Rectangles from left to right; where one fits under the one before, it goes there."""
    corners = np.zeros((2, len(widths)), dtype=np.float32)
    row_y = row_height = column_x = column_y = column_width = widest = 0.0
    for index in order:
        width, height = float(widths[index]), float(heights[index])
        beneath = column_y > row_y and column_y + height <= row_y + row_height
        if not (beneath and (width <= column_width or column_x + width <= row_width)):
            column_x += column_width + gap if column_width else 0.0
            column_y, column_width = row_y, 0.0
            if column_x > 0 and column_x + width > row_width:
                row_y += row_height + gap
                column_x, column_y, row_height = 0.0, row_y, 0.0
        corners[:, index] = column_x, column_y
        column_y += height + gap
        column_width, row_height = max(column_width, width), max(row_height, height)
        widest = max(widest, column_x + width)
    return corners, np.array([widest, row_y + row_height], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class IsolatedBlock:
    """Rows of nodes without edges under the picture.

    The number of columns is kept apart from the place, so that the block keeps its form while a picture
    grows.
    """

    count: int
    columns: int
    pitch: Reals

    @classmethod
    def beneath(cls, count: int, width: float, pitch: Reals) -> "IsolatedBlock":
        """The block for `count` nodes, `pitch` (2,) apart, under a picture of this width."""
        # By itself a block is as wide as any picture.
        alone = int(np.ceil((count * ASPECT * float(pitch[1] / pitch[0])) ** 0.5))
        return cls(count, max(1, alone, min(count, int(width / float(pitch[0])) + 1)), pitch)

    def positions(self, low: Reals, high: Reals) -> Planar:
        """The places (2, count) beneath a picture from `low` to `high`, each (x, y), centred under it."""
        numbers = np.arange(self.count)
        across = min(self.count, self.columns)
        x = (low[0] + high[0]) / 2 + (numbers % self.columns - (across - 1) / 2) * self.pitch[0]
        y = high[1] + (GAP_ABOVE + numbers // self.columns) * self.pitch[1]
        return np.stack([x, y]).astype(np.float32)
