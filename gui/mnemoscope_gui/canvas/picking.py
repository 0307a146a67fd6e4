"""What is at a place on screen. Plain NumPy over all nodes: a tenth of a millisecond for ten thousand."""

import numpy as np
from numpy.typing import NDArray

MINIMUM_HIT_RADIUS = 12.0
"""Every node can be hit within this many logical px of its centre: targets are at least 24 px wide."""

_SIDEWAYS_COST = 2.0

FloatArray = NDArray[np.floating]


def node_at(x: FloatArray, y: FloatArray, radii: FloatArray, point: tuple[float, float]) -> int | None:
    """The node under a point, the nearest centre first; None where there is none."""
    if not len(x):
        return None
    distances = np.hypot(x - point[0], y - point[1])
    within = np.where(distances <= np.maximum(radii, MINIMUM_HIT_RADIUS), distances, np.inf)
    nearest = int(np.argmin(within))
    return nearest if np.isfinite(within[nearest]) else None


def nodes_in_rectangle(
    x: FloatArray, y: FloatArray, left: float, top: float, right: float, bottom: float
) -> NDArray[np.intp]:
    """The nodes whose centres lie in a rectangle, ascending."""
    return np.flatnonzero((x >= left) & (x <= right) & (y >= top) & (y <= bottom))


def edge_at(
    segments: FloatArray, owners: NDArray[np.integer], point: tuple[float, float], reach: float
) -> int | None:
    """The owner of the (k, 4) line segment nearest to a point, None where all are farther than `reach` px."""
    if not len(segments):
        return None
    start, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    offset = np.asarray(point) - start
    squared = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip((offset * along).sum(axis=1) / squared, 0.0, 1.0)
    distances = np.hypot(*(offset - along * share[:, None]).T)
    nearest = int(np.argmin(distances))
    return int(owners[nearest]) if distances[nearest] <= reach else None


def nearest_in_direction(
    x: FloatArray, y: FloatArray, start: int, direction: tuple[float, float]
) -> int | None:
    """The node that an arrow key leads to: near, and within 60° of the direction, or None."""
    along = (x - x[start]) * direction[0] + (y - y[start]) * direction[1]
    across = np.abs((x - x[start]) * direction[1] - (y - y[start]) * direction[0])
    is_ahead = (along > 1e-6) & (across <= along * np.sqrt(3.0))
    if not is_ahead.any():
        return None
    return int(np.argmin(np.where(is_ahead, along + _SIDEWAYS_COST * across, np.inf)))
