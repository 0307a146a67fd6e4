"""What keys do on the canvas."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.picking import nearest_in_direction
from mnemoscope_gui.canvas.spoken import describe_way, ways_from

_KEY = Qt.Key
_DIRECTIONS = {
    _KEY.Key_Left: (-1.0, 0.0),
    _KEY.Key_Right: (1.0, 0.0),
    _KEY.Key_Up: (0.0, -1.0),
    _KEY.Key_Down: (0.0, 1.0),
}


class KeyboardNavigation(QObject):
    """Walks over the nodes of a canvas state and asks for what keys stand for.

    Signals:
        arrived(int, str): the keyboard is on that node now; the text says by which relation, or is empty.
        node_activated(int), rename_requested(int), delete_requested(), relation_requested(): edits.
    """

    arrived = Signal(int, str)
    node_activated = Signal(int)
    rename_requested = Signal(int)
    delete_requested = Signal()
    relation_requested = Signal()

    def __init__(self, state: CanvasState) -> None:
        super().__init__(state)
        self._state = state
        self._trail: list[int] = []
        self._hub: int | None = None
        self._neighbour = -1
        self._commands: dict[int, Callable[[], None]] = {
            _KEY.Key_PageDown: lambda: self._cycle(1),
            _KEY.Key_PageUp: lambda: self._cycle(-1),
            _KEY.Key_Backspace: self._go_back,
            _KEY.Key_Return: self._activate,
            _KEY.Key_Enter: self._activate,
            _KEY.Key_F2: self._rename,
            _KEY.Key_Delete: self._delete,
            _KEY.Key_P: self.unpin,
            _KEY.Key_R: self.relation_requested.emit,
        }

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key stands for; False for keys that mean nothing here."""
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier):
            return False
        key = Qt.Key(event.key())
        if key in _DIRECTIONS:
            self._go(_DIRECTIONS[key])
            return True
        command = self._commands.get(key)
        if command is not None:
            command()
        return command is not None

    def enter(self) -> None:
        """The canvas got the keyboard: go to the selected node, else to the one nearest the middle."""
        if self._current() is None:
            start = min(self._state.emphasis.selected, default=None)
            start = self._central_node() if start is None else start
            if start is not None:
                self._state.focus(start)
                self.arrived.emit(start, "")

    def forget(self) -> None:
        """The scene is another one: nodes have other numbers."""
        self._trail.clear()
        self._hub = None

    def _current(self) -> int | None:
        return self._state.emphasis.focused

    def _central_node(self) -> int | None:
        seen, (width, height) = self._state.seen, self._state.size
        if not len(seen.x):
            return None
        return int(((seen.x - width / 2) ** 2 + (seen.y - height / 2) ** 2).argmin())

    def _go(self, direction: tuple[float, float]) -> None:
        current = self._current()
        if current is None or not len(self._state.seen.x):
            self.enter()
            return
        found = nearest_in_direction(self._state.seen.x, self._state.seen.y, current, direction)
        if found is not None and self._state.shown[found]:
            self._arrive(found)
            self._hub = None

    def _cycle(self, step: int) -> None:
        """To the next neighbour of the node from which the cycling began."""
        current = self._current()
        if current is None:
            self.enter()
            return
        if self._hub is None:
            self._hub, self._neighbour = current, -1 if step > 0 else 0
        ways = self._ways_from(self._hub)
        if ways:
            self._neighbour = (self._neighbour + step) % len(ways)
            way = ways[self._neighbour]
            said = describe_way(self._state.scene, *way)
            self._arrive(way[1], f"{said}, {self._neighbour + 1} of {len(ways)}")

    def _ways_from(self, node: int) -> list[tuple[str, int]]:
        """The relations of a node that lead to nodes that are shown."""
        return [way for way in ways_from(self._state.scene, node) if self._state.shown[way[1]]]

    def _go_back(self) -> None:
        while self._trail:
            node = self._trail.pop()
            if node != self._current() and self._state.shown[node]:
                self._arrive(node, remember=False)
                self._hub = None
                return

    def _arrive(self, node: int, place: str = "", *, remember: bool = True) -> None:
        current = self._current()
        if remember and current is not None:
            self._trail.append(current)
        self._state.focus(node)
        self._state.select((node,))
        self.arrived.emit(node, place)

    def _activate(self) -> None:
        node = self._one_node()
        if node is not None:
            self.node_activated.emit(node)

    def _rename(self) -> None:
        node = self._one_node()
        if node is not None:
            self.rename_requested.emit(node)

    def _delete(self) -> None:
        if self._state.emphasis.selected:
            self.delete_requested.emit()

    def unpin(self) -> None:
        """Let the selected nodes, or the one that the keyboard is on, move again."""
        emphasis = self._state.emphasis
        self._state.unpin(
            emphasis.selected or ({emphasis.focused} if emphasis.focused is not None else set())
        )

    def _one_node(self) -> int | None:
        """The node that the keyboard is on, if it is selected or nothing is; else the only selected one."""
        selected, current = self._state.emphasis.selected, self._current()
        if current is not None and (current in selected or not selected):
            return current
        return next(iter(selected)) if len(selected) == 1 else None
