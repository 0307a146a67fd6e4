"""Two pulses around nodes that have just come, so that the eye finds them without the camera moving."""

from collections.abc import Iterable
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEasingCurve, QObject, QRect, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from mnemoscope_gui.canvas.atlas import PixmapAtlas
from mnemoscope_gui.canvas.batch import draw_fragments, make_fragments
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.emphasis import as_nodes
from mnemoscope_gui.canvas.scene import NodeKey
from mnemoscope_gui.theme import Theme

PULSE_MILLISECONDS = 250
PULSES = 2
PULSE_WIDTH = 2.0
PULSE_REACH = 18.0
"""The pen of a ring, and how far it has gone from the rim of its node at the end of a pulse, px."""

MOST_PULSING = 200
"""Of more new nodes in sight only that many pulse: a crowd of rings says no more."""

MOST_LOOKED_AT = 2_000
"""Of more new nodes only so many may be among those."""


class NewNodePulse(QObject):
    """Rings that widen and fade twice.

    Attributes:
        duration_scale: 1, or 0 for reduced motion: then nothing pulses.

    Signals:
        changed(): paint again.
    """

    changed = Signal()

    def __init__(self, state: CanvasState) -> None:
        super().__init__(state)
        self.duration_scale = 1.0
        self._state = state
        self._keys: tuple[NodeKey, ...] = ()
        self._sprites: _PulseSprites | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setLoopCount(PULSES)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(lambda _: self.changed.emit())
        self._animation.finished.connect(self.stop)

    @property
    def nodes(self) -> frozenset[int]:
        """The nodes that pulse now."""
        found = (self._state.scene.node_of_key.get(key) for key in self._keys)
        return frozenset(node for node in found if node is not None)

    @property
    def share(self) -> float:
        """How far the pulse has gone, 0 to 1."""
        return float(self._animation.currentValue())

    def start(self, nodes: Iterable[int]) -> None:
        """Let these nodes pulse twice, instead of those that pulse now."""
        self.stop()
        duration = round(PULSE_MILLISECONDS * self.duration_scale)
        first = islice(nodes, MOST_LOOKED_AT) if duration else ()
        self._keys = tuple(self._state.scene.keys[node] for node in first)
        if self._keys:
            self._animation.setDuration(duration)
            self._animation.start()

    def stop(self) -> None:
        """Pulse no more."""
        self._animation.stop()
        self._keys = ()
        self._sprites = None
        self.changed.emit()

    def paint(self, painter: QPainter, theme: Theme, device_pixel_ratio: float) -> None:
        """The rings at this moment; `painter` is in logical pixels."""
        if not self._keys or self._state.positions is None:
            return
        share, seen = self.share, self._state.seen
        nodes = seen.in_sight(as_nodes(self.nodes))[:MOST_PULSING]
        radii = (seen.radii[nodes] + PULSE_REACH * share) * device_pixel_ratio
        sprites = self._sprites_for(theme.added, device_pixel_ratio)
        sources = sprites.sources(np.rint(2 * radii).astype(np.int64))
        x, y = seen.x[nodes] * device_pixel_ratio, seen.y[nodes] * device_pixel_ratio
        painter.save()
        painter.scale(1 / device_pixel_ratio, 1 / device_pixel_ratio)
        rings = make_fragments(x, y, sources, opacity=1.0 - share)
        draw_fragments(painter, rings, sprites.pixmap)
        painter.restore()

    def _sprites_for(self, color: QColor, device_pixel_ratio: float) -> "_PulseSprites":
        if self._sprites is None or not self._sprites.are_of(color, device_pixel_ratio):
            self._sprites = _PulseSprites(color, device_pixel_ratio)
        return self._sprites


class _PulseSprites:
    """Rings of every diameter, device pixels.

    A call for each of many rings lets go of Python's lock each time, and waits for it while other threads
    work: a frame then takes several times as long as its drawing.
    """

    def __init__(self, color: QColor, device_pixel_ratio: float) -> None:
        self._color = color
        self._ratio = device_pixel_ratio
        self._atlas = PixmapAtlas[int]()

    def are_of(self, color: QColor, device_pixel_ratio: float) -> bool:
        return (self._color, self._ratio) == (color, device_pixel_ratio)

    @property
    def pixmap(self) -> QPixmap:
        return self._atlas.pixmap

    def sources(self, diameters: NDArray[np.int64]) -> NDArray[np.float64]:
        """(k, 4) rectangles in the atlas."""
        found, place = np.unique(diameters, return_inverse=True)
        keys = found.tolist()
        self._atlas.hold(keys, self._size, self._paint_ring)
        return self._atlas.rectangles(keys)[place]

    def _size(self, diameter: int) -> tuple[int, int]:
        side = diameter + 2 * round(PULSE_WIDTH * self._ratio)
        return side, side

    def _paint_ring(self, painter: QPainter, rectangle: QRect, diameter: int) -> None:
        painter.setPen(QPen(self._color, PULSE_WIDTH * self._ratio))
        painter.drawEllipse(QRectF(rectangle).center(), diameter / 2, diameter / 2)
