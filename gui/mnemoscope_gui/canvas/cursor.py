"""Which cursor shows what the pointer does or would do."""

from PySide6.QtCore import Qt

from mnemoscope_gui.canvas.pointer import Gesture, PointerGestures

_SHAPES = {
    Gesture.PANNING: Qt.CursorShape.ClosedHandCursor,
    Gesture.DRAGGING: Qt.CursorShape.ClosedHandCursor,
    Gesture.RELATION: Qt.CursorShape.CrossCursor,
    Gesture.RUBBER_BAND: Qt.CursorShape.CrossCursor,
}


def cursor_shape(pointer: PointerGestures) -> Qt.CursorShape:
    """A hand that holds, points or is open, a cross while something is drawn, else the arrow."""
    if pointer.gesture in _SHAPES:
        return _SHAPES[pointer.gesture]
    if pointer.space_is_held:
        return Qt.CursorShape.OpenHandCursor
    is_over_node = pointer.node_under(pointer.point) is not None
    return Qt.CursorShape.PointingHandCursor if is_over_node else Qt.CursorShape.ArrowCursor
