"""Keys that stand for commands of the canvas as a whole: camera, menu, and Esc, which ends one thing."""

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.flight import CameraFlight
from mnemoscope_gui.canvas.focus_mode import FocusMode
from mnemoscope_gui.canvas.pointer import PointerGestures

ZOOM_STEP = 1.25
"""One press of + or -."""

_KEY = Qt.Key
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class KeyCommands(QObject):
    """Does what such a key stands for.

    Signals:
        menu_requested(): the menu key, or Shift+F10.
        highlight_dismissed(): Esc ended the highlight of a search.
    """

    menu_requested = Signal()
    highlight_dismissed = Signal()

    def __init__(
        self, state: CanvasState, flight: CameraFlight, pointer: PointerGestures, focus_mode: FocusMode
    ) -> None:
        super().__init__(state)
        self._state = state
        self._flight = flight
        self._pointer = pointer
        self._focus_mode = focus_mode

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key stands for; False for keys that mean nothing here."""
        key, control, shift = event.key(), event.modifiers() & _CONTROL, event.modifiers() & _SHIFT
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._state.select(np.flatnonzero(self._state.shown).tolist())
        elif key == _KEY.Key_Escape:
            return self.peel()
        elif key == _KEY.Key_Menu or (key == _KEY.Key_F10 and shift):
            self.menu_requested.emit()
        elif key == _KEY.Key_F and not control:
            self._flight.frame_selection()
        elif key == _KEY.Key_0 and control:
            self._flight.fit_all()
        elif key == _KEY.Key_1 and control:
            self._flight.zoom_to_actual_size()
        elif key in (_KEY.Key_Plus, _KEY.Key_Equal):
            self._flight.zoom_by(ZOOM_STEP)
        elif key == _KEY.Key_Minus:
            self._flight.zoom_by(1 / ZOOM_STEP)
        else:
            return False
        return True

    def peel(self) -> bool:
        """End one thing only: gesture, highlight, selection, focus; False where there was none of them."""
        if self._pointer.cancel():
            return True
        if self._state.emphasis.highlighted is not None:
            self._state.highlight(None)
            self.highlight_dismissed.emit()
            return True
        if self._state.emphasis.selected:
            self._state.select(())
            return True
        return self._focus_mode.end()
