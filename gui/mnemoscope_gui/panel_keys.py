"""Going from panel to panel with one key, as F6 does in many programs."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.slots import without_arguments


class PanelKeys(QObject):
    """Moves the keyboard to the next or the previous panel that is shown, around the ends."""

    def __init__(self, panels: Callable[[], Sequence[QWidget]], actions: Actions, window: QWidget) -> None:
        """Connect the keys; `panels` gives the panels in the order of going."""
        super().__init__(window)
        self._panels = panels
        actions.next_panel.triggered.connect(without_arguments(lambda: self.go(1)))
        actions.previous_panel.triggered.connect(without_arguments(lambda: self.go(-1)))

    def go(self, step: int) -> None:
        """Go so many panels on."""
        panels = [panel for panel in self._panels() if panel.isVisible()]
        if not panels:
            return
        focused = QApplication.focusWidget()
        here = next((at for at, panel in enumerate(panels) if _holds(panel, focused)), -step)
        panels[(here + step) % len(panels)].setFocus(Qt.FocusReason.ShortcutFocusReason)


def _holds(panel: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (panel is focused or panel.isAncestorOf(focused))
