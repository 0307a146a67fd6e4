"""The window over one memory file: it puts the parts together and connects them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QFileDialog, QMainWindow, QMenu, QToolBar

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.analysis_commands import AnalysisCommands
from mnemoscope_gui.appearance import Appearance
from mnemoscope_gui.drawing_commands import DrawingCommands
from mnemoscope_gui.edit_commands import EditCommands
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.help_dialogs import show_about, show_shortcuts
from mnemoscope_gui.inspector import Inspector
from mnemoscope_gui.picture_keeper import PictureKeeper
from mnemoscope_gui.picture_memory import PictureMemory
from mnemoscope_gui.save_picture import PictureSaver
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Scheme, Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.status import StatusBar
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_gui.view_commands import ViewCommands
from mnemoscope_shared.locations import user_state_folder

_ZOOM_STEP = 1.15
_START_SIZE = (1280, 820)
_INSPECTOR_WIDTH = 340


class MainWindow(QMainWindow):
    """One open memory.

    Attributes:
        session: the memory.
        actions_: every command.
        graph: the canvas with its banner and toast.
        inspector: the panel beside it.
        drawing: the sliders for spacing, communities and labels.
        pictures: saves the graph as PNG, SVG or PDF.

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
        self.actions_ = Actions(self)
        self._commands = EditCommands(session, self)
        self.pictures = PictureSaver(session, self.graph)
        self._dock = self._add_inspector()
        self.setCentralWidget(self.graph)
        self.setStatusBar(StatusBar(session, self.graph.view.layout_thread, self))
        self._set_title(is_sample=is_sample)
        self._add_bars()
        self._connect_session()
        self._connect_canvas()
        self._connect_inspector()
        self._connect_actions(appearance)
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

    def _add_inspector(self) -> QDockWidget:
        dock = QDockWidget("Inspector", self)
        dock.setObjectName("inspector")
        dock.setWidget(self.inspector)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        self.resizeDocks([dock], [_INSPECTOR_WIDTH], Qt.Orientation.Horizontal)
        return dock

    def _add_bars(self) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        self.actions_.fill_toolbar(bar)
        self.addToolBar(bar)
        self.actions_.fill_menus(self.menuBar(), [self._dock.toggleViewAction(), bar.toggleViewAction()])

    def _restore(self) -> None:
        self.resize(*_START_SIZE)
        self.restoreGeometry(self._settings.window_geometry)
        self.restoreState(self._settings.window_state)

    def _connect_session(self) -> None:
        self.session.undo_changed.connect(self._name_undo)
        self.session.undo_conflict.connect(self._commands.resolve_conflict)
        self._name_undo("", "")

    def _connect_canvas(self) -> None:
        view = self.graph.view
        view.selection_changed.connect(self._follow_selection)
        view.node_activated.connect(self._show_inspector)
        view.new_entity_requested.connect(self._commands.new_entity)
        self._commands.entity_expected.connect(self.graph.expect)
        view.relation_requested.connect(self._commands.new_relation)
        view.rename_requested.connect(self._rename)
        view.delete_requested.connect(self._commands.delete)
        view.context_menu_requested.connect(self._open_context_menu)

    def _connect_inspector(self) -> None:
        self.inspector.entity_chosen.connect(self._go_to)
        self.inspector.type_chosen.connect(self._select_type)
        self.inspector.relation_requested.connect(self._commands.new_relation)
        self.inspector.delete_requested.connect(self._commands.delete)

    def _connect_actions(self, appearance: Appearance) -> None:
        actions, view = self.actions_, self.graph.view
        connections: dict[str, Callable[[], object]] = {
            "open": self._ask_for_file,
            "save": lambda: self.graph.toast.show_notice("Already saved: every edit is saved as you make it"),
            "save_picture": self.pictures.ask,
            "close": self.close,
            "quit": self._quit,
            "undo": self.session.undo,
            "redo": self.session.redo,
            "new_entity": lambda: self._commands.new_entity(),
            "new_relation": self._relate_selected,
            "rename": self._rename,
            "delete": lambda: self._commands.delete(view.selected_names()),
            "select_all": lambda: view.select([entity.name for entity in self.session.snapshot.entities]),
            "fit_all": view.fit_all,
            "actual_size": view.zoom_to_actual_size,
            "zoom_in": lambda: view.zoom_by(_ZOOM_STEP),
            "zoom_out": lambda: view.zoom_by(1 / _ZOOM_STEP),
            "frame_selection": view.frame_selection,
            "tidy": view.tidy,
            "reset_layout": lambda: self.restoreState(self._start_state),
            "shortcuts": lambda: show_shortcuts(self, actions.everything()),
            "about": lambda: show_about(self),
        }
        for name, handler in connections.items():
            getattr(actions, name).triggered.connect(without_arguments(handler))
        actions.give_keys_to_canvas(view)
        ViewCommands(actions, view, self.graph.controls, self._settings)
        self._analysis = AnalysisCommands(self.graph, actions, self)
        self.graph.encoding.changed.connect(self.inspector.refresh)
        self.drawing = DrawingCommands(actions, view, self._settings)
        self._connect_schemes(appearance)
        self._follow_selection([])

    def _connect_schemes(self, appearance: Appearance) -> None:
        def chooser(scheme: Scheme) -> Callable[[], None]:
            return lambda: appearance.choose(scheme)

        for scheme, action in self.actions_.schemes.items():
            action.setChecked(appearance.scheme == scheme)
            action.triggered.connect(chooser(scheme))

    def _set_theme(self, theme: Theme) -> None:
        self.graph.set_theme(theme)
        self.inspector.set_theme(theme)
        self.drawing.panel.set_theme(theme)

    def _name_undo(self, undo_label: str, redo_label: str) -> None:
        for action, verb, label in (
            (self.actions_.undo, "&Undo", undo_label),
            (self.actions_.redo, "&Redo", redo_label),
        ):
            action.setText(f"{verb} {_menu_text(label)}".strip())
            action.setIconText(verb.replace("&", ""))
            action.setEnabled(bool(label))

    def _follow_selection(self, names: list[str]) -> None:
        self.inspector.show_entities(names)
        for action in (self.actions_.delete, self.actions_.frame_selection):
            action.setEnabled(bool(names))
        self.actions_.rename.setEnabled(len(names) == 1)

    def _show_inspector(self, *_: object) -> None:
        self._dock.show()
        self._dock.raise_()
        self.inspector.focus_first()

    def _rename(self, *_: object) -> None:
        self._dock.show()
        self.inspector.edit_name()

    def _go_to(self, name: str) -> None:
        self.graph.view.select([name])
        self.graph.view.reveal(name)

    def _select_type(self, entity_type: str) -> None:
        entities = self.session.snapshot.entities
        self.graph.view.select([entity.name for entity in entities if entity.entity_type == entity_type])

    def _relate_selected(self) -> None:
        self._commands.new_relation(*self.graph.view.selected_names()[:2])

    def _open_context_menu(self, name: str | None, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if name is None:
            menu.addActions([self.actions_.new_entity, self.actions_.select_all, self.actions_.fit_all])
        else:
            menu.addAction("Show in inspector", self._show_inspector)
            menu.addAction("New relation from here…", lambda: self._commands.new_relation(name))
            menu.addActions([self.actions_.rename, self.actions_.delete])
            menu.addSeparator()
            menu.addActions([one for one in self.actions_.of_focus() if one.isEnabled()])
        menu.popup(position)

    def _ask_for_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            "Open a memory file",
            str(self.session.path.parent),
            "Memory files (*.jsonl *.json);;All files (*)",
        )
        if chosen:
            self.open_requested.emit(Path(chosen))

    def _quit(self) -> None:
        from PySide6.QtWidgets import QApplication

        QApplication.closeAllWindows()


def _menu_text(label: str) -> str:
    """Return a label in which no ampersand marks a mnemonic, cut to what a menu can show."""
    short = label if len(label) <= 60 else f"{label[:59]}…"
    return short.replace("&", "&&")
