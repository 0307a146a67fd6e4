"""What mouse, wheel and pinch do on the canvas."""

from enum import Enum, auto

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.hovering import HoverEmphasis
from mnemoscope_gui.canvas.node_drag import NodeDrag
from mnemoscope_gui.canvas.picking import nodes_in_rectangle
from mnemoscope_gui.canvas.relation_handle import RIGHT, node_of_handle_at

WHEEL_FACTOR = 1.15
"""Zoom for one notch of the wheel."""

_NOTCH = 120.0
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class Gesture(Enum):
    """What the pointer is doing."""

    NONE = auto()
    PRESSED_NODE = auto()
    PRESSED_EMPTY = auto()
    DRAGGING = auto()
    PANNING = auto()
    RUBBER_BAND = auto()
    RELATION = auto()


class PointerGestures(QObject):
    """Turns events of the pointer into changes of a canvas state.

    Attributes:
        gesture: what is going on.
        origin, point: where the gesture began and where the pointer is, logical px.
        relation_source: the node that a new relation starts from, while one is drawn.
        handle_side: where the hovered node has its handle.
        space_is_held: whether dragging pans whatever is under the pointer.
        scrolling_pans: whether scrolling by pixels, as touchpads do, pans; otherwise it zooms.

    Signals:
        changed(): paint again.
        camera_taken(): a person moves the camera or a node: stop moving it.
        drag_began(): nodes are held now: stop the layout.
        node_double_clicked(int), empty_double_clicked(QPointF), relation_drawn(int, int): what is asked for.
    """

    changed = Signal()
    camera_taken = Signal()
    drag_began = Signal()
    node_double_clicked = Signal(int)
    empty_double_clicked = Signal(QPointF)
    relation_drawn = Signal(int, int)

    def __init__(self, state: CanvasState, hover: HoverEmphasis, drag: NodeDrag) -> None:
        super().__init__(state)
        self._state = state
        self._hover = hover
        self._drag = drag
        self._pressed_node: int | None = None
        self._selects_on_release = False
        self.gesture = Gesture.NONE
        self.origin: Point = (0.0, 0.0)
        self.point: Point = (0.0, 0.0)
        self.relation_source: int | None = None
        self.space_is_held = False
        self.scrolling_pans = False
        self.handle_side = RIGHT
        self._button = Qt.MouseButton.LeftButton
        self._is_over = False
        state.camera_changed.connect(self.look_again)
        state.nodes_renumbered.connect(self._follow)

    def begin_relation(self, node: int) -> None:
        """Draw a new relation from `node` to wherever the pointer goes; the next click ends it."""
        if self.gesture is not Gesture.NONE:
            return
        self._button = Qt.MouseButton.LeftButton
        self._set_gesture(Gesture.RELATION)
        self.relation_source = node

    def cancel(self) -> bool:
        """Give up what is going on, as if it had not begun; whether there was anything."""
        if self.gesture is Gesture.NONE:
            return False
        if self.gesture is Gesture.DRAGGING:
            self._drag.cancel()
        self._end()
        return True

    # Events

    def look_again(self) -> None:
        """Another node may be under a pointer that rests: the camera or the nodes have moved."""
        if self.gesture is Gesture.NONE and self._is_over:
            self._hover.point_at(self.node_under(self.point))

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        point = _point(event)
        goes_on = self.gesture is not Gesture.NONE and bool(event.buttons() & self._button)
        if self.gesture is Gesture.RELATION or (goes_on and event.button() != self._button):
            return
        self._button = event.button()
        if self.gesture is not Gesture.NONE:
            # Its button went up where nobody told of it.
            self._drag.release()
            self._end()
        self.origin = self.point = point
        self._hover.hold()
        self.camera_taken.emit()
        if event.button() == Qt.MouseButton.MiddleButton or (
            self.space_is_held and event.button() == Qt.MouseButton.LeftButton
        ):
            self._set_gesture(Gesture.PANNING)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press_left(point, event.modifiers())

    def move(self, event: QMouseEvent) -> None:
        """The pointer has moved, with a button held or without."""
        previous, self.point = self.point, _point(event)
        self._is_over = True
        match self.gesture:
            case Gesture.NONE:
                self._hover.point_at(self.node_under(self.point))
            case Gesture.PRESSED_NODE if self._is_far():
                self._begin_drag()
            case Gesture.PRESSED_EMPTY if self._is_far():
                self._set_gesture(Gesture.PANNING)
                self._pan_from(self.origin)
            case Gesture.DRAGGING:
                self._drag.move_to(self._state.camera.to_scene(self.point))
            case Gesture.PANNING:
                self._pan_from(previous)
            case Gesture.RUBBER_BAND | Gesture.RELATION:
                self.changed.emit()
            case _:
                pass

    def release(self, event: QMouseEvent) -> None:
        """A button went up."""
        self.point = _point(event)
        if self.gesture is not Gesture.NONE and event.button() != self._button:
            return
        match self.gesture:
            case Gesture.PRESSED_EMPTY:
                self._state.select(())
            case Gesture.PRESSED_NODE if self._selects_on_release and self._pressed_node is not None:
                self._state.select((self._pressed_node,))
            case Gesture.DRAGGING:
                self._drag.release()
            case Gesture.RUBBER_BAND:
                self._select_in_band(adding=bool(event.modifiers() & _CONTROL))
            case Gesture.RELATION:
                self._finish_relation()
            case _:
                pass
        self._end()

    def double_click(self, event: QMouseEvent) -> None:
        """The second press of a double click."""
        if event.button() != Qt.MouseButton.LeftButton or self.gesture is Gesture.RELATION:
            return
        node = self._state.node_at(_point(event))
        self._end()
        if node is None:
            self.empty_double_clicked.emit(QPointF(*self._state.camera.to_scene(_point(event))))
        else:
            self.node_double_clicked.emit(node)

    def wheel(self, event: QWheelEvent) -> None:
        """A notch of the wheel, or scrolling on a touchpad."""
        pixels, at = event.pixelDelta(), event.position()
        self.camera_taken.emit()
        is_touchpad = not pixels.isNull() and event.phase() != Qt.ScrollPhase.NoScrollPhase
        if self.scrolling_pans and is_touchpad and not event.modifiers() & _CONTROL:
            self._state.set_camera(self._state.camera.panned(pixels.x(), pixels.y()))
        elif event.angleDelta().y():
            self._state.zoom_at((at.x(), at.y()), wheel_factor(event))
        event.accept()

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Two fingers on a touchpad; whether the event was a pinch."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self.camera_taken.emit()
        at = event.position()
        self._state.zoom_at((at.x(), at.y()), max(1.0 + event.value(), 0.1))
        return True

    def leave(self) -> None:
        """The pointer is no longer over the canvas."""
        self._is_over = False
        if self.gesture is Gesture.NONE:
            self._hover.point_at(None)

    def node_under(self, point: Point) -> int | None:
        """The node at a place, where its handle counts as part of it."""
        handle = node_of_handle_at(self._state, point, self.handle_side)
        return self._state.node_at(point) if handle is None else handle

    def _follow(self, new_node: dict[int, int]) -> None:
        """Go on with the node in another scene, and give up where it has gone."""
        held = self.relation_source if self.gesture is Gesture.RELATION else self._pressed_node
        if held is None or self.gesture is Gesture.NONE:
            return
        node = new_node.get(held)
        if node is None:
            self.cancel()
        elif self.gesture is Gesture.RELATION:
            self.relation_source = node
        else:
            self._pressed_node = node
            if self.gesture is Gesture.DRAGGING:
                self._take_hold(node)

    # Steps of gestures

    def _press_left(self, point: Point, modifiers: Qt.KeyboardModifier) -> None:
        handle = node_of_handle_at(self._state, point, self.handle_side)
        node = self._state.node_at(point)
        if handle is not None and node in (None, handle) and not self._is_inside(handle, point):
            self.begin_relation(handle)
        elif node is not None:
            self._press_node(node, modifiers)
        else:
            self._set_gesture(Gesture.RUBBER_BAND if modifiers & _SHIFT else Gesture.PRESSED_EMPTY)

    def _is_inside(self, node: int, point: Point) -> bool:
        seen = self._state.seen
        return bool((seen.x[node] - point[0]) ** 2 + (seen.y[node] - point[1]) ** 2 <= seen.radii[node] ** 2)

    def _press_node(self, node: int, modifiers: Qt.KeyboardModifier) -> None:
        self._set_gesture(Gesture.PRESSED_NODE)
        self._pressed_node = node
        self._state.focus(node)
        selected = self._state.emphasis.selected
        toggles = bool(modifiers & (_CONTROL | _SHIFT))
        self._selects_on_release = not toggles and node in selected and len(selected) > 1
        if toggles:
            self._state.toggle(node)
        elif node not in selected:
            self._state.select((node,))

    def _begin_drag(self) -> None:
        if self._pressed_node is not None:
            self.drag_began.emit()
            self._hover.clear()
            self._set_gesture(Gesture.DRAGGING)
            self._take_hold(self._pressed_node)

    def _take_hold(self, node: int) -> None:
        selected = self._state.emphasis.selected
        self._drag.begin(node, selected if node in selected else frozenset())
        self._drag.move_to(self._state.camera.to_scene(self.point))

    def _pan_from(self, previous: Point) -> None:
        camera = self._state.camera
        self._state.set_camera(camera.panned(self.point[0] - previous[0], self.point[1] - previous[1]))

    def _select_in_band(self, *, adding: bool) -> None:
        left, right = sorted((self.origin[0], self.point[0]))
        top, bottom = sorted((self.origin[1], self.point[1]))
        seen = self._state.seen
        inside = frozenset(nodes_in_rectangle(seen.x, seen.y, left, top, right, bottom).tolist())
        self._state.select(inside | self._state.emphasis.selected if adding else inside)

    def _finish_relation(self) -> None:
        target = self._state.node_at(self.point)
        if self.relation_source is not None and target is not None:
            self.relation_drawn.emit(self.relation_source, target)

    def _is_far(self) -> bool:
        distance = abs(self.point[0] - self.origin[0]) + abs(self.point[1] - self.origin[1])
        return distance >= QApplication.startDragDistance()

    def _set_gesture(self, gesture: Gesture) -> None:
        self.gesture = gesture
        self.changed.emit()

    def _end(self) -> None:
        self._pressed_node = self.relation_source = None
        self._set_gesture(Gesture.NONE)
        self.look_again()


def wheel_factor(event: QWheelEvent) -> float:
    """By how much turning the wheel zooms."""
    return float(WHEEL_FACTOR ** (event.angleDelta().y() / _NOTCH))


def _point(event: QMouseEvent) -> Point:
    position = event.position()
    return position.x(), position.y()
