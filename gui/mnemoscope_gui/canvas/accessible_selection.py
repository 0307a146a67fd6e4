"""The selection of the canvas for screen readers."""

import weakref
from typing import cast

import numpy as np
from PySide6.QtGui import QAccessibleInterface, QAccessibleSelectionInterface

from mnemoscope_gui.canvas.accessible_node import AccessibleNode, find_node, living
from mnemoscope_gui.canvas.canvas_widget import CanvasWidget
from mnemoscope_gui.canvas.node_interfaces import NodeInterfaces


class AccessibleSelection(QAccessibleSelectionInterface):
    """Reads and changes what is selected, one node or all of them at a time."""

    def __init__(self, view: CanvasWidget, nodes: NodeInterfaces) -> None:
        super().__init__()
        self._view = weakref.ref(view)
        self._nodes = nodes

    def selectedItemCount(self) -> int:
        """How many nodes are selected."""
        return len(self._selected())

    def selectedItems(self) -> list[QAccessibleInterface]:
        """The selected nodes in the order of the file."""
        return [self._nodes.interface(node) for node in sorted(self._selected())]

    def selectedItem(self, selectionIndex: int) -> QAccessibleInterface:  # noqa: N803 - Qt's name
        """One of them, without making the others; none beyond the last."""
        selected = sorted(self._selected())
        is_there = 0 <= selectionIndex < len(selected)
        return cast(
            QAccessibleInterface, self._nodes.interface(selected[selectionIndex]) if is_there else None
        )

    def isSelected(self, childItem: QAccessibleInterface) -> bool:  # noqa: N803 - Qt's name
        """Whether a node is selected."""
        node = self._node(childItem)
        return node is not None and node in self._selected()

    def select(self, childItem: QAccessibleInterface) -> bool:  # noqa: N803 - Qt's name
        """Take a node into the selection."""
        node = self._node(childItem)
        return node is not None and self._set(self._selected() | {node})

    def unselect(self, childItem: QAccessibleInterface) -> bool:  # noqa: N803 - Qt's name
        """Take a node out of the selection."""
        node = self._node(childItem)
        return node is not None and self._set(self._selected() - {node})

    def selectAll(self) -> bool:
        """Select every node that is shown."""
        view = living(self._view)
        return view is not None and self._set(frozenset(np.flatnonzero(view.state.shown).tolist()))

    def clear(self) -> bool:
        """Select nothing."""
        return self._set(frozenset())

    def _selected(self) -> frozenset[int]:
        view = living(self._view)
        return frozenset() if view is None else view.state.emphasis.selected

    def _set(self, nodes: frozenset[int]) -> bool:
        view = living(self._view)
        if view is None:
            return False
        view.state.select(nodes)
        return True

    def _node(self, item: QAccessibleInterface) -> int | None:
        found = find_node(self._view, item.key) if isinstance(item, AccessibleNode) else None
        return None if found is None else found[1]
