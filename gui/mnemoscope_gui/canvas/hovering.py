"""The pause before a hovered node's neighbourhood stands out, and the fading of the rest."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, QVariantAnimation, Signal

from mnemoscope_gui.canvas.canvas_state import CanvasState

HOVER_MILLISECONDS = 120
FADE_MILLISECONDS = 150


class HoverEmphasis(QObject):
    """Turns the node under the pointer into the hovered node of a state.

    Attributes:
        duration_scale: 1, or 0 for reduced motion: then nothing fades gradually.

    Signals:
        hovered(object): the node that stands out from now on, or None.
    """

    hovered = Signal(object)

    def __init__(self, state: CanvasState) -> None:
        super().__init__(state)
        self.duration_scale = 1.0
        self._state = state
        self._candidate: int | None = None
        self._was_hovering = False
        self._pause = QTimer(self, singleShot=True, interval=HOVER_MILLISECONDS)
        self._pause.timeout.connect(self._settle)
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._set_fade)
        self._fade.finished.connect(self._finish)
        state.nodes_renumbered.connect(self._follow)

    def point_at(self, node: int | None) -> None:
        """The pointer is over `node` now, or over none."""
        if node != self._candidate:
            self._candidate = node
            self._pause.start()

    def hold(self) -> None:
        """A button went down: what stands out or fades goes on so, and no other node begins to."""
        if self._pause.isActive():
            self._pause.stop()
            is_fading_back = self._fade.direction() == QVariantAnimation.Direction.Backward
            self._candidate = None if is_fading_back else self._state.emphasis.hovered

    def _follow(self, new_node: dict[int, int]) -> None:
        """Stay with the node in another scene."""
        was_hovering, self._was_hovering = self._was_hovering, self._state.emphasis.hovered is not None
        if self._candidate is not None:
            self._candidate = new_node.get(self._candidate)
        if was_hovering and not self._was_hovering:
            self._fade.stop()
            self.hovered.emit(None)

    def clear(self) -> None:
        """No node is hovered, at once: something is being dragged, or the scene has changed."""
        self._pause.stop()
        self._fade.stop()
        self._candidate = None
        self._show(None, 1.0)

    def _settle(self) -> None:
        current = self._state.emphasis.hovered
        if self._candidate == current and self._fade.direction() == QVariantAnimation.Direction.Forward:
            return
        if self._candidate is not None:
            was_hovering = current is not None
            self._show(self._candidate, self._state.emphasis.fade if was_hovering else 0.0)
        self._animate(forward=self._candidate is not None)

    def _animate(self, *, forward: bool) -> None:
        directions = QVariantAnimation.Direction
        duration = round(FADE_MILLISECONDS * self.duration_scale)
        self._fade.stop()
        if duration == 0:
            self._show(self._candidate, 1.0)
            return
        self._fade.setDuration(duration)
        self._fade.setDirection(directions.Forward if forward else directions.Backward)
        self._fade.start()

    def _set_fade(self, fade: float) -> None:
        emphasis = self._state.emphasis
        if emphasis.hovered is not None:
            self._state.set_emphasis(replace(emphasis, fade=fade))

    def _finish(self) -> None:
        if self._candidate is None:
            self._show(None, 1.0)

    def _show(self, node: int | None, fade: float) -> None:
        emphasis = self._state.emphasis
        is_new = node != emphasis.hovered
        self._was_hovering = node is not None
        self._state.set_emphasis(replace(emphasis, hovered=node, fade=fade))
        if is_new:
            self.hovered.emit(node)
