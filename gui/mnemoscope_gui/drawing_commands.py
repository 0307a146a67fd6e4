"""How the graph is drawn, as the person chose: put on the canvas and remembered."""

from dataclasses import replace

from PySide6.QtCore import QObject

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.canvas.layout.options import LayoutOptions
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.drawing_panel import DrawingPanel
from mnemoscope_gui.settings import DrawingOptions, Settings
from mnemoscope_gui.slots import without_arguments


class DrawingCommands(QObject):
    """Connects the panel of one window to its canvas and to the settings.

    Attributes:
        panel: the sliders; hidden until they are asked for.
    """

    def __init__(self, actions: Actions, view: GraphView, settings: Settings) -> None:
        super().__init__(view)
        self._view = view
        self._settings = settings
        self.panel = DrawingPanel(view.theme, view)
        self.panel.show_options(settings.drawing)
        view.presenter.label_density = settings.drawing.label_density
        view.layout_options = self._layout_options(settings.drawing)
        self.panel.layout_chosen.connect(self._lay_out)
        self.panel.labels_chosen.connect(self._show_labels)
        actions.drawing.triggered.connect(without_arguments(self.panel.open))

    def _lay_out(self, options: DrawingOptions) -> None:
        self._settings.drawing = options
        self._view.lay_out_with(self._layout_options(options))

    def _show_labels(self, options: DrawingOptions) -> None:
        self._settings.drawing = options
        self._view.presenter.label_density = options.label_density

    def _layout_options(self, options: DrawingOptions) -> LayoutOptions:
        return replace(
            self._view.layout_options,
            spacing=options.spacing,
            community_separation=options.community_separation,
        )
