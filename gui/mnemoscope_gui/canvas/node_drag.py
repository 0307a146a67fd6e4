"""Dragging nodes: they follow the pointer, and their neighbourhood gives way."""

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.canvas.camera import Point
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.carry_over import Positions
from mnemoscope_gui.canvas.layout.dragging import LocalDrag
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.simulation import FRAME_MILLISECONDS

TICKS_AFTER_RELEASE = 40
"""How many frames the neighbourhood takes to come to rest."""

STILL = 5e-4
"""It is at rest when no node moves by more than this in a frame, edge lengths."""


class NodeDrag(QObject):
    """At most one drag at a time, a tick of the layout for every frame.

    Attributes:
        options: those of the layout; they count from the next drag on.

    Signals:
        ended(): all that was dragged, or gave way, has come to rest.
    """

    ended = Signal()

    def __init__(self, state: CanvasState) -> None:
        super().__init__(state)
        self._state = state
        self.options = LayoutOptions()
        self._drag: LocalDrag | None = None
        self._ticks_left = 0
        self._is_held = False
        self._before: tuple[Positions | None, frozenset[int]] = (None, frozenset())
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._tick)

    @property
    def is_active(self) -> bool:
        """Whether nodes are still moving because of a drag."""
        return self._timer.isActive()

    def begin(self, node: int, together_with: frozenset[int] = frozenset()) -> None:
        """Take hold of a node, and of the others that move along with it; they become pinned."""
        if self._state.positions is None:
            return
        held = [node, *sorted(together_with - {node})]
        self._before = self._state.positions, frozenset(held) - self._state.emphasis.pinned
        self._state.pin(held)
        stays = self._state.pinned_mask() | ~self._state.shown
        self._drag = LocalDrag(
            self._state.positions, self._state.scene.edges, held, self.options, pinned=stays
        )
        self._ticks_left = TICKS_AFTER_RELEASE
        self._is_held = True
        self._timer.start()

    def move_to(self, point: Point) -> None:
        """Put the held node at a scene point."""
        if self._drag is not None:
            self._drag.move_to(point)
            self._state.set_positions(self._drag.positions)

    def release(self) -> None:
        """Let go; the neighbourhood comes to rest by itself."""
        self._is_held = False

    def cancel(self) -> None:
        """Put everything back to where it was before the drag, also what was not pinned."""
        if self._drag is None:
            return
        self.stop()
        positions, newly_pinned = self._before
        if positions is not None:
            self._state.set_positions(positions)
        self._state.unpin(newly_pinned)
        self.ended.emit()

    def stop(self) -> None:
        """End at once, with every node where it is."""
        self._timer.stop()
        self._drag = None

    def _tick(self) -> None:
        if self._drag is None:
            self.stop()
            return
        before = self._state.positions
        after = self._drag.tick()
        self._state.set_positions(after)
        if not self._is_held:
            self._ticks_left -= 1
            is_still = before is not None and bool(np.abs(after - before).max() < STILL)
            if is_still or self._ticks_left <= 0:
                self.stop()
                self.ended.emit()
