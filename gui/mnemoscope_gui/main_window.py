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
from mnemoscope_gui.bulk_commands import BulkCommands
from mnemoscope_gui.clipboard_commands import ClipboardCommands
from mnemoscope_gui.drawing_commands import DrawingCommands
from mnemoscope_gui.export.export_commands import ExportCommands
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.inspector.drafts import DraftStore
from mnemoscope_gui.inspector.inspector import Inspector
from mnemoscope_gui.inspector.observation_commands import ObservationCommands
from mnemoscope_gui.memories.conflict_copies import ConflictCopies
from mnemoscope_gui.memories.copy_commands import CopyCommands
from mnemoscope_gui.memories.file_drop import FileDrop
from mnemoscope_gui.memories.find_memory import FindMemory
from mnemoscope_gui.menus import fill_menu_bar, fill_toolbar
from mnemoscope_gui.navigator.navigation_commands import NavigationCommands
from mnemoscope_gui.navigator.navigator import Navigator
from mnemoscope_gui.navigator.saved_view_commands import SavedViewCommands
from mnemoscope_gui.navigator.saved_views import ViewStore
from mnemoscope_gui.panel_keys import PanelKeys
from mnemoscope_gui.picture_keeper import PictureKeeper
from mnemoscope_gui.picture_memory import PictureMemory
from mnemoscope_gui.preferences import Preferences
from mnemoscope_gui.preferences_dialog import PreferencesDialog
from mnemoscope_gui.recent_files import RecentFilesMenu
from mnemoscope_gui.save_picture import PictureSaver
from mnemoscope_gui.search.finding import Finding
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Scheme, Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.status import StatusBar
from mnemoscope_gui.table.table_commands import TableCommands
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_gui.view_commands import ViewCommands
from mnemoscope_gui.window_commands import WindowCommands
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.locations import user_state_folder

_START_SIZE = (1280, 820)
_NAVIGATOR_WIDTH = 240
_INSPECTOR_WIDTH = 340


