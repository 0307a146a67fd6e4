"""Which part of the plane the canvas shows. Pure: every move gives a new camera.

Scene coordinates are edge lengths, screen coordinates logical pixels, y downwards in both.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PIXELS_PER_EDGE_LENGTH = 90.0
"""How long one edge length is at scale 1 (100 %)."""

MAXIMUM_SCALE = 8.0
MINIMUM_SCALE = 0.05
FIT_MAXIMUM_SCALE = 1.5
"""A handful of nodes is not blown up beyond this to fill the window."""

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""left, top, right, bottom."""


@dataclass(frozen=True)
class Camera:
    """A zoom and a translation: screen = scene · 90 px · scale + offset.

    Attributes:
        scale: 1.0 is 100 %.
        offset_x, offset_y: where the scene's origin is on screen, px.
    """

    scale: float = 1.0
    offset_x: float = 0.0
    offset_y: float = 0.0

    @property
    def pixels_per_unit(self) -> float:
        """Pixels of one edge length."""
        return self.scale * PIXELS_PER_EDGE_LENGTH

    def to_screen(self, point: Point) -> Point:
        """Where a scene point is on screen."""
        factor = self.pixels_per_unit
        return point[0] * factor + self.offset_x, point[1] * factor + self.offset_y

    def to_scene(self, point: Point) -> Point:
        """Which scene point is at a place on screen."""
        factor = self.pixels_per_unit
        return (point[0] - self.offset_x) / factor, (point[1] - self.offset_y) / factor

    def panned(self, x: float, y: float) -> "Camera":
        """The scene moved by (x, y) px on screen."""
        return Camera(self.scale, self.offset_x + x, self.offset_y + y)

    def zoom_at(self, point: Point, factor: float, minimum: float = MINIMUM_SCALE) -> "Camera":
        """Zoomed by `factor`, with the scene under the screen `point` staying where it is."""
        scale = min(max(self.scale * factor, minimum), MAXIMUM_SCALE)
        ratio = scale / self.scale
        return Camera(
            scale,
            point[0] - (point[0] - self.offset_x) * ratio,
            point[1] - (point[1] - self.offset_y) * ratio,
        )

    def centred_on(self, point: Point, size: Point) -> "Camera":
        """The same scale, with the scene `point` in the middle of a window of `size` px."""
        factor = self.pixels_per_unit
        return Camera(self.scale, size[0] / 2 - point[0] * factor, size[1] / 2 - point[1] * factor)

    def toward(self, goal: "Camera", fraction: float, size: Point) -> "Camera":
        """A camera on the way to `goal`: the centre moves evenly on screen, the zoom by even ratios."""
        if fraction >= 1.0:
            return goal
        middle = (size[0] / 2, size[1] / 2)
        scale = self.scale * (goal.scale / self.scale) ** fraction
        start, end = self.to_scene(middle), goal.to_scene(middle)
        share = _centre_share(self.scale, goal.scale, scale, fraction)
        centre = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        return Camera(scale).centred_on(centre, size)


def fit(bounds: Bounds, size: Point, margin: float = 48.0, maximum: float = FIT_MAXIMUM_SCALE) -> Camera:
    """The camera that shows all of `bounds` (scene) in a window of `size` px, `margin` px free around it."""
    left, top, right, bottom = bounds
    width = max(size[0] - 2 * margin, size[0] / 2, 1.0)
    height = max(size[1] - 2 * margin, size[1] / 2, 1.0)
    scale = min(
        width / max((right - left) * PIXELS_PER_EDGE_LENGTH, 1e-9),
        height / max((bottom - top) * PIXELS_PER_EDGE_LENGTH, 1e-9),
        maximum,
    )
    return Camera(scale).centred_on(((left + right) / 2, (top + bottom) / 2), size)


def bounds_of(positions: NDArray[np.floating]) -> Bounds:
    """The smallest bounds that hold all (n, 2) positions; a unit square if there is none."""
    # Column by column: NumPy's reductions over the first of two axes are many times slower.
    x, y = np.ascontiguousarray(positions.T)
    finite = np.isfinite(x) & np.isfinite(y)
    if not finite.all():
        x, y = x[finite], y[finite]
    if not len(x):
        return -0.5, -0.5, 0.5, 0.5
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def minimum_scale(bounds: Bounds, size: Point) -> float:
    """How far one may zoom out: 5 %, or further where that does not show everything."""
    return min(MINIMUM_SCALE, fit(bounds, size).scale)


def _centre_share(start: float, goal: float, scale: float, fraction: float) -> float:
    """How much of the way the centre has gone: it hurries while zooming in, so the target stays in view."""
    if math.isclose(start, goal, rel_tol=1e-6):
        return fraction
    return (1 / start - 1 / scale) / (1 / start - 1 / goal)
