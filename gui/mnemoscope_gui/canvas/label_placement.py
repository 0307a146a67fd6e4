"""Where labels go: greedy, with exact rectangles. Pure geometry without Qt.

No label overlaps another, nor a node of higher rank. All lengths are pixels of the projection.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Rectangle = tuple[float, float, float, float]
"""left, top, right, bottom."""

LABEL_LIMIT = 250
NODE_GAP = 3.0
"""Between a node's rim and its label, px at a ratio of 1."""

LABEL_GAP = 3.0
"""Between two labels in one line, px at a ratio of 1."""

BOLD_RANKS = 60
SMALL_RADIUS = 5.0
"""The first so many labels would rather cover nodes of lower rank of at most that radius (px at a ratio of 1)
than go missing; in a large graph small nodes are everywhere."""

PLACES_BY_RANK = ((60, 8), (150, 4))
"""Up to that rank so many places around a node are tried for its label; after the last only two."""

_CELL_WIDTH = 128.0
_CELL_HEIGHT = 32.0


class Disc(NamedTuple):
    """A node as an obstacle; `rank` 0 is the most important."""

    x: float
    y: float
    radius: float
    rank: int


@dataclass(frozen=True)
class NamedDisc:
    """A node that wants a label of that size.

    Where `prefers_over`, it goes over the node rather than under it. One that `is_needed` may cover any node
    of lower rank.
    """

    disc: Disc
    width: float
    height: float
    prefers_over: bool = False
    is_needed: bool = False


class Occupancy:
    """What is taken on screen, in square cells, so that a test looks only at what is near."""

    def __init__(self) -> None:
        self._labels: dict[tuple[int, int], list[Rectangle]] = {}
        self._discs: dict[tuple[int, int], list[Disc]] = {}

    def add_label(self, rectangle: Rectangle) -> None:
        """Take a rectangle."""
        for cell in _cells(rectangle):
            self._labels.setdefault(cell, []).append(rectangle)

    def add_disc(self, disc: Disc) -> None:
        """Take the place of a node."""
        around = (disc.x - disc.radius, disc.y - disc.radius, disc.x + disc.radius, disc.y + disc.radius)
        for cell in _cells(around):
            self._discs.setdefault(cell, []).append(disc)

    def is_free(self, rectangle: Rectangle, gap: float = 0.0) -> bool:
        """Whether no label comes within `gap` to the side, and no node is covered."""
        return self.count_covered(rectangle, gap, math.inf, math.inf) == 0

    def count_covered(self, rectangle: Rectangle, gap: float, rank: float, small_radius: float) -> int | None:
        """How many nodes a label there would cover; None where it may not go.

        That is within `gap` beside another label, and over nodes but those from `rank` on that are of at most
        `small_radius`.

        This runs some thousand times a frame, so the tests of `overlaps` and `covers` are written out.
        """
        left, top, right, bottom = rectangle
        padded_left, padded_right = left - gap, right + gap
        covered = set()
        for cell in _cells((padded_left, top, padded_right, bottom)):
            for other in self._labels.get(cell, ()):
                if (
                    padded_left < other[2]
                    and other[0] < padded_right
                    and top < other[3]
                    and other[1] < bottom
                ):
                    return None
            for x, y, radius, disc_rank in self._discs.get(cell, ()):
                across = x - (left if x < left else min(x, right))
                down = y - (top if y < top else min(y, bottom))
                if across * across + down * down < radius * radius:
                    if disc_rank < rank or radius > small_radius:
                        return None
                    covered.add(disc_rank)
        return len(covered)


