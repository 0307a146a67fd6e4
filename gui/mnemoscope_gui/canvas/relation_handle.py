"""The small handle beside a hovered node, from which a new relation is drawn. Logical pixels."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.canvas_state import CanvasState

HANDLE_RADIUS = 8.0
HANDLE_DISTANCE = 14.0
"""From the rim of the node to the middle of its handle."""

HANDLE_HIT_RADIUS = 12.0
RIGHT: Point = (1.0, 0.0)
_SIDES: tuple[Point, ...] = (RIGHT, (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


def handle_centre(state: CanvasState, node: int, side: Point) -> Point:
    """Where the handle of a node is, on that side of it."""
    seen = state.seen
    reach = float(seen.radii[node]) + HANDLE_DISTANCE
    return float(seen.x[node]) + reach * side[0], float(seen.y[node]) + reach * side[1]


def free_side(state: CanvasState, node: int, labels: Sequence[QRectF]) -> Point:
    """The first side on which the handle is whole and covers no label; the right one where there is none."""
    canvas = QRectF(0.0, 0.0, *state.size)
    for side in _SIDES:
        x, y = handle_centre(state, node, side)
        disc = QRectF(x - HANDLE_RADIUS, y - HANDLE_RADIUS, 2 * HANDLE_RADIUS, 2 * HANDLE_RADIUS)
        if canvas.contains(disc) and not any(disc.intersects(label) for label in labels):
            return side
    return RIGHT


def node_of_handle_at(state: CanvasState, point: Point, side: Point) -> int | None:
    """The hovered node, if its handle on that side is at `point`."""
    node = state.emphasis.hovered
    if node is None or state.scene.is_ghost[node]:
        return None
    x, y = handle_centre(state, node, side)
    return node if math.hypot(point[0] - x, point[1] - y) <= HANDLE_HIT_RADIUS else None
