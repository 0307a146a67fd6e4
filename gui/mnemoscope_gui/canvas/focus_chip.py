"""The chip that says what is in focus, how far it reaches, and ends it: "Focus: Alice, 1 step − + ×"."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from mnemoscope_gui.canvas.canvas_state import CanvasState
from mnemoscope_gui.canvas.focus_mode import FocusMode
from mnemoscope_gui.canvas.overlay_panel import OverlayPanel
from mnemoscope_gui.canvas.spoken import describe_focus
from mnemoscope_gui.theme import Theme


class FocusChip(OverlayPanel):
    """Shown while there is a focus.

    Attributes:
        less, more, end: the buttons.
    """

    def __init__(self, state: CanvasState, focus_mode: FocusMode, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._state = state
        self._focus_mode = focus_mode
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setContentsMargins(10, 0, 6, 0)
        self.row.addWidget(self._label)
        self.less = self.add_button("−", "One step less")
        self.more = self.add_button("+", "One step more")
        self.end = self.add_button("×", "End the focus", "Esc")
        self.less.clicked.connect(lambda: focus_mode.lessen())
        self.more.clicked.connect(lambda: focus_mode.deepen())
        self.end.clicked.connect(lambda: focus_mode.end())
        state.focus_changed.connect(self._follow)
        self._follow()

    @property
    def text(self) -> str:
        """What it says."""
        return self._label.text()

    def _follow(self) -> None:
        area = self._state.focus_area
        self.setVisible(area is not None)
        if area is not None:
            self._label.setText(describe_focus(self._state.scene, area))
            self.setAccessibleName(self.text)
            self.less.setEnabled(area.depth > 1)
            self.more.setEnabled(self._focus_mode.can_deepen)
            self.adjustSize()
