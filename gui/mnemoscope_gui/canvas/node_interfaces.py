"""The accessible interfaces of nodes: made when a screen reader asks, kept until their node goes."""

import weakref

from PySide6.QtGui import QAccessible

from mnemoscope_gui.canvas.accessible_node import AccessibleNode, living
from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.scene import NodeKey


class NodeInterfaces:
    """Keeps every interface until Qt has let it go: Qt's cache holds bare pointers."""

    def __init__(self, view: CanvasWidget) -> None:
        self._view = weakref.ref(view)
        self._kept: dict[NodeKey, tuple[AccessibleNode, int]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def interface(self, node: int) -> AccessibleNode:
        """The interface of a node of the present scene.

        Raises LookupError where the canvas or the node is gone.
        """
        view = living(self._view)
        if view is None:
            raise LookupError("the canvas is gone")
        key = view.state.scene.keys[node]
        if key not in self._kept:
            made = AccessibleNode(view, key)
            self._kept[key] = made, QAccessible.registerAccessibleInterface(made)
        return self._kept[key][0]

    def drop_hidden(self) -> None:
        """Let go what belongs to nodes that the canvas no longer has or shows."""
        view = living(self._view)
        if view is None or not self._kept:
            return
        node_of_key, shown = view.state.scene.node_of_key, view.state.shown
        for key in list(self._kept):
            node = node_of_key.get(key)
            if node is None or not shown[node]:
                self._drop(key)

    def drop_all(self) -> None:
        """Let go everything."""
        for key in list(self._kept):
            self._drop(key)

    def _drop(self, key: NodeKey) -> None:
        """Qt first: an interface that goes while Qt still knows it is a crash at the next question."""
        QAccessible.deleteAccessibleInterface(self._kept[key][1])
        del self._kept[key]
