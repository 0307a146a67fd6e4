"""Two pulses around nodes that have just come, so that the eye finds them without the camera moving."""

from collections.abc import Iterable

from PySide6.QtCore import QEasingCurve, QObject, QPointF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.emphasis import as_nodes
from mnemoscope_gui.canvas.scene import NodeKey
from mnemoscope_gui.theme import Theme

PULSE_MILLISECONDS = 250
PULSES = 2
PULSE_REACH = 18.0
"""How far the ring has gone from the rim of its node at the end of a pulse, px."""

MOST_PULSING = 200
"""Of more new nodes in sight only that many pulse: a crowd of rings says no more."""


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
        self._keys = tuple(self._state.scene.keys[node] for node in nodes) if duration else ()
        if self._keys:
            self._animation.setDuration(duration)
            self._animation.start()

    def stop(self) -> None:
        """Pulse no more."""
        self._animation.stop()
        self._keys = ()
        self.changed.emit()

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The rings at this moment, in logical pixels."""
        if not self._keys or self._state.positions is None:
            return
        share, seen = self.share, self._state.seen
        color = QColor(theme.added)
        color.setAlphaF(1.0 - share)
        painter.setPen(QPen(color, 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for node in seen.in_sight(as_nodes(self.nodes))[:MOST_PULSING].tolist():
            radius = float(seen.radii[node]) + PULSE_REACH * share
            painter.drawEllipse(QPointF(seen.x[node], seen.y[node]), radius, radius)
