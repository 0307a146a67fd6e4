"""Where labels go: at one of eight places around a node, none over another or a more important node.

What every place would cover is found for all labels at once; then they are placed greedily, the most
important first. After Christensen, Marks & Shieber, "An empirical study of algorithms for point-feature
label placement" (1995). All lengths are device pixels, unless it says otherwise.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.label_occupancy import Discs, Occupancy, Rectangle

LABEL_LIMIT = 250
NODE_GAP = 3.0
"""Between a node's rim and its label, px at a ratio of 1."""

LABEL_GAP = 3.0
"""Between two labels in one line, px at a ratio of 1."""

BOLD_RANKS = 60
SMALL_RADIUS = 5.0
"""The first so many labels would rather cover nodes of lower rank of at most that radius (px at a ratio of 1)
than go missing; in a large graph small nodes are everywhere."""

UNDER, OVER = 0, 1
PLACES = 8
"""Under the node and over it, then right and left of it, at its lower and at its upper corners."""

PLACES_BY_RANK = ((60, PLACES), (150, 4))
"""Up to that rank so many places around a node are tried for its label; after the last only two."""

NO_PLACE = -1
_REFUSED = 1 << 40
"""Stands for more covered nodes than there can be."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class WantedNames:
    """k nodes that want labels, the most important first.

    Attributes:
        ranks: (k,) which of the discs each is.
        sizes: (k, 2) int, width and height of its label.
        prefers_over: (k,) bool, whether it goes over the node rather than under it.
        is_needed: (k,) bool, whether it may cover any node of lower rank.
        last_places: (k,) where it was in an earlier picture, to be tried first; else `NO_PLACE`.
    """

    ranks: NDArray[np.intp]
    sizes: NDArray[np.int64]
    prefers_over: NDArray[np.bool_]
    is_needed: NDArray[np.bool_]
    last_places: NDArray[np.int64]


class PlacedName(NamedTuple):
    """Which of the places around its node a label has, and its rectangle."""

    place: int
    rectangle: Rectangle


def place_names(
    wanted: WantedNames,
    occupancy: Occupancy,
    size: tuple[float, float],
    ratio: float = 1.0,
    limit: int = LABEL_LIMIT,
) -> dict[int, PlacedName]:
    """Those labels that find a place, by their index in `wanted`; they are added to `occupancy`.

    `size` is the picture's.
    """
    gap = LABEL_GAP * ratio
    discs = occupancy.discs.taken(wanted.ranks)
    is_tried = _places_to_try(wanted)
    rectangles = _kept_inside(_places_around(discs, wanted.sizes, NODE_GAP * ratio), discs, size, gap)
    is_tried &= _preferring_whole(rectangles, is_tried, size)
    costs = _costs(wanted, occupancy, rectangles, is_tried, size, ratio)
    order, possible = np.argsort(costs, axis=1), (costs < _REFUSED).sum(axis=1)
    on_pixels = rectangles.astype(np.int64)
    placed: dict[int, PlacedName] = {}
    for index, (best_first, count) in enumerate(zip(order.tolist(), possible.tolist(), strict=True)):
        for place in best_first[:count]:
            left, top, right, bottom = on_pixels[index, place].tolist()
            rectangle = (left, top, right, bottom)
            if not occupancy.meets_label(rectangle, gap):
                occupancy.add_label(rectangle)
                placed[index] = PlacedName(place, rectangle)
                break
        if len(placed) >= limit:
            break
    return placed


def place_where_free(
    rectangles: NDArray[np.int64], occupancy: Occupancy, gap: float, limit: int
) -> dict[int, Rectangle]:
    """Those of (k, 4) labels, by their index, that cover nothing where they are; added to `occupancy`."""
    is_clear = occupancy.count_discs(rectangles) == 0
    placed: dict[int, Rectangle] = {}
    for index in np.flatnonzero(is_clear).tolist():
        if len(placed) >= limit:
            break
        left, top, right, bottom = rectangles[index].tolist()
        rectangle = (left, top, right, bottom)
        if not occupancy.meets_label(rectangle, gap):
            occupancy.add_label(rectangle)
            placed[index] = rectangle
    return placed


def centred(centres: FloatArray, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """(k, 4) rectangles of (k, 2) `sizes` in the middle of (k, 2) points, on whole pixels."""
    corners = np.rint(centres - sizes / 2).astype(np.int64)
    return np.concatenate((corners, corners + sizes), axis=1)


def _places_to_try(wanted: WantedNames) -> NDArray[np.bool_]:
    """(k, 8) whether each place is tried at all."""
    counts = np.full(len(wanted.ranks), 2)
    for last, places in reversed(PLACES_BY_RANK):
        counts[wanted.ranks < last] = places
    place = np.arange(PLACES)
    is_tried: NDArray[np.bool_] = (place < counts[:, None]) | (place == wanted.last_places[:, None])
    return is_tried


def _places_around(discs: Discs, sizes: NDArray[np.int64], gap: float) -> FloatArray:
    """(k, 8, 4) all places of each label."""
    width, height = sizes[:, 0], sizes[:, 1]
    x, y, radius = discs.x, discs.y, discs.radii
    rectangles = np.empty((len(x), PLACES, 4))
    left, top = rectangles[:, :, 0], rectangles[:, :, 1]
    left[:, :2] = np.rint(x - width / 2)[:, None]
    top[:, UNDER] = np.rint(y + radius + gap / 3)
    top[:, OVER] = np.rint(y - radius - gap / 3) - height
    reach, corner = radius + gap, 0.75 * radius
    beside = ((reach, y - height / 2), (corner, y + corner), (corner, y - corner - height))
    for place, (offset, level) in zip(range(2, PLACES, 2), beside, strict=True):
        left[:, place], left[:, place + 1] = np.rint(x + offset), np.rint(x - offset) - width
        top[:, place : place + 2] = np.rint(level)[:, None]
    rectangles[:, :, 2:] = rectangles[:, :, :2] + sizes[:, None]
    return rectangles


def _kept_inside(rectangles: FloatArray, discs: Discs, size: tuple[float, float], gap: float) -> FloatArray:
    """Labels slid sideways into the picture where their node is in it and they would be cut off."""
    left, right, x = rectangles[:, :, 0], rectangles[:, :, 2], discs.x[:, None]
    fits = (x >= 0) & (x <= size[0]) & (right - left <= size[0] - 2 * gap)
    slides = fits & (left < x) & (x < right) & ~_is_whole(rectangles, size)
    shift = np.maximum(gap - left, 0.0) + np.minimum(size[0] - gap - right, 0.0)
    kept = rectangles.copy()
    kept[:, :, 0::2] += np.where(slides, np.rint(shift), 0.0)[:, :, None]
    return kept


def _preferring_whole(
    rectangles: FloatArray, is_tried: NDArray[np.bool_], size: tuple[float, float]
) -> NDArray[np.bool_]:
    """(k, 8) all places of which nothing is cut off; where a label has none, all."""
    is_whole = _is_whole(rectangles, size)
    preferred: NDArray[np.bool_] = is_whole | ~np.any(is_whole & is_tried, axis=1, keepdims=True)
    return preferred


def _is_whole(rectangles: FloatArray, size: tuple[float, float]) -> NDArray[np.bool_]:
    is_whole: NDArray[np.bool_] = (rectangles[..., 0] >= 0) & (rectangles[..., 1] >= 0)
    is_whole &= (rectangles[..., 2] <= size[0]) & (rectangles[..., 3] <= size[1])
    return is_whole


def _costs(
    wanted: WantedNames,
    occupancy: Occupancy,
    rectangles: FloatArray,
    is_tried: NDArray[np.bool_],
    size: tuple[float, float],
    ratio: float,
) -> NDArray[np.int64]:
    """(k, 8) how bad each place is: how many nodes it covers, then the order of places; `_REFUSED` if not."""
    index, _ = tried = np.nonzero(is_tried)
    row, rank = occupancy.covered_discs(rectangles[tried])
    owner = wanted.ranks[index[row]]
    small = np.where(wanted.is_needed, math.inf, SMALL_RADIUS * ratio)
    # Bold labels may cover small nodes of lower rank, if they are whole themselves; others cover nothing.
    may_cover = (wanted.ranks < BOLD_RANKS) | wanted.is_needed
    may_cover &= (_is_whole(rectangles, size) & is_tried).any(axis=1)
    is_refused = (rank < owner) | (occupancy.discs.radii[rank] > small[index[row]]) | ~may_cover[index[row]]
    weights = np.where(is_refused, _REFUSED, PLACES + 1).astype(np.float64)
    costs = np.full(is_tried.shape, _REFUSED, np.int64)
    covered = np.bincount(row, weights, minlength=len(index)).astype(np.int64)
    costs[tried] = covered + _order_of_places(wanted)[tried]
    return costs


def _order_of_places(wanted: WantedNames) -> NDArray[np.int64]:
    """(k, 8) from 0 on, which place is tried when."""
    order = np.tile(np.arange(1, PLACES + 1), (len(wanted.ranks), 1))
    order[wanted.prefers_over, UNDER], order[wanted.prefers_over, OVER] = 2, 1
    has_last = np.flatnonzero(wanted.last_places >= 0)
    order[has_last, wanted.last_places[has_last]] = 0
    return order
