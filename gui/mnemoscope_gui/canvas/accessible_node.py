"""One node of the canvas for screen readers, and what a person can do with it there.

Nothing is kept here but which node it is: name, place and state are always those of the moment.
"""

import weakref
from collections.abc import Callable
from typing import cast

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface, QWindow

from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.scene import NodeKey
from mnemoscope_gui.canvas.spoken import describe_node_and_neighbours, marks_of

_PRESS = QAccessibleActionInterface.pressAction()
_TOGGLE = QAccessibleActionInterface.toggleAction()
_SET_FOCUS = QAccessibleActionInterface.setFocusAction()
_SHOW_MENU = QAccessibleActionInterface.showMenuAction()
_KEYS = {_PRESS: ["Return"], _SHOW_MENU: ["Shift+F10"]}


def interface_pointer(interface: shiboken6.Shiboken.Object | None) -> int:
    """What `interface_cast` has to return for an interface that is kept elsewhere, or for none.

    PySide takes anything but a `VoidPtr`, also None and an int, for the interface itself, and crashes. Its
    stubs say int.
    """
    address = 0 if interface is None else shiboken6.getCppPointer(interface)[0]
    return cast(int, shiboken6.VoidPtr(address))


class AccessibleNode(QAccessibleInterface):
    """A node as an item of the canvas, by its key: it stays the same item when the file changes."""

    def __init__(self, view: CanvasWidget, key: NodeKey) -> None:
        super().__init__()
        self.key = key
        self._view = weakref.ref(view)
        self._actions = NodeActions(view, key)

    def isValid(self) -> bool:
        """Whether the canvas still has the node."""
        return self._find() is not None

    def object(self) -> QObject:
        """A node is no object of Qt's."""
        return cast(QObject, None)

    def window(self) -> QWindow:
        """The window that the canvas is in."""
        view = living(self._view)
        return cast(QWindow, None if view is None else view.window().windowHandle())

    def parent(self) -> QAccessibleInterface:
        """The canvas."""
        view = living(self._view)
        return cast(
            QAccessibleInterface, None if view is None else QAccessible.queryAccessibleInterface(view)
        )

    def childCount(self) -> int:
        """Nodes have no parts."""
        return 0

    def child(self, index: int) -> QAccessibleInterface:
        """Nodes have no parts."""
        return cast(QAccessibleInterface, None)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        """Nodes have no parts."""
        return cast(QAccessibleInterface, None)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Nodes have no parts."""
        return -1

    def role(self) -> QAccessible.Role:
        """An item of the list that the canvas is."""
        return QAccessible.Role.ListItem

    def text(self, kind: QAccessible.Text) -> str:
        """The name says it all: readers differ in when they read a description."""
        found = self._find()
        if found is None or kind != QAccessible.Text.Name:
            return ""
        view, node = found
        state = view.state
        return describe_node_and_neighbours(state.scene, node, marks_of(state.emphasis, node))

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names are edited in the inspector."""

    def rect(self) -> QRect:
        """The node's square on the desktop; empty while it has no place yet."""
        found = self._find()
        return QRect() if found is None else desktop_rectangle(*found)

    def state(self) -> QAccessible.State:
        """What can be done with the node and what is true of it now."""
        state = QAccessible.State()
        found = self._find()
        if found is None:
            state.invalid = state.invisible = 1
            return state
        view, node = found
        emphasis = view.state.emphasis
        state.focusable = state.selectable = state.extSelectable = state.movable = 1
        state.selected = int(node in emphasis.selected)
        state.focused = int(node == emphasis.focused and view.hasFocus())
        state.invisible = int(not (view.isVisible() and view.state.shown[node]))
        state.offscreen = int(not _is_in_sight(view, node))
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        """The actions; a node has no other interface."""
        is_action = kind == QAccessible.InterfaceType.ActionInterface
        return interface_pointer(self._actions if is_action else None)

    def _find(self) -> tuple[CanvasWidget, int] | None:
        return find_node(self._view, self.key)


class NodeActions(QAccessibleActionInterface):
    """What a screen reader lets a person do with a node: the same as the keys do."""

    def __init__(self, view: CanvasWidget, key: NodeKey) -> None:
        super().__init__()
        self._key = key
        self._view = weakref.ref(view)
        self._action: dict[str, Callable[[CanvasWidget, int], None]] = {
            _PRESS: _activate,
            _TOGGLE: lambda view, node: view.state.toggle(node),
            _SET_FOCUS: _focus,
            _SHOW_MENU: _show_menu,
        }

    def actionNames(self) -> list[str]:
        """Press selects the node and activates it, toggle takes it into the selection or out of it."""
        return list(self._action)

    def doAction(self, actionName: str) -> None:  # noqa: N803 - Qt's name
        """Do one of them; a node that is gone and an unknown name are passed over."""
        found, action = find_node(self._view, self._key), self._action.get(actionName)
        if found is not None and action is not None:
            action(*found)

    def keyBindingsForAction(self, actionName: str) -> list[str]:  # noqa: N803 - Qt's name
        """The keys that do the same."""
        return _KEYS.get(actionName, [])


def living(view: "weakref.ref[CanvasWidget]") -> CanvasWidget | None:
    """The canvas, unless Qt has destroyed it."""
    widget = view()
    return widget if widget is not None and shiboken6.isValid(widget) else None


def find_node(view: "weakref.ref[CanvasWidget]", key: NodeKey) -> tuple[CanvasWidget, int] | None:
    """The canvas and the number that the node has there now, None where either is gone."""
    canvas = living(view)
    node = None if canvas is None else canvas.state.scene.node_of_key.get(key)
    return None if canvas is None or node is None else (canvas, node)


def desktop_rectangle(view: CanvasWidget, node: int) -> QRect:
    """The square around a node, desktop coordinates; empty while it has no place yet."""
    if view.state.positions is None:
        return QRect()
    seen = view.state.seen
    radius = round(float(seen.radii[node]))
    corner = QPoint(round(float(seen.x[node])) - radius, round(float(seen.y[node])) - radius)
    return QRect(view.mapToGlobal(corner), view.mapToGlobal(corner + QPoint(2 * radius, 2 * radius)))


def _is_in_sight(view: CanvasWidget, node: int) -> bool:
    area = QRect(view.mapToGlobal(QPoint(0, 0)), view.size())
    return area.intersects(desktop_rectangle(view, node))


def _focus(view: CanvasWidget, node: int) -> None:
    view.state.focus(node)
    view.presenter.shows_focus_frame = True
    view.flight.bring_into_sight(node)
    view.setFocus(Qt.FocusReason.OtherFocusReason)


def _activate(view: CanvasWidget, node: int) -> None:
    view.state.focus(node)
    view.state.select((node,))
    view.flight.bring_into_sight(node)
    view.node_activated.emit(view.state.scene.name(node))


def _show_menu(view: CanvasWidget, node: int) -> None:
    if node not in view.state.emphasis.selected:
        view.state.select((node,))
    at = desktop_rectangle(view, node).center()
    view.context_menu_requested.emit(view.state.scene.name(node), at)
