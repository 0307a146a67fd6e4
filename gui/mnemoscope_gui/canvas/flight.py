"""Where the camera can be sent, and its flight there."""

from collections.abc import Iterable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from mnemoscope_gui.canvas.camera import Camera, fit
from mnemoscope_gui.canvas.canvas_state import CanvasState

FLIGHT_MILLISECONDS = 300
REVEAL_SCALE = 1.0
"""Flying to a node zooms in at least this far, so that its name is readable."""

FRAME_MARGIN = 120.0
FRAME_SCALE = 2.0
"""Framing a few nodes leaves this many px around them, and zooms in no further than this."""


class CameraFlight(QObject):
    """Moves the camera of a state evenly, slowly at both ends.

    Attributes:
        duration_scale: 1, or 0 for reduced motion: then the camera is there at once.
    """

    def __init__(self, state: CanvasState) -> None:
        super().__init__(state)
        self.duration_scale = 1.0
        self._state = state
        self._start = self._goal = state.camera
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._advance)

    def fit_all(self) -> None:
        """Fly to where everything is in sight."""
        self.fly_to(self._state.camera_for_all())

    def frame(self, nodes: Iterable[int]) -> None:
        """Fly to where these nodes fill the canvas."""
        self.fly_to(fit(self._state.bounds(nodes), self._state.size, FRAME_MARGIN, FRAME_SCALE))

    def frame_selection(self) -> None:
        """Fly to where the selection, or everything where nothing is selected, fills the canvas."""
        selected = self._state.emphasis.selected
        if selected:
            self.frame(selected)
        else:
            self.fit_all()

    def zoom_by(self, factor: float) -> None:
        """Zoom about the middle of the canvas."""
        width, height = self._state.size
        self.fly_to(self.goal.zoom_at((width / 2, height / 2), factor, self._state.minimum_scale()))

    def zoom_to_actual_size(self) -> None:
        """Zoom to 100 % about the middle of the canvas."""
        self.zoom_by(1.0 / self.goal.scale)

    def reveal(self, node: int) -> None:
        """Fly to where a node is in the middle of the canvas."""
        if self._state.positions is None:
            return
        x, y = self._state.positions[node].tolist()
        self.fly_to(Camera(max(self.goal.scale, REVEAL_SCALE)).centred_on((x, y), self._state.size))

    def bring_into_sight(self, node: int) -> None:
        """Fly to a node only if it is not well inside the canvas already; the zoom stays."""
        if self._state.positions is None:
            return
        position = self._state.positions[node].tolist()
        x, y = self.goal.to_screen((position[0], position[1]))
        width, height = self._state.size
        if not (0.05 * width <= x <= 0.95 * width and 0.05 * height <= y <= 0.95 * height):
            self.fly_to(self.goal.centred_on((position[0], position[1]), self._state.size))

    def fly_to(self, goal: Camera) -> None:
        """Set out for `goal` from where the camera is; where there is no picture yet, be there at once."""
        self.stop()
        duration = round(FLIGHT_MILLISECONDS * self.duration_scale)
        if duration == 0 or goal == self._state.camera or self._state.positions is None:
            self._state.set_camera(goal)
            return
        self._start, self._goal = self._state.camera, goal
        self._state.camera_was_touched = True
        self._animation.setDuration(duration)
        self._animation.start()

    def stop(self) -> None:
        """Stay where the camera is now."""
        self._animation.stop()

    @property
    def goal(self) -> Camera:
        """Where the camera will be in the end."""
        is_flying = self._animation.state() == QVariantAnimation.State.Running
        return self._goal if is_flying else self._state.camera

    def _advance(self, fraction: float) -> None:
        self._state.set_camera(self._start.toward(self._goal, fraction, self._state.size))
