"""A picture in device pixels that NumPy and QPainter share."""

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from mnemoscope_gui.canvas.camera import Camera


class Frame:
    """An opaque RGB32 buffer.

    Attributes:
        pixels: (height, width) uint32, 0xffRRGGBB.
        image: the same memory as a QImage.
        camera: the camera the picture was painted with, None while it shows nothing.
    """

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.zeros((max(height, 1), max(width, 1)), np.uint32)
        self.image = self._view()
        self.camera: Camera | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in device pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def clear(self, color: QColor) -> None:
        """Fill the whole picture."""
        self.pixels.fill(color.rgb())

    def painter(self) -> QPainter:
        """A painter, to be used in a `with` statement. Its clip rectangle switches on Qt's fast lines."""
        painter = QPainter(self.image)
        painter.setClipRect(0, 0, *self.size)
        return painter

    def shown_at(self, device_pixel_ratio: float) -> QImage:
        """The same memory for a screen of that ratio; `image` itself stays in device pixels."""
        view = self._view()
        view.setDevicePixelRatio(device_pixel_ratio)
        return view

    def _view(self) -> QImage:
        rows, columns = self.pixels.shape
        return QImage(self.pixels.data, columns, rows, columns * 4, QImage.Format.Format_RGB32)
