"""The buttons in the lower right corner of the canvas: nearer, farther, everything."""

from PySide6.QtWidgets import QWidget

from mnemoscope_gui.canvas.overlay_panel import OverlayPanel
from mnemoscope_gui.theme import Theme


class ZoomButtons(OverlayPanel):
    """Three buttons in a row.

    Attributes:
        zoom_in, zoom_out, fit: the buttons.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName("Zoom")
        self.zoom_in = self.add_button("+", "Zoom in", "+")
        self.zoom_out = self.add_button("−", "Zoom out", "−")
        self.fit = self.add_button("Fit", "Fit all", "Ctrl+0")
        self.zoom_in.setAutoRepeat(True)
        self.zoom_out.setAutoRepeat(True)
