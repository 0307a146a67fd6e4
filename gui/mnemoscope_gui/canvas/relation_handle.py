"""The small handle beside a hovered node, from which a new relation is drawn. Logical pixels."""

import math

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.canvas_state import CanvasState

HANDLE_RADIUS = 8.0
HANDLE_DISTANCE = 14.0
"""From the rim of the node to the middle of its handle."""

HANDLE_HIT_RADIUS = 12.0


def handle_centre(state: CanvasState, node: int) -> Point:
    """Where the handle of a node is: to its right, or to its left at the right border of the canvas."""
    seen = state.seen
    x, y, reach = float(seen.x[node]), float(seen.y[node]), float(seen.radii[node]) + HANDLE_DISTANCE
    is_at_border = x + reach + HANDLE_RADIUS > state.size[0]
    return (x - reach if is_at_border else x + reach), y


def node_of_handle_at(state: CanvasState, point: Point) -> int | None:
    """The hovered node, if its handle, or the way from the node to it, is at `point`."""
    node = state.emphasis.hovered
    if node is None or state.scene.is_ghost[node]:
        return None
    x, y = handle_centre(state, node)
    return node if math.hypot(point[0] - x, point[1] - y) <= HANDLE_HIT_RADIUS else None