def overlaps(first: Rectangle, second: Rectangle) -> bool:
    """Whether two rectangles share more than a border."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def covers(rectangle: Rectangle, disc: Disc) -> bool:
    """Whether a rectangle covers any of a disc."""
    x = min(max(disc.x, rectangle[0]), rectangle[2])
    y = min(max(disc.y, rectangle[1]), rectangle[3])
    return (x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius**2


def place_names(
    wanted: Sequence[NamedDisc],
    occupancy: Occupancy,
    size: tuple[float, float],
    ratio: float = 1.0,
    limit: int = LABEL_LIMIT,
) -> dict[int, Rectangle]:
    """The rectangles of those labels that find a place, by their index in `wanted` (most important first).

    `occupancy` must hold the nodes; the labels are added to it. `size` is the picture's.
    """
    placed: dict[int, Rectangle] = {}
    for index, item in enumerate(wanted):
        rectangle = _place(item, occupancy, size, ratio)
        if rectangle is not None:
            occupancy.add_label(rectangle)
            placed[index] = rectangle
            if len(placed) >= limit:
                break
    return placed


def _place(
    item: NamedDisc, occupancy: Occupancy, size: tuple[float, float], ratio: float
) -> Rectangle | None:
    gap = LABEL_GAP * ratio
    places = list(_places_around(item, NODE_GAP * ratio, _places_to_try(item.disc.rank)))
    kept = [
        place if _is_whole(place, size) else _kept_inside(place, item.disc, size, gap) for place in places
    ]
    whole = [place for place in kept if _is_whole(place, size)]
    if item.disc.rank >= BOLD_RANKS and not item.is_needed:
        return next((place for place in whole or kept if occupancy.is_free(place, gap)), None)
    small = math.inf if item.is_needed else SMALL_RADIUS * ratio
    best, fewest = None, math.inf
    for place in whole or kept:
        covered = occupancy.count_covered(place, gap, item.disc.rank, small)
        if covered == 0:
            return place
        if covered is not None and covered < fewest:
            best, fewest = place, covered
    return best if whole else None


def _places_to_try(rank: int) -> int:
    return next((places for last, places in PLACES_BY_RANK if rank < last), 2)


def _is_whole(rectangle: Rectangle, size: tuple[float, float]) -> bool:
    return rectangle[0] >= 0 and rectangle[1] >= 0 and rectangle[2] <= size[0] and rectangle[3] <= size[1]


def place_centred(
    centres: Iterable[tuple[int, float, float, float, float]], occupancy: Occupancy, gap: float, limit: int
) -> dict[int, Rectangle]:
    """Place labels on top of points where nothing else is: rows are key, x, y, width, height."""
    placed: dict[int, Rectangle] = {}
    for key, x, y, width, height in centres:
        if len(placed) >= limit:
            break
        left, top = round(x - width / 2), round(y - height / 2)
        rectangle = (left, top, left + width, top + height)
        if occupancy.is_free(rectangle, gap=gap):
            occupancy.add_label(rectangle)
            placed[key] = rectangle
    return placed


def _places_around(item: NamedDisc, gap: float, count: int) -> Iterator[Rectangle]:
    """The first `count` of 8 places: under the node and over it, then beside it and at its corners."""
    disc, width, height = item.disc, item.width, item.height
    middle = round(disc.x - width / 2)
    under = round(disc.y + disc.radius + gap / 3)
    over = round(disc.y - disc.radius - gap / 3) - height
    for top in (over, under) if item.prefers_over else (under, over):
        yield middle, top, middle + width, top + height
    if count <= 2:
        return
    reach, corner = disc.radius + gap, 0.75 * disc.radius
    beside, lower, upper = disc.y - height / 2, disc.y + corner, disc.y - corner - height
    heights = ((reach, beside), (corner, lower), (corner, upper)) if count > 4 else ((reach, beside),)
    for offset, y in heights:
        top = round(y)
        for left in (round(disc.x + offset), round(disc.x - offset) - width):
            yield left, top, left + width, top + height


def _kept_inside(rectangle: Rectangle, disc: Disc, size: tuple[float, float], gap: float) -> Rectangle:
    """Slid sideways into the picture, if its node is in the picture and the label would be cut off."""
    left, top, right, bottom = rectangle
    if not 0 <= disc.x <= size[0] or right - left > size[0] - 2 * gap:
        return rectangle
    if left < disc.x < right:
        shift = round(max(gap - left, 0.0) + min(size[0] - gap - right, 0.0))
        return left + shift, top, right + shift, bottom
    return rectangle


def _cells(rectangle: Rectangle) -> list[tuple[int, int]]:
    columns = range(int(rectangle[0] // _CELL_WIDTH), int(rectangle[2] // _CELL_WIDTH) + 1)
    rows = range(int(rectangle[1] // _CELL_HEIGHT), int(rectangle[3] // _CELL_HEIGHT) + 1)
    return [(column, row) for column in columns for row in rows]
