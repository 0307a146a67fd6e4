"""The window over one memory file: it puts the parts together and connects them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.analysis_commands import AnalysisCommands
from mnemoscope_gui.appearance import Appearance
from mnemoscope_gui.drawing_commands import DrawingCommands
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.inspector import Inspector
from mnemoscope_gui.picture_keeper import PictureKeeper
from mnemoscope_gui.picture_memory import PictureMemory
from mnemoscope_gui.recent_files import RecentFilesMenu
from mnemoscope_gui.save_picture import PictureSaver
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Scheme, Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.status import StatusBar
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_gui.view_commands import ViewCommands
from mnemoscope_gui.window_commands import WindowCommands
from mnemoscope_shared.locations import user_state_folder

_START_SIZE = (1280, 820)
_INSPECTOR_WIDTH = 340


class MainWindow(QMainWindow):
    """One open memory.

    Attributes:
        session: the memory.
        actions_: every command.
        graph: the canvas with its banner and toast.
        inspector: the panel beside it.
        pictures: saves the graph as PNG, SVG or PDF.
        drawing: the sliders for spacing, communities and labels.

    Signals:
        open_requested: the person chose another file.
        closed: the window has closed and its file is let go.
    """

    open_requested = Signal(object)
    closed = Signal()

    def __init__(
        self, session: GraphSession, appearance: Appearance, settings: Settings, *, is_sample: bool = False
    ) -> None:
        super().__init__()
        self.session = session
        session.setParent(self)
        self._settings = settings
        slots = TypeSlots()
        self.graph = GraphPanel(session, slots, appearance.theme, self)
        self.inspector = Inspector(session, slots, appearance.theme, self)
        self.pictures = PictureSaver(session, self.graph)
        self.actions_ = Actions(self)
        dock = self._add_dock("Inspector", self.inspector, Qt.DockWidgetArea.RightDockWidgetArea)
        self.resizeDocks([dock], [_INSPECTOR_WIDTH], Qt.Orientation.Horizontal)
        self.setCentralWidget(self.graph)
        self.setStatusBar(StatusBar(session, self.graph.view.layout_thread, self))
        self._set_title(is_sample=is_sample)
        self._add_bars([dock])
        commands = WindowCommands(session, self.graph, self.inspector, dock, self.actions_, self)
        commands.open_requested.connect(self.open_requested)
        self._add_commands(appearance)
        appearance.theme_changed.connect(self._set_theme)
        self._start_state = self.saveState()
        self._restore()
        self._keeper = None if is_sample else self._keep_picture(slots)
        session.open()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Finish the writes in hand, remember the window's place, let the file go."""
        self._settings.window_geometry = self.saveGeometry()
        self._settings.window_state = self.saveState()
        self.graph.view.stop()
        self._analysis.stop()
        if self._keeper is not None:
            self._keeper.finish()
        self.session.close()
        super().closeEvent(event)
        self.closed.emit()

    def _keep_picture(self, slots: TypeSlots) -> PictureKeeper:
        folder = Path(user_state_folder(os.environ, sys.platform))
        keeper = PictureKeeper(self.session, self.graph.view, slots, PictureMemory(folder))
        keeper.begin()
        return keeper

    def _set_title(self, *, is_sample: bool) -> None:
        name = "Sample memory (changes are not kept)" if is_sample else self.session.path.name
        self.setWindowTitle(f"{name} — Mnemoscope")
        if not is_sample:
            self.setWindowFilePath(str(self.session.path))

    def _add_dock(self, title: str, content: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title.lower())
        dock.setWidget(content)
        self.addDockWidget(area, dock)
        return dock

    def _add_bars(self, docks: list[QDockWidget]) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        self.actions_.fill_toolbar(bar)
        self.addToolBar(bar)
        toggles = [dock.toggleViewAction() for dock in docks]
        recent_files = RecentFilesMenu(self._settings, self)
        recent_files.chosen.connect(self.open_requested)
        self.actions_.fill_menus(self.menuBar(), [*toggles, bar.toggleViewAction()], recent_files)

    def _add_commands(self, appearance: Appearance) -> None:
        view, actions = self.graph.view, self.actions_
        ViewCommands(actions, view, self.graph.controls, self._settings)
        self._analysis = AnalysisCommands(self.graph, actions, self)
        self.drawing = DrawingCommands(actions, view, self._settings)
        actions.save_picture.triggered.connect(without_arguments(self.pictures.ask))
        actions.reset_layout.triggered.connect(lambda: self.restoreState(self._start_state))
        self._connect_schemes(appearance)

    def _restore(self) -> None:
        self.resize(*_START_SIZE)
        self.restoreGeometry(self._settings.window_geometry)
        self.restoreState(self._settings.window_state)

    def _connect_schemes(self, appearance: Appearance) -> None:
        def chooser(scheme: Scheme) -> Callable[[], None]:
            return without_arguments(lambda: appearance.choose(scheme))

        for scheme, action in self.actions_.schemes.items():
            action.setChecked(appearance.scheme == scheme)
            action.triggered.connect(chooser(scheme))

    def _set_theme(self, theme: Theme) -> None:
        self.graph.set_theme(theme)
        self.inspector.set_theme(theme)
        self.drawing.panel.set_theme(theme)
