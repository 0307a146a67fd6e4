"""Puts the picture on the widget: frame, emphasis, labels, and what gestures show over them."""

import math
import threading
import time
from dataclasses import replace

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.canvas import overlay
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.emphasis import Emphasis, as_nodes
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.frame_keeper import FrameKeeper
from mnemoscope_gui.canvas.label_occupancy import Rectangle
from mnemoscope_gui.canvas.labels import KeptLabels, PlacedLabel, carried_labels
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.picture import EMPTY_HINT, EMPTY_TITLE, paint_hint
from mnemoscope_gui.canvas.pointer import Gesture, PointerGestures
from mnemoscope_gui.canvas.projection import Projection
from mnemoscope_gui.canvas.pulse import NewNodePulse
from mnemoscope_gui.canvas.relation_handle import free_side, handle_centre
from mnemoscope_gui.theme import Theme

MANY_NODES = 100
"""With more nodes than this in sight labels are chosen anew only now and then while nodes move."""

CHOICE_MILLISECONDS = 250


class Presenter(QObject):
    """Paints one canvas widget.

    Attributes:
        labels: the labels of the last picture.
        panels: children of the widget that lie over the picture.
        is_painted: not set while a picture is being painted.
        painting_seconds: how much CPU time all pictures so far took together.
        shows_focus_frame: whether the keyboard is on the canvas and was not brought there by a click.
    """

    def __init__(
        self,
        widget: QWidget,
        state: CanvasState,
        pointer: PointerGestures,
        pulse: NewNodePulse,
        theme: Theme,
    ) -> None:
        super().__init__(widget)
        self._widget = widget
        self._state = state
        self._pointer = pointer
        self._pulse = pulse
        self._painter = GraphPainter(theme, widget.devicePixelRatioF(), widget.font())
        self._keeper = FrameKeeper(self)
        self._keeper.improved.connect(widget.update)
        # What a new scene asks for takes as long as painting it: before a timer others have their turn.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(widget.update)
        self._choice = QTimer(self, singleShot=True, interval=CHOICE_MILLISECONDS)
        self._choice.timeout.connect(widget.update)
        self._chosen_for: tuple[object, ...] | None = None
        self._nodes_moved = False
        self.labels: list[PlacedLabel] = []
        self.panels: tuple[QWidget, ...] = ()
        self.is_painted = threading.Event()
        self.is_painted.set()
        self.painting_seconds = 0.0
        self.shows_focus_frame = False
        self._waiting_text = ""
        state.scene_changed.connect(self._take_scene)
        state.positions_changed.connect(self._take_positions)
        state.camera_changed.connect(widget.update)
        state.emphasis_changed.connect(self._soon.start)
        pointer.changed.connect(widget.update)
        pulse.changed.connect(self._soon.start)

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._painter.theme

    @property
    def label_density(self) -> float:
        """1 for the usual labels, less for a share of them, more for more."""
        return self._painter.label_density

    @label_density.setter
    def label_density(self, density: float) -> None:
        self._painter.label_density = density
        self._choice.stop()
        self._widget.update()

    @property
    def picture_is_exact(self) -> bool:
        """Whether the last picture shows every edge that a picture can show."""
        return self._keeper.is_exact

    @property
    def labels_are_final(self) -> bool:
        """Whether the last picture shows every label that finds a place; more may follow in a moment."""
        return not (self._choice.isActive() or self._soon.isActive() or self._painter.labels_missing)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours at once."""
        self._painter.set_theme(theme)
        self._keeper.invalidate()
        self._widget.update()

    def show_waiting(self, text: str) -> None:
        """Say what the first picture waits for, in the middle of the empty canvas."""
        self._waiting_text = text
        if self._state.positions is None:
            self._widget.update()

    def come_to_rest(self) -> None:
        """Nothing moves any more for now: complete the picture at once and not after a pause."""
        self._keeper.come_to_rest()
        self._choice.stop()
        self._nodes_moved = False
        self._widget.update()

    def stop(self) -> None:
        """Begin nothing more."""
        self._keeper.stop()
        as_nodes.cache_clear()
        self._soon.stop()
        self._choice.stop()

    def label_rectangles(self) -> list[QRectF]:
        """Where the labels of the last picture are, logical pixels."""
        return [label.logical_rectangle(self._painter.device_pixel_ratio) for label in self.labels]

    def paint(self) -> None:
        """Paint the widget; to be called from its paint event."""
        started = time.thread_time()
        self.is_painted.clear()
        try:
            self._paint_picture()
        finally:
            self.is_painted.set()
        self.painting_seconds += time.thread_time() - started

    def _paint_picture(self) -> None:
        self._follow_screen()
        frame = self._compose()
        with QPainter(self._widget) as painter:
            painter.drawImage(0, 0, frame.shown_at(self._painter.device_pixel_ratio))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_overlay(painter)

    def _follow_screen(self) -> None:
        """Frames in device pixels of the screen that the widget is on now."""
        ratio = self._widget.devicePixelRatioF()
        if ratio != self._painter.device_pixel_ratio:
            density = self._painter.label_density
            self._painter = GraphPainter(self._painter.theme, ratio, self._widget.font())
            self._painter.label_density = density
            self._painter.set_scene(self._state.prepared)
        size = self._widget.size()
        self._keeper.resize(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))

    def _compose(self) -> Frame:
        state, painter = self._state, self._painter
        if state.positions is None or not state.scene.node_count:
            frame = Frame(*self._keeper.size)
            frame.clear(painter.theme.canvas)
            self.labels = []
            if state.has_scene and not state.scene.node_count:
                paint_hint(frame, painter.theme, painter.device_pixel_ratio, EMPTY_TITLE, EMPTY_HINT)
            elif self._waiting_text:
                paint_hint(frame, painter.theme, painter.device_pixel_ratio, "", self._waiting_text)
            return frame
        seen = painter.project(state.positions, state.camera, self._keeper.size)
        frame = self._keeper.compose(painter, seen)
        emphasis = self._shown_emphasis()
        painter.paint_emphasis(frame, seen, emphasis)
        kept = self._kept_labels(seen, emphasis)
        self.labels = painter.paint_labels(frame, seen, emphasis, kept=kept, taken=self._covered())
        if painter.labels_missing:
            self._soon.start()
        return frame

    def _covered(self) -> list[Rectangle]:
        """Where panels lie over the picture, device pixels: labels there could not be read."""
        ratio = self._painter.device_pixel_ratio
        shown = [QRectF(panel.geometry()) for panel in self.panels if panel.isVisible()]
        edges = [(one.left(), one.top(), one.right(), one.bottom()) for one in shown]
        return [
            (left * ratio, top * ratio, right * ratio, bottom * ratio) for left, top, right, bottom in edges
        ]

    def _kept_labels(self, seen: Projection, emphasis: Emphasis) -> KeptLabels | None:
        """What may be labelled in this picture, None to choose anew.

        The timer runs from one choice to the next, and paints once more when nothing moves any longer.
        """
        is_large = len(seen.visible_nodes) > MANY_NODES
        chosen_for = (emphasis.selected, emphasis.hovered, emphasis.highlighted)
        if is_large and self._choice.isActive() and chosen_for == self._chosen_for:
            return KeptLabels.of(self.labels)
        self._chosen_for = chosen_for
        if is_large and self._nodes_moved:
            self._choice.start()
        self._nodes_moved = False
        return None

    def _shown_emphasis(self) -> Emphasis:
        emphasis = self._state.emphasis
        is_useful = self.shows_focus_frame and self._widget.hasFocus()
        if is_useful and emphasis.focused not in emphasis.selected:
            return emphasis
        return replace(emphasis, focused=None)

    def _paint_overlay(self, painter: QPainter) -> None:
        pointer, state, theme = self._pointer, self._state, self.theme
        self._pulse.paint(painter, theme, self._painter.device_pixel_ratio)
        hovered = state.emphasis.hovered
        is_seen = hovered is not None and hovered < len(state.seen.x)
        if pointer.gesture is Gesture.NONE and hovered is not None and is_seen:
            if not state.scene.is_ghost[hovered]:
                side = free_side(state, hovered, self.label_rectangles())
                pointer.handle_side = side
                overlay.paint_handle(painter, theme, handle_centre(state, hovered, side))
        elif pointer.gesture is Gesture.RUBBER_BAND:
            overlay.paint_rubber_band(painter, theme, pointer.origin, pointer.point)
        elif pointer.gesture is Gesture.RELATION:
            self._paint_new_relation(painter)
        if self.shows_focus_frame and self._widget.hasFocus():
            overlay.paint_focus_frame(painter, theme, QRectF(self._widget.rect()))

    def _paint_new_relation(self, painter: QPainter) -> None:
        source, seen = self._pointer.relation_source, self._state.seen
        if source is None or source >= len(seen.x):
            return
        target = self._state.node_at(self._pointer.point)
        if target is not None:
            centre = (float(seen.x[target]), float(seen.y[target]))
            overlay.paint_drop_target(painter, self.theme, centre, float(seen.radii[target]))
        start = (float(seen.x[source]), float(seen.y[source]))
        overlay.paint_new_relation(painter, self.theme, start, self._pointer.point, float(seen.radii[source]))

    def _take_scene(self) -> None:
        self.labels = carried_labels(self.labels, self._painter.prepared.scene, self._state.scene)
        self._painter.set_scene(self._state.prepared)
        # Sets of nodes of another scene are not asked for again, and may be large.
        as_nodes.cache_clear()
        if self.labels and not self._choice.isActive():
            # Choosing takes as long as all that a new scene asks for: it has a frame of its own.
            self._choice.start()
        self._nodes_moved = True
        self._keeper.invalidate()
        self._soon.start()

    def _take_positions(self) -> None:
        self._nodes_moved = True
        self._keeper.invalidate()
        self._widget.update()
