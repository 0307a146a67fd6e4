"""A scene seen through a camera: where every node is on screen, and what is in sight.

All lengths here are device pixels.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.camera import PIXELS_PER_EDGE_LENGTH, Camera
from mnemoscope_gui.canvas.prepared_scene import PreparedScene

SIZE_EXPONENT = 0.6
"""Nodes grow more slowly than distances when one zooms in."""

LARGEST_SIZE_SCALE = 3.0
"""Beyond this zoom nodes no longer grow."""

ALWAYS_EXACT_EDGES = 2_000
"""Up to this many edges in sight every frame is exact, also while things move."""

MINIMUM_NODE_RADIUS = 3.0
CROWD = 5_000
"""With more nodes than this in sight, small ones may become dots of `CROWD_NODE_RADIUS`."""

CROWD_NODE_RADIUS = 1.5
_FAR_AWAY = -1e6
"""Where hidden nodes are, px: no picture, no rectangle and no pointer reaches there."""

_CULLING_MARGIN = 48.0
"""A curved edge may bulge by this many px beyond its ends."""


@dataclass(frozen=True)
class Projection:
    """Where everything is.

    Attributes:
        camera: what it was seen through.
        device_pixel_ratio: device pixels per logical pixel.
        width, height: the size of the picture.
        x, y, radii: (n,) float64, centre and radius of every node; hidden ones are far out of sight.
        diameters: (n,) int64, whole pixels.
        size_scale: how large nodes and curves are against their size at 100 % on a screen of ratio 1.
        visible_nodes: nodes of which any part is in the picture.
        visible_edges: drawn edges that may cross the picture, in drawing order.
    """

    camera: Camera
    device_pixel_ratio: float
    width: int
    height: int
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    radii: NDArray[np.float64]
    diameters: NDArray[np.int64]
    size_scale: float
    visible_nodes: NDArray[np.intp]
    visible_edges: NDArray[np.intp]

    def in_sight(self, nodes: NDArray[np.intp]) -> NDArray[np.intp]:
        """Those of `nodes` of which any part is in the picture."""
        x, y, radii = self.x[nodes], self.y[nodes], self.radii[nodes]
        across = (x > -radii) & (x < self.width + radii)
        return nodes[across & (y > -radii) & (y < self.height + radii)]


def size_scale(prepared: PreparedScene, scale: float) -> float:
    """How large nodes are at a zoom, against their size at 100 %."""
    return max(float(min(scale, LARGEST_SIZE_SCALE) ** SIZE_EXPONENT), prepared.size_floor)


def project(
    prepared: PreparedScene,
    positions: NDArray[np.floating],
    camera: Camera,
    size: tuple[int, int],
    device_pixel_ratio: float,
) -> Projection:
    """See `prepared`, with its nodes at (n, 2) scene `positions`, in a picture of `size` device pixels."""
    factor = camera.scale * PIXELS_PER_EDGE_LENGTH * device_pixel_ratio
    x = positions[:, 0].astype(np.float64) * factor + camera.offset_x * device_pixel_ratio
    y = positions[:, 1].astype(np.float64) * factor + camera.offset_y * device_pixel_ratio
    if prepared.shown_count < len(x):
        x[~prepared.shown] = y[~prepared.shown] = _FAR_AWAY
    codes = _outside_codes(x, y, size, _CULLING_MARGIN * device_pixel_ratio)
    visible_nodes = np.flatnonzero(codes == 0)
    smallest = MINIMUM_NODE_RADIUS if len(visible_nodes) <= CROWD else CROWD_NODE_RADIUS
    growth = size_scale(prepared, camera.scale)
    radii = np.maximum(prepared.base_radii * growth, smallest) * device_pixel_ratio
    diameters = np.rint(2 * radii).astype(np.int64)
    outside = codes[prepared.sources] & codes[prepared.targets]
    return Projection(
        camera=camera,
        device_pixel_ratio=device_pixel_ratio,
        width=size[0],
        height=size[1],
        x=x,
        y=y,
        radii=diameters / 2,
        diameters=diameters,
        size_scale=growth * device_pixel_ratio,
        visible_nodes=visible_nodes,
        visible_edges=np.flatnonzero(outside == 0),
    )


def _outside_codes(
    x: NDArray[np.float64], y: NDArray[np.float64], size: tuple[int, int], margin: float
) -> NDArray[np.uint8]:
    """Cohen-Sutherland outcodes: a line whose two ends share a bit cannot cross the picture."""
    code = (x < -margin).view(np.uint8) | ((x > size[0] + margin).view(np.uint8) << np.uint8(1))
    code |= (y < -margin).view(np.uint8) << np.uint8(2)
    code |= (y > size[1] + margin).view(np.uint8) << np.uint8(3)
    return code
