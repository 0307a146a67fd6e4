"""Tells screen readers what changes on the canvas. Costs nothing while none is there."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

from mnemoscope_gui.canvas.accessible import AccessibleCanvas, existing_nodes, install_factory
from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.spoken import describe_node

MOST_SINGLE_CHANGES = 8
"""When more nodes than this are selected or deselected at once, only the canvas says so."""

_EVENT = QAccessible.Event


class AccessibleEvents(QObject):
    """Follows one canvas; it is also what makes that canvas known to screen readers.

    `send` is what takes the events, Qt's own function unless somebody else wants them.
    """

    def __init__(
        self,
        view: CanvasWidget,
        send: Callable[[QAccessibleEvent], None] = QAccessible.updateAccessibility,
    ) -> None:
        super().__init__(view)
        install_factory()
        self._view = view
        self._send = send
        self._focused = view.state.emphasis.focused
        self._selected = view.state.emphasis.selected
        self._focus_timer = QTimer(self, singleShot=True, interval=0)
        self._focus_timer.timeout.connect(self._tell_focus)
        view.state.scene_changed.connect(self._take_scene)
        view.state.emphasis_changed.connect(self._take_emphasis)
        view.focus_entered.connect(self._follow_focus)
        view.announced.connect(self._announce)

    def _take_scene(self) -> None:
        """Nodes have other numbers, and some are gone."""
        emphasis = self._view.state.emphasis
        self._focused, self._selected = emphasis.focused, emphasis.selected
        nodes = existing_nodes(self._view)
        if nodes is not None:
            nodes.drop_hidden()
            self._tell(_EVENT.ObjectReorder)

    def _take_emphasis(self) -> None:
        """Hovering and the like change the emphasis too, and are nothing to tell."""
        emphasis, selected, focused = self._view.state.emphasis, self._selected, self._focused
        self._selected, self._focused = emphasis.selected, emphasis.focused
        if emphasis.selected != selected:
            self._tell_selection(selected, emphasis.selected)
        if emphasis.focused != focused:
            self._tell_focus()

    def _follow_focus(self) -> None:
        """Qt speaks of the canvas itself once this event is over; the node has the last word."""
        if QAccessible.isActive():
            self._focus_timer.start()

    def _tell_focus(self) -> None:
        if self._focused is not None and self._view.hasFocus():
            self._tell(_EVENT.Focus, self._focused)

    def _tell_selection(self, before: frozenset[int], after: frozenset[int]) -> None:
        if len(before ^ after) > MOST_SINGLE_CHANGES:
            self._tell(_EVENT.SelectionWithin)
            return
        for node in sorted(before - after):
            self._tell(_EVENT.SelectionRemove, node)
        for node in sorted(after - before):
            self._tell(_EVENT.Selection if len(after) == 1 else _EVENT.SelectionAdd, node)

    def _announce(self, message: str) -> None:
        """Say by which relation one came; where one is, the node that has the focus says itself."""
        if not QAccessible.isActive():
            return
        focused = self._focused
        if focused is None or message != describe_node(self._view.state.scene, focused):
            self._send(QAccessibleAnnouncementEvent(self._view, message))

    def _tell(self, what: QAccessible.Event, node: int | None = None) -> None:
        """Send an event of a node, or of the canvas itself."""
        if not QAccessible.isActive():
            return
        canvas = QAccessible.queryAccessibleInterface(self._view)
        if isinstance(canvas, AccessibleCanvas):
            self._send(QAccessibleEvent(canvas if node is None else canvas.nodes.interface(node), what))
