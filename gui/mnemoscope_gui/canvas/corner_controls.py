"""The small panels over the canvas, each in its corner: map, zoom buttons, and what is in focus."""

from PySide6.QtCore import QEvent, QObject

from mnemoscope_gui.canvas.focus_chip import FocusChip
from mnemoscope_gui.canvas.key_commands import ZOOM_STEP
from mnemoscope_gui.canvas.minimap import Minimap
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.canvas.zoom_buttons import ZoomButtons
from mnemoscope_gui.theme import Theme

MARGIN = 12
"""From the border of the canvas, px."""


class CornerControls(QObject):
    """Makes the panels and keeps them in place.

    Attributes:
        minimap: lower left. zoom_buttons: lower right. focus_chip: upper left.
    """

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self.minimap = Minimap(view.state, view.flight, view.theme, view)
        self.zoom_buttons = ZoomButtons(view.theme, view)
        self.focus_chip = FocusChip(view.state, view.focus_mode, view.theme, view)
        self.zoom_buttons.zoom_in.clicked.connect(lambda: view.zoom_by(ZOOM_STEP))
        self.zoom_buttons.zoom_out.clicked.connect(lambda: view.zoom_by(1 / ZOOM_STEP))
        self.zoom_buttons.fit.clicked.connect(lambda: view.fit_all())
        view.presenter.panels = (self.minimap, self.zoom_buttons, self.focus_chip)
        view.installEventFilter(self)
        self._place()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        for panel in (self.minimap, self.zoom_buttons, self.focus_chip):
            panel.set_theme(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corners when the canvas changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        width, height = self._view.width(), self._view.height()
        self.zoom_buttons.adjustSize()
        buttons = self.zoom_buttons.size()
        self.minimap.move(MARGIN, height - self.minimap.height() - MARGIN)
        self.zoom_buttons.move(width - buttons.width() - MARGIN, height - buttons.height() - MARGIN)
        self.focus_chip.move(MARGIN, MARGIN)
