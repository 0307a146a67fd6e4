"""Concentrating on a neighbourhood: what starts, widens and ends it, and where the camera goes meanwhile."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.flight import CameraFlight
from mnemoscope_gui.canvas.focus import FocusArea, can_go_deeper, hidden_neighbour_count, shown_nodes
from mnemoscope_gui.canvas.spoken import describe_focus, describe_graph


class FocusMode(QObject):
    """Sets the focus area of a canvas state. All nodes keep their places, so nothing has moved at the end.

    Signals:
        announced(str): what a screen reader should say.
    """

    announced = Signal(str)

    def __init__(self, state: CanvasState, flight: CameraFlight) -> None:
        super().__init__(state)
        self._state = state
        self._flight = flight
        self._camera_before: Camera | None = None
        self._last_announcement = ""
        state.focus_changed.connect(self._announce)

    @property
    def area(self) -> FocusArea | None:
        """What is in focus, None where everything is shown."""
        return self._state.focus_area

    @property
    def can_deepen(self) -> bool:
        """Whether one more step shows anything more."""
        return self.area is not None and can_go_deeper(self._state.scene, self.area)

    def step_into(self, node: int) -> None:
        """What a double click means: focus on a node, go deeper, show or hide neighbours of another."""
        area = self.area
        if area is None:
            self.focus_on((node,))
        elif node in area.centres:
            self.deepen()
        elif self.hidden_neighbours(node):
            self.show_neighbours(node)
        elif node in area.expanded:
            self.hide_neighbours(node)
        else:
            self.focus_on((node,))

    def focus_on(self, nodes: Iterable[int]) -> None:
        """Show only these nodes and their neighbours."""
        centres = frozenset(nodes)
        if centres:
            if self.area is None:
                self._camera_before = self._flight.goal if self._state.camera_was_touched else None
            self._show(FocusArea(centres))

    def deepen(self) -> None:
        """Show what is one relation farther away too."""
        if self.area is not None and self.can_deepen:
            self._show(self.area.deeper_by(1))

    def lessen(self) -> None:
        """Show one step less; the neighbours of the centres stay."""
        if self.area is not None and self.area.depth > 1:
            self._show(self.area.deeper_by(-1))

    def hidden_neighbours(self, node: int) -> int:
        """How many neighbours of a node are not shown."""
        return hidden_neighbour_count(self._state.scene, self._state.shown, node)

    def can_hide_neighbours(self, node: int) -> bool:
        """Whether any neighbour of a node is shown only because of it."""
        if self.area is None:
            return False
        fewer = shown_nodes(self._state.scene, self.area.without_neighbours_of(node))
        return bool((self._state.shown & ~fewer).any())

    def show_neighbours(self, node: int) -> None:
        """Show all neighbours of a node too."""
        if self.area is not None:
            self._show(self.area.with_neighbours_of(node))

    def hide_neighbours(self, node: int) -> None:
        """Show no neighbours of a node but those that something else leads to."""
        if self.area is not None:
            self._show(self.area.without_neighbours_of(node))

    def admit(self, nodes: Iterable[int]) -> None:
        """Show some nodes in addition, with the camera where it is."""
        self._state.admit(nodes)

    def end(self) -> bool:
        """Show everything again, seen from where it was seen before; whether there was a focus."""
        if self.area is None:
            return False
        self._state.set_focus_area(None)
        self._flight.fly_to(self._camera_to_return_to())
        return True

    def _camera_to_return_to(self) -> Camera:
        """The camera from before, unless everything was in sight then or has been laid out anew since."""
        before = self._camera_before
        if before is None or not self._state.camera_was_touched:
            return self._state.camera_for_all()
        return before

    def _announce(self) -> None:
        """Changes from outside that leave the focus as it is are not worth a word."""
        scene, area = self._state.scene, self.area
        text = describe_graph(scene) if area is None else describe_focus(scene, area)
        if text != self._last_announcement:
            self._last_announcement = text
            self.announced.emit(text)

    def _show(self, area: FocusArea) -> None:
        self._state.set_focus_area(area)
        self._flight.frame(np.flatnonzero(self._state.shown).tolist())
