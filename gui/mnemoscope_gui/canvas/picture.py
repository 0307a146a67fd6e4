"""A scene drawn to an image without any window: it needs a QGuiApplication and no screen."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage

from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.scene import Scene
from mnemoscope_gui.theme import Theme

EMPTY_TITLE = "This memory is empty."
EMPTY_HINT = "Double-click to add an entity."
EMPTY_PIXELS = (16, 13)
EMPTY_LINE = 24.0
"""The font sizes of both and the height of each line, px at a ratio of 1; the middle is between them."""


def render_picture(
    scene: Scene,
    positions: NDArray[np.floating],
    theme: Theme,
    size: QSize,
    device_pixel_ratio: float = 1.0,
) -> QImage:
    """The whole scene, nodes at (n, 2) `positions` in edge lengths, fitted into `size` logical pixels."""
    camera = fit(bounds_of(positions), (size.width(), size.height()))
    return paint_picture(PreparedScene(scene), positions, theme, camera, size, device_pixel_ratio)


def paint_picture(
    prepared: PreparedScene,
    positions: NDArray[np.floating],
    theme: Theme,
    camera: Camera,
    size: QSize,
    device_pixel_ratio: float = 1.0,
) -> QImage:
    """What `camera` sees of the nodes at (n, 2) `positions` (edge lengths), `size` logical pixels large."""
    pixels = math.ceil(size.width() * device_pixel_ratio), math.ceil(size.height() * device_pixel_ratio)
    frame = Frame(*pixels)
    painter = GraphPainter(theme, device_pixel_ratio)
    painter.set_scene(prepared)
    seen = painter.project(positions, camera, frame.size)
    painter.paint_exact(frame, seen)
    painter.paint_labels(frame, seen, Emphasis(), budget=math.inf)
    if not prepared.scene.node_count:
        paint_hint(frame, theme, device_pixel_ratio, EMPTY_TITLE, EMPTY_HINT)
    image = frame.image.copy()
    image.setDevicePixelRatio(device_pixel_ratio)
    return image


def paint_hint(frame: Frame, theme: Theme, device_pixel_ratio: float, title: str, hint: str) -> None:
    """The quiet text of a canvas without nodes, in its middle: what is so, and under it what may be done."""
    width, height = frame.size
    line = EMPTY_LINE * device_pixel_ratio
    lines = (
        (title, EMPTY_PIXELS[0], height / 2 - line, theme.text),
        (hint, EMPTY_PIXELS[1], height / 2, theme.secondary_text),
    )
    font = QFont()
    with frame.painter() as painter:
        for text, pixel_size, top, color in lines:
            font.setPixelSize(round(pixel_size * device_pixel_ratio))
            painter.setFont(font)
            painter.setPen(color)
            painter.drawText(QRectF(0.0, top, width, line), Qt.AlignmentFlag.AlignCenter, text)
