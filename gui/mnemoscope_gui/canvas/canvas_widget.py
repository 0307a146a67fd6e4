"""The canvas as a widget: hands events to gestures and keys, and says in names what they ask for."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.cursor import cursor_shape
from mnemoscope_gui.canvas.flight import CameraFlight
from mnemoscope_gui.canvas.focus_mode import FocusMode
from mnemoscope_gui.canvas.hovering import HoverEmphasis
from mnemoscope_gui.canvas.key_commands import KeyCommands
from mnemoscope_gui.canvas.keyboard import KeyboardNavigation
from mnemoscope_gui.canvas.node_drag import NodeDrag
from mnemoscope_gui.canvas.pointer import Gesture, PointerGestures
from mnemoscope_gui.canvas.presenter import Presenter
from mnemoscope_gui.canvas.pulse import NewNodePulse
from mnemoscope_gui.canvas.spoken import describe_graph, describe_node, describe_selection, marks_of
from mnemoscope_gui.canvas.tooltip import tooltip_at
from mnemoscope_gui.theme import Theme

_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class CanvasWidget(QWidget):
    """Everything of the canvas but its scene and layout.

    Signals carry names as Python objects, since a name may hold what Qt's strings cannot.

    Signals:
        selection_changed(object): list of names.
        node_activated(object): a name: Enter.
        new_entity_requested(QPointF): a double click on empty canvas, scene coordinates.
        relation_requested(object, object): names of source and target.
        context_menu_requested(object, QPoint): a name or None, and where on the desktop.
        rename_requested(object), delete_requested(object): a name; a list of names.
        hovered(object): the name that stands out now, or None.
        announced(str): what a screen reader should say.
        zoom_changed(float): 1.0 is 100 %.
        focus_entered(): the keyboard came to the canvas.
        focus_changed(): another part of the graph is shown.
        filter_changed(): other types are hidden.
        highlight_dismissed(): Esc ended the highlight of a search.
    """

    selection_changed = Signal(object)
    node_activated = Signal(object)
    new_entity_requested = Signal(QPointF)
    relation_requested = Signal(object, object)
    context_menu_requested = Signal(object, QPoint)
    rename_requested = Signal(object)
    delete_requested = Signal(object)
    hovered = Signal(object)
    announced = Signal(str)
    zoom_changed = Signal(float)
    focus_entered = Signal()
    focus_changed = Signal()
    filter_changed = Signal()
    highlight_dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self.state = CanvasState(self)
        self.flight = CameraFlight(self.state)
        self.hover = HoverEmphasis(self.state)
        self.drag = NodeDrag(self.state)
        self.pointer = PointerGestures(self.state, self.hover, self.drag)
        self.keyboard = KeyboardNavigation(self.state)
        self.focus_mode = FocusMode(self.state, self.flight)
        self.commands = KeyCommands(self.state, self.flight, self.pointer, self.focus_mode)
        self.pulse = NewNodePulse(self.state)
        self.presenter = Presenter(self, self.state, self.pointer, self.pulse, theme)
        self._connect_state()
        self._connect_gestures()
        self.setAccessibleName("Graph of the memory")  # Asks for the whole canvas where a screen reader is.

    def _connect_state(self) -> None:
        state = self.state
        state.selection_changed.connect(self._announce_selection)
        state.scene_changed.connect(self._describe)
        state.focus_changed.connect(self.focus_changed)
        state.filter_changed.connect(self.filter_changed)
        state.camera_changed.connect(lambda: self.zoom_changed.emit(state.camera.scale))
        self.hover.hovered.connect(lambda node: self.hovered.emit(self._name(node)))

    def _connect_gestures(self) -> None:
        pointer, keyboard, name = self.pointer, self.keyboard, self._name
        pointer.camera_taken.connect(self.flight.stop)
        pointer.changed.connect(self._show_cursor)
        self.focus_mode.announced.connect(self.announced)
        self.commands.menu_requested.connect(self._request_menu_by_key)
        self.commands.highlight_dismissed.connect(self.highlight_dismissed)
        pointer.node_double_clicked.connect(self._step_into)
        pointer.empty_double_clicked.connect(self.new_entity_requested)
        pointer.relation_drawn.connect(
            lambda source, target: self.relation_requested.emit(name(source), name(target))
        )
        keyboard.arrived.connect(self._arrive)
        keyboard.node_activated.connect(lambda node: self.node_activated.emit(name(node)))
        keyboard.rename_requested.connect(lambda node: self.rename_requested.emit(name(node)))
        keyboard.delete_requested.connect(lambda: self.delete_requested.emit(self.selected_names()))
        keyboard.relation_requested.connect(self._begin_relation)

    def selected_names(self) -> list[str]:
        """The names of the selected nodes, in the order of the file."""
        return self.state.names(self.state.emphasis.selected)

    # Camera

    @property
    def zoom(self) -> float:
        """1.0 is 100 %."""
        return self.state.camera.scale

    def fit_all(self) -> None:
        """Fly to where everything is in sight."""
        self.flight.fit_all()

    def zoom_by(self, factor: float) -> None:
        """Zoom about the middle of the canvas."""
        self.flight.zoom_by(factor)

    def zoom_to_actual_size(self) -> None:
        """Zoom to 100 % about the middle of the canvas."""
        self.flight.zoom_to_actual_size()

    def frame_selection(self) -> None:
        """Fly to where the selection, or everything where nothing is selected, fills the canvas."""
        self.flight.frame_selection()

    # Answers to gestures and keys

    def _name(self, node: int | None) -> str | None:
        return None if node is None else self.state.scene.name(node)

    def _announce_selection(self) -> None:
        self._describe()
        self.selection_changed.emit(self.selected_names())

    def _describe(self) -> None:
        scene, selected = self.state.scene, self.state.emphasis.selected
        text = describe_selection(scene, selected) if selected else describe_graph(scene)
        self.setAccessibleDescription(text)

    def _arrive(self, node: int, place: str) -> None:
        self.presenter.shows_focus_frame = True
        self.flight.bring_into_sight(node)
        self.announced.emit(
            place or describe_node(self.state.scene, node, marks_of(self.state.emphasis, node))
        )

    def _step_into(self, node: int) -> None:
        self.hover.clear()
        self.focus_mode.step_into(node)
        self.state.select((node,))

    def _begin_relation(self) -> None:
        """Two selected nodes are the ends; from a single one the pointer leads on."""
        selected = sorted(self.state.emphasis.selected)
        if len(selected) == 2:
            self.relation_requested.emit(self._name(selected[0]), self._name(selected[1]))
        elif len(selected) == 1:
            self.pointer.begin_relation(selected[0])

    def _show_cursor(self) -> None:
        shape = cursor_shape(self.pointer)
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _request_menu(self, node: int | None, at: QPoint) -> None:
        if node is not None and node not in self.state.emphasis.selected:
            self.state.select((node,))
        self.context_menu_requested.emit(self._name(node), self.mapToGlobal(at))

    def _request_menu_by_key(self) -> None:
        node = self.state.emphasis.focused
        if node is None:
            node = min(self.state.emphasis.selected, default=None)
        at = self.rect().center()
        if node is not None and self.state.positions is not None:
            at = QPoint(round(self.state.seen.x[node]), round(self.state.seen.y[node]))
        self._request_menu(node, at)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Commands, then navigation; what means nothing here goes to the window."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.pointer.space_is_held = True
            self._show_cursor()
        elif not (self.commands.press(event) or self.keyboard.press(event)):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The end of Space+drag."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.pointer.space_is_held = False
            self._show_cursor()
        else:
            super().keyReleaseEvent(event)

    # Pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        self.presenter.shows_focus_frame = False
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a gesture, or hover."""
        self.pointer.move(event)
        self._show_cursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a gesture."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Focus on a node, or ask for a new one."""
        self.pointer.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or pan."""
        self.pointer.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered any more."""
        self.pointer.leave()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Pinches and tooltips, which have no handlers of their own."""
        if isinstance(event, QNativeGestureEvent) and self.pointer.pinch(event):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return super().event(event)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        at = event.pos()
        QToolTip.showText(event.globalPos(), tooltip_at(self.state, (float(at.x()), float(at.y()))), self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button; the menu key is handled as a key, since platforms send it in different ways."""
        is_free = self.pointer.gesture is Gesture.NONE
        if event.reason() != QContextMenuEvent.Reason.Keyboard and is_free:
            at = event.pos()
            self._request_menu(self.state.node_at((float(at.x()), float(at.y()))), at)
        event.accept()

    # The widget

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Reached by the keyboard: show where it is."""
        if event.reason() in _KEYBOARD_REASONS:
            self.presenter.shows_focus_frame = True
            self.keyboard.enter()
        super().focusInEvent(event)
        self.focus_entered.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        self.pointer.space_is_held = False
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of the picture in the middle."""
        self.state.resize((float(event.size().width()), float(event.size().height())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the picture."""
        self.presenter.paint()
