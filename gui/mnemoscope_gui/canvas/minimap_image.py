"""The dots of the minimap. Pure NumPy: a few milliseconds for a hundred thousand nodes."""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.camera import Camera

DOT_SIDES = ((300, 3), (5_000, 2))
"""Up to that many nodes a dot is that many px wide; beyond, one."""


def dots(
    positions: NDArray[np.floating],
    colors: NDArray[np.uint32],
    camera: Camera,
    size: tuple[int, int],
    device_pixel_ratio: float,
) -> NDArray[np.uint32]:
    """A transparent (height, width) 0xAARRGGBB picture with a square of its colour for each node.

    Args:
        positions: (n, 2), edge lengths.
        colors: (n,) 0xffRRGGBB.
        camera: which part of the plane the map shows, for logical pixels.
        size: width and height, logical pixels.
        device_pixel_ratio: device pixels per logical pixel.
    """
    width, height = (round(length * device_pixel_ratio) for length in size)
    pixels = np.zeros((height, width), np.uint32)
    side = max(round(_dot_side(len(positions)) * device_pixel_ratio), 1)
    factor = camera.pixels_per_unit * device_pixel_ratio
    offset = np.array([camera.offset_x, camera.offset_y]) * device_pixel_ratio - side / 2
    corners = np.rint(positions.astype(np.float64) * factor + offset).astype(np.int64)
    column = np.clip(corners[:, 0], 0, width - side)
    row = np.clip(corners[:, 1], 0, height - side)
    for y in range(side):
        for x in range(side):
            pixels[row + y, column + x] = colors
    return pixels


def _dot_side(node_count: int) -> int:
    return next((side for limit, side in DOT_SIDES if node_count <= limit), 1)
