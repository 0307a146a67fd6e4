"""The minimap: all nodes as dots, a frame around the part that the canvas shows, and a way to move it."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.canvas.camera import Bounds, Camera, bounds_of, fit
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.flight import CameraFlight
from mnemoscope_gui.canvas.minimap_image import dots
from mnemoscope_gui.canvas.pointer import wheel_factor
from mnemoscope_gui.theme import Theme

MAP_SIZE = QSize(168, 112)
REFRESH_MILLISECONDS = 250
"""While nodes move, the dots follow at most this often."""

FEWEST_NODES = 12
"""A smaller graph needs no map."""

LARGEST_SHARE = 1 / 3
"""Of the width and height of the canvas; where the map would take more, it is hidden."""

_MARGIN = 8.0
_SMALLEST_FRAME = 6.0
_CORNER = 8.0


class Minimap(QWidget):
    """A map of the shown nodes over a canvas; hidden where it would tell nothing.

    Attributes:
        is_wanted: whether a person wants to see it at all.
    """

    def __init__(self, state: CanvasState, flight: CameraFlight, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(MAP_SIZE)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName("Map of the graph")
        self.setToolTip("Click or drag to move the view")
        self._state = state
        self._flight = flight
        self._theme = theme
        self._is_wanted = True
        self._bounds: Bounds = bounds_of(np.empty((0, 2)))
        self._camera = Camera()
        self._image = QImage()
        self._grip = QPointF()
        self._is_stale = True
        self._pause = QTimer(self, singleShot=True, interval=REFRESH_MILLISECONDS)
        self._pause.timeout.connect(self._refresh_if_stale)
        state.scene_changed.connect(self._take_nodes)
        state.positions_changed.connect(self._take_nodes)
        state.camera_changed.connect(self._follow_camera)
        self._follow_camera()

    @property
    def is_wanted(self) -> bool:
        """Whether a person wants to see it at all."""
        return self._is_wanted

    @is_wanted.setter
    def is_wanted(self, wanted: bool) -> None:
        self._is_wanted = wanted
        self._follow_camera()

    @property
    def is_current(self) -> bool:
        """Whether it shows the nodes where they are now; it follows in a moment where not."""
        return not self._is_stale

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self._theme = theme
        self._image = QImage()
        self.update()

    def view_frame(self) -> QRectF:
        """The part that the canvas shows, in pixels of the map, cut off at its border."""
        left, top = self._camera.to_screen(self._state.camera.to_scene((0.0, 0.0)))
        right, bottom = self._camera.to_screen(self._state.camera.to_scene(self._state.size))
        inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        frame = QRectF(QPointF(left, top), QPointF(right, bottom)).intersected(inside)
        return _at_least(frame, _SMALLEST_FRAME) if frame.isValid() else QRectF()

    # Following the canvas

    def _take_nodes(self) -> None:
        self._is_stale = True
        if not self._pause.isActive():
            self._refresh_if_stale()

    def _refresh_if_stale(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        self._pause.start()
        positions = self._shown_positions()
        self._bounds = bounds_of(positions)
        self._camera = fit(self._bounds, (self.width(), self.height()), _MARGIN, maximum=1.0)
        self._image = QImage()
        self._follow_camera()

    def _shown_positions(self) -> NDArray[np.float32]:
        positions = self._state.positions
        return np.empty((0, 2), np.float32) if positions is None else positions[self._state.shown]

    def _follow_camera(self) -> None:
        self.setVisible(self._is_wanted and self._tells_something())
        self.update()

    def _tells_something(self) -> bool:
        if self._state.positions is None or self._state.prepared.shown_count < FEWEST_NODES:
            return False
        width, height = self._state.size
        if self.width() > width * LARGEST_SHARE or self.height() > height * LARGEST_SHARE:
            return False
        left, top = self._state.camera.to_screen(self._bounds[:2])
        right, bottom = self._state.camera.to_screen(self._bounds[2:])
        return left < 0 or top < 0 or right > width or bottom > height

    # Moving the view

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the frame, or bring it to where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            frame = self.view_frame()
            self._grip = frame.center() - event.position() if frame.contains(event.position()) else QPointF()
            self._look_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the frame along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the middle of the canvas."""
        width, height = self._state.size
        self._flight.stop()
        self._state.zoom_at((width / 2, height / 2), wheel_factor(event))
        event.accept()

    def _look_at(self, point: QPointF) -> None:
        middle = point + self._grip
        goal = self._camera.to_scene((middle.x(), middle.y()))
        self._flight.stop()
        self._state.set_camera(self._state.camera.centred_on(goal, self._state.size))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, dots and frame."""
        theme, area = self._theme, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.edge, 1.0))
            painter.setBrush(theme.window)
            painter.drawRoundedRect(area, _CORNER, _CORNER)
            frame_fill = QColor(theme.focus_ring)
            frame_fill.setAlphaF(0.12)
            painter.setPen(QPen(theme.focus_ring, 1.5))
            painter.setBrush(frame_fill)
            painter.drawRoundedRect(self.view_frame(), 2.0, 2.0)
            painter.drawImage(0, 0, self._dots())

    def _dots(self) -> QImage:
        ratio = self.devicePixelRatioF()
        if self._image.isNull() or self._image.devicePixelRatioF() != ratio:
            pixels = dots(self._shown_positions(), self._colors(), self._camera, MAP_SIZE.toTuple(), ratio)
            rows, columns = pixels.shape
            form = QImage.Format.Format_ARGB32_Premultiplied
            self._image = QImage(pixels.data, columns, rows, columns * 4, form).copy()
            self._image.setDevicePixelRatio(ratio)
        return self._image

    def _colors(self) -> NDArray[np.uint32]:
        palette = np.array([color.rgb() for color in self._theme.type_colors], np.uint32)
        slots = self._state.scene.type_slots[self._state.shown]
        return palette[np.clip(slots, 0, len(palette) - 1)]


def _at_least(frame: QRectF, side: float) -> QRectF:
    """The frame, widened about its middle where it would be too small to see."""
    across, down = max(side - frame.width(), 0) / 2, max(side - frame.height(), 0) / 2
    return frame.adjusted(-across, -down, across, down)
