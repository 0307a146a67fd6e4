"""The canvas for screen readers: a list whose items are the nodes that are shown, in the order of the file.

Interfaces of nodes are made only when somebody asks, so a large graph costs nothing until then. Widgets on
the canvas follow after the nodes.
"""

import weakref
from dataclasses import dataclass, field
from functools import cache
from typing import cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from mnemoscope_gui.canvas.accessible_node import AccessibleNode, find_node, interface_pointer, living
from mnemoscope_gui.canvas.accessible_selection import AccessibleSelection
from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.node_interfaces import NodeInterfaces
from mnemoscope_gui.canvas.prepared_scene import PreparedScene


class AccessibleCanvas(QAccessibleWidget):
    """The interface of one canvas.

    Attributes:
        nodes: the interfaces of nodes made so far.
    """

    def __init__(self, view: CanvasWidget, nodes: NodeInterfaces) -> None:
        super().__init__(view, QAccessible.Role.List)
        self.nodes = nodes
        self._view = weakref.ref(view)
        self._selection = AccessibleSelection(view, nodes)
        self._shown_of: PreparedScene | None = None
        self._shown: NDArray[np.intp] = np.empty(0, np.intp)

    def childCount(self) -> int:
        """Nodes and widgets."""
        return len(self._shown_nodes()) + super().childCount()

    def child(self, index: int) -> QAccessibleInterface:
        """A node, or behind the nodes a widget that lies on the canvas."""
        shown = self._shown_nodes()
        if 0 <= index < len(shown):
            return self.nodes.interface(int(shown[index]))
        return super().child(index - len(shown)) if index >= 0 else cast(QAccessibleInterface, None)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Where a child stands, -1 for what is none."""
        if isinstance(child, AccessibleNode):
            found = find_node(self._view, child.key)
            return -1 if found is None else self._index_of_node(found[1])
        at = super().indexOfChild(child)
        return at if at < 0 else at + len(self._shown_nodes())

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        """The widget, else the node at a place on the desktop; Qt's own search would ask all children."""
        view = living(self._view)
        if view is None:
            return cast(QAccessibleInterface, None)
        point = view.mapFromGlobal(QPoint(x, y))
        widget = _direct_child_at(view, point)
        if widget is not None:
            return QAccessible.queryAccessibleInterface(widget)
        is_inside = view.rect().contains(point)
        node = view.state.node_at((float(point.x()), float(point.y()))) if is_inside else None
        return cast(QAccessibleInterface, None if node is None else self.nodes.interface(node))

    def focusChild(self) -> QAccessibleInterface:
        """The node that the keyboard is on."""
        view = living(self._view)
        focused = None if view is None or not view.hasFocus() else view.state.emphasis.focused
        return super().focusChild() if focused is None else self.nodes.interface(focused)

    def state(self) -> QAccessible.State:
        """Several nodes can be selected at a time."""
        state = super().state()
        state.multiSelectable = state.extSelectable = 1
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        """The selection, beside what every widget has."""
        if kind == QAccessible.InterfaceType.SelectionInterface:
            return interface_pointer(self._selection)
        inherited = cast(int | None, super().interface_cast(kind))
        return interface_pointer(None) if inherited is None else inherited

    def _index_of_node(self, node: int) -> int:
        shown = self._shown_nodes()
        at = int(np.searchsorted(shown, node))
        return at if at < len(shown) and shown[at] == node else -1

    def _shown_nodes(self) -> NDArray[np.intp]:
        """The nodes that are shown, ascending; found anew only for another scene."""
        view = living(self._view)
        if view is None:
            return np.empty(0, np.intp)
        if view.state.prepared is not self._shown_of:
            self._shown_of = view.state.prepared
            self._shown = np.flatnonzero(view.state.shown)
        return self._shown


@dataclass
class _Kept:
    """What has been made for one canvas. Qt holds bare pointers to all of it."""

    nodes: NodeInterfaces
    canvases: list[AccessibleCanvas] = field(default_factory=list)


_kept: dict[int, _Kept] = {}
"""By the identity of the canvas."""


@cache
def install_factory() -> None:
    """Let Qt find the interfaces of canvases; once for the program."""
    QAccessible.installFactory(_make_interface)


def existing_nodes(view: CanvasWidget) -> NodeInterfaces | None:
    """The interfaces of a canvas's nodes, if anybody has asked for the canvas yet."""
    kept = _kept.get(id(view))
    return None if kept is None else kept.nodes


def _make_interface(_class_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt asks for every object and each of its classes.

    It asks again for a canvas whose meta-object is another one, as PySide makes it for a new slot; the old
    interface lives on beside the new one.
    """
    if not isinstance(thing, CanvasWidget):
        return None
    key = id(thing)
    if key not in _kept:
        _kept[key] = _Kept(NodeInterfaces(thing))
        thing.destroyed.connect(lambda: _let_go(key))
    made = AccessibleCanvas(thing, _kept[key].nodes)
    _kept[key].canvases.append(made)
    return made


def _let_go(key: int) -> None:
    """The canvas is being destroyed: Qt must have forgotten its interfaces before they go."""
    kept = _kept[key]
    kept.nodes.drop_all()
    for canvas in kept.canvases:
        if shiboken6.isValid(canvas):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(canvas))
    del _kept[key]


def _direct_child_at(view: QWidget, point: QPoint) -> QWidget | None:
    found: QWidget | None = view.childAt(point)
    while found is not None and found.parentWidget() is not view:
        found = found.parentWidget()
    return found
