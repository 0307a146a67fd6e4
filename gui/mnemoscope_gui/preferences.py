"""What a person prefers of motion and touchpads: chosen in one window, in force in all."""

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.settings import Motion, Settings


class Preferences(QObject):
    """Keeps the canvases at what the settings say.

    Signals:
        changed(): something else is preferred.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    @property
    def motion(self) -> Motion:
        """Whether things glide and fade."""
        return self._settings.motion

    @property
    def scrolling_pans(self) -> bool:
        """Whether scrolling on a touchpad moves the canvas; otherwise it zooms."""
        return self._settings.scrolling_pans

    def choose(self, motion: Motion, *, scrolling_pans: bool) -> None:
        """Take these and remember them."""
        self._settings.motion = motion
        self._settings.scrolling_pans = scrolling_pans
        self.changed.emit()

    def follow(self, view: GraphView) -> None:
        """Apply them to a canvas, now and whenever they change."""
        follower = _Follower(self, view)
        self.changed.connect(follower.apply)
        follower.apply()


class _Follower(QObject):
    """Goes with its canvas: the preferences outlive it, and would keep what a mere function holds."""

    def __init__(self, preferences: Preferences, view: GraphView) -> None:
        super().__init__(view)
        self._preferences = preferences
        self._view = view
        self._usual = view.animation_duration_scale

    def apply(self) -> None:
        """Bring the canvas to what is preferred."""
        scales = {"system": self._usual, "full": 1.0, "reduced": 0.0}
        self._view.animation_duration_scale = scales[self._preferences.motion]
        self._view.pointer.scrolling_pans = self._preferences.scrolling_pans