class MainWindow(QMainWindow):
    """One open memory.

    Attributes:
        session: the memory.
        is_sample: whether it is one that is shown for want of the person's own.
        actions_: every command.
        graph: the canvas with its banner and toast.
        navigator, inspector: the panels beside it.
        finding: the search field and the palette.
        find_memory: looks for the memory files on this computer.
        pictures: saves the graph as PNG, SVG or PDF.
        drawing: the sliders for spacing, communities and labels.
        table: the twin of the graph, in rows.

    Signals:
        open_requested: the person chose another file.
        closed: the window has closed and its file is let go.
    """

    open_requested = Signal(object)
    closed = Signal()

    def __init__(
        self,
        session: GraphSession,
        appearance: Appearance,
        preferences: Preferences,
        settings: Settings,
        *,
        is_sample: bool = False,
    ) -> None:
        super().__init__()
        self.session = session
        session.setParent(self)
        self.is_sample = is_sample
        self._settings = settings
        # Looks at other files, so that this one's need not wait.
        self._scout = Worker(self)
        slots = TypeSlots()
        self.graph = GraphPanel(session, slots, appearance.theme, self)
        drafts = None if is_sample else DraftStore(_state_folder())
        self.inspector = Inspector(session, slots, appearance.theme, self, drafts)
        self.pictures = PictureSaver(session, self.graph)
        self.actions_ = Actions(self)
        self.navigator = Navigator(slots, appearance.theme, self)
        self.finding = Finding(session, self.graph, self.actions_, lambda: settings.recent_files, self)
        left, right = self._add_docks()
        self.setCentralWidget(self.graph)
        self._status = StatusBar(session, self.graph.progress, self)
        self.setStatusBar(self._status)
        self._set_title()
        self._add_bars([left, right])
        commands = WindowCommands(session, self.graph, self.inspector, right, self.actions_, self)
        commands.open_requested.connect(self.open_requested)
        self.table = TableCommands(session, self.graph, commands, self.actions_, settings)
        self._add_commands(commands, appearance)
        self._add_file_commands()
        self._add_preferences(appearance, preferences)
        appearance.theme_changed.connect(self._set_theme)
        self._start_state = self.saveState()
        self._restore()
        self._keeper = None if is_sample else self._keep_picture(slots)
        self._views.begin()
        self.inspector.begin()
        session.open()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Finish the writes in hand, remember the window's place, let the file go."""
        self._settings.window_geometry = self.saveGeometry()
        self._settings.window_state = self.saveState()
        self.graph.view.stop()
        self._analysis.stop()
        self.finding.stop()
        self.table.stop()
        if self._keeper is not None:
            self._keeper.finish()
        self.inspector.finish()
        self._scout.close()
        self._status.show_last_writes()
        self.session.close()
        super().closeEvent(event)
        self.closed.emit()

    def _keep_picture(self, slots: TypeSlots) -> PictureKeeper:
        keeper = PictureKeeper(self.session, self.graph.view, slots, PictureMemory(_state_folder()))
        keeper.begin()
        return keeper

    def _set_title(self) -> None:
        name = "Sample memory (changes are not kept)" if self.is_sample else self.session.path.name
        self.setWindowTitle(f"{name} — Mnemoscope")
        if not self.is_sample:
            self.setWindowFilePath(str(self.session.path))

    def _add_docks(self) -> tuple[QDockWidget, QDockWidget]:
        left = self._add_dock("Navigator", self.navigator, Qt.DockWidgetArea.LeftDockWidgetArea)
        right = self._add_dock("Inspector", self.inspector, Qt.DockWidgetArea.RightDockWidgetArea)
        self.resizeDocks([left, right], [_NAVIGATOR_WIDTH, _INSPECTOR_WIDTH], Qt.Orientation.Horizontal)
        return left, right

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
        fill_toolbar(bar, self.actions_, self.finding.field)
        self.addToolBar(bar)
        toggles = [dock.toggleViewAction() for dock in docks]
        recent_files = RecentFilesMenu(self._settings, self)
        recent_files.chosen.connect(self.open_requested)
        fill_menu_bar(self.menuBar(), self.actions_, [*toggles, bar.toggleViewAction()], recent_files)

    def _add_commands(self, commands: WindowCommands, appearance: Appearance) -> None:
        view, actions = self.graph.view, self.actions_
        ViewCommands(actions, view, self.graph.controls, self._settings)
        self._analysis = AnalysisCommands(self.graph, actions, self)
        ClipboardCommands(self.session, self.graph, actions)
        ObservationCommands(self.session, self.inspector, actions, self)
        bulk = BulkCommands(self.session, view, actions, self)
        bulk.connect_inspector(self.inspector)
        self.finding.entity_chosen.connect(commands.go_to)
        self.finding.file_chosen.connect(self.open_requested)
        navigation = NavigationCommands(self.session, view, self.navigator, actions)
        navigation.entity_chosen.connect(commands.go_to)
        navigation.connect_bulk(bulk)
        self._views = SavedViewCommands(
            self.session, self.graph, self.navigator, actions, ViewStore(_state_folder()), self
        )
        self.drawing = DrawingCommands(actions, view, self._settings)
        PanelKeys(self._panels, actions, self)
        actions.reset_layout.triggered.connect(lambda: self.restoreState(self._start_state))
        self._connect_schemes(appearance)

    def _add_file_commands(self) -> None:
        session, graph, actions = self.session, self.graph, self.actions_
        self.find_memory = FindMemory(self._scout, graph, actions, self)
        self.find_memory.open_requested.connect(self.open_requested)
        FileDrop(self).dropped.connect(self.open_requested)
        if self.is_sample:
            self.find_memory.offer_own_memory()
        CopyCommands(session, graph, actions, self)
        ConflictCopies(session, self._scout, graph, actions, self)
        ExportCommands(session, graph, actions, self)
        actions.save_picture.triggered.connect(without_arguments(self.pictures.ask))

    def _panels(self) -> list[QWidget]:
        pages = (self.graph.pages.currentWidget(), self.inspector.currentWidget())
        shown = [page for page in pages if page is not None]
        return [self.finding.field, self.navigator, *shown]

    def _restore(self) -> None:
        self.resize(*_START_SIZE)
        self.restoreGeometry(self._settings.window_geometry)
        self.restoreState(self._settings.window_state)

    def _add_preferences(self, appearance: Appearance, preferences: Preferences) -> None:
        def show() -> None:
            dialog = PreferencesDialog(appearance, preferences, self._settings, self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

        self.actions_.preferences.triggered.connect(without_arguments(show))
        preferences.follow(self.graph.view)

    def _connect_schemes(self, appearance: Appearance) -> None:
        def chooser(scheme: Scheme) -> Callable[[], None]:
            return without_arguments(lambda: appearance.choose(scheme))

        for scheme, action in self.actions_.schemes.items():
            action.setChecked(appearance.scheme == scheme)
            action.triggered.connect(chooser(scheme))
        # A method, as the appearance outlives the window: it would keep a lambda, and the window with it.
        appearance.scheme_chosen.connect(self._check_scheme)

    def _check_scheme(self, scheme: Scheme) -> None:
        self.actions_.schemes[scheme].setChecked(True)

    def _set_theme(self, theme: Theme) -> None:
        self.graph.set_theme(theme)
        self.navigator.set_theme(theme)
        self.finding.set_theme(theme)
        self.inspector.set_theme(theme)
        self.drawing.panel.set_theme(theme)
        self.table.panel.set_theme(theme)


def _state_folder() -> Path:
    return Path(user_state_folder(os.environ, sys.platform))
