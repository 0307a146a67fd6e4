"""What each command of the window does, and what follows when canvas or inspector ask for something."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QFileDialog, QMainWindow, QMenu

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.edit_commands import EditCommands
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.help_dialogs import show_about, show_shortcuts
from mnemoscope_gui.inspector.inspector import Inspector
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments

ZOOM_STEP = 1.15
_SAVED = "Already saved: every edit is saved as you make it"


class WindowCommands(QObject):
    """Connects the commands of one window to its parts.

    Signals:
        open_requested: the person chose another file.
    """

    open_requested = Signal(object)

    def __init__(
        self,
        session: GraphSession,
        graph: GraphPanel,
        inspector: Inspector,
        inspector_dock: QDockWidget,
        actions: Actions,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._graph = graph
        self._view = graph.view
        self._inspector = inspector
        self._dock = inspector_dock
        self._actions = actions
        self._window = window
        self._edits = EditCommands(session, window)
        self._connect_session()
        self._connect_canvas()
        self._connect_inspector()
        self._connect_actions()
        self._follow_selection([])

    def go_to(self, name: str) -> None:
        """Select an entity and bring it into sight."""
        self._view.select([name])
        self._view.reveal(name)

    def show_inspector(self) -> None:
        """Bring the inspector to the front, with the keyboard in it."""
        self._dock.show()
        self._dock.raise_()
        self._inspector.focus_first()

    def rename(self) -> None:
        """Let the name of the selected entity be edited."""
        self._dock.show()
        self._inspector.edit_name()

    def open_context_menu(self, name: str | None, position: QPoint) -> None:
        """Open the menu of an entity, or of the empty canvas for None, at a place of the screen."""
        actions = self._actions
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if name is None:
            menu.addActions([actions.new_entity, actions.select_all, actions.fit_all])
        else:
            menu.addAction("Show in inspector", self.show_inspector)
            menu.addAction("New relation from here…", lambda: self._edits.new_relation(name))
            menu.addActions([actions.rename, actions.delete])
            menu.addSeparator()
            menu.addActions([one for one in actions.of_focus() if one.isEnabled()])
        menu.popup(position)

    def _connect_session(self) -> None:
        self._session.undo_changed.connect(self._name_undo)
        self._session.undo_conflict.connect(self._edits.resolve_conflict)
        self._name_undo("", "")

    def _connect_canvas(self) -> None:
        view, edits = self._view, self._edits
        view.selection_changed.connect(self._follow_selection)
        view.node_activated.connect(lambda *_: self.show_inspector())
        view.new_entity_requested.connect(edits.new_entity)
        edits.entity_expected.connect(self._graph.expect)
        view.relation_requested.connect(edits.new_relation)
        view.rename_requested.connect(lambda *_: self.rename())
        view.delete_requested.connect(edits.delete)
        view.context_menu_requested.connect(self.open_context_menu)

    def _connect_inspector(self) -> None:
        inspector = self._inspector
        inspector.entity_chosen.connect(self.go_to)
        inspector.type_chosen.connect(self._select_type)
        inspector.relation_requested.connect(self._edits.new_relation)
        inspector.delete_requested.connect(self._edits.delete)
        self._graph.encoding.changed.connect(inspector.refresh)

    def _connect_actions(self) -> None:
        actions, view, edits, window = self._actions, self._view, self._edits, self._window
        connections: dict[str, Callable[[], object]] = {
            "open": self._ask_for_file,
            "save": lambda: self._graph.toast.show_notice(_SAVED),
            "close": window.close,
            "undo": self._session.undo,
            "redo": self._session.redo,
            "new_entity": lambda: edits.new_entity(),
            "new_relation": lambda: edits.new_relation(*view.selected_names()[:2]),
            "rename": self.rename,
            "delete": lambda: edits.delete(view.selected_names()),
            "select_all": self._select_all,
            "fit_all": view.fit_all,
            "actual_size": view.zoom_to_actual_size,
            "zoom_in": lambda: view.zoom_by(ZOOM_STEP),
            "zoom_out": lambda: view.zoom_by(1 / ZOOM_STEP),
            "frame_selection": view.frame_selection,
            "tidy": view.tidy,
            "unpin": view.keyboard.unpin,
            "shortcuts": lambda: show_shortcuts(window, actions.everything()),
            "about": lambda: show_about(window),
        }
        for name, handler in connections.items():
            getattr(actions, name).triggered.connect(without_arguments(handler))
        actions.give_keys_to_canvas(view)

    def _name_undo(self, undo_label: str, redo_label: str) -> None:
        for action, verb, label in (
            (self._actions.undo, "&Undo", undo_label),
            (self._actions.redo, "&Redo", redo_label),
        ):
            action.setText(f"{verb} {_menu_text(label)}".strip())
            action.setIconText(verb.replace("&", ""))
            action.setEnabled(bool(label))

    def _follow_selection(self, names: list[str]) -> None:
        self._inspector.show_entities(names)
        for action in (self._actions.delete, self._actions.frame_selection):
            action.setEnabled(bool(names))
        self._actions.rename.setEnabled(len(names) == 1)

    def _select_all(self) -> None:
        self._view.select([entity.name for entity in self._session.snapshot.entities])

    def _select_type(self, entity_type: str) -> None:
        entities = self._session.snapshot.entities
        self._view.select([entity.name for entity in entities if entity.entity_type == entity_type])

    def _ask_for_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self._window,
            "Open a memory file",
            str(self._session.path.parent),
            "Memory files (*.jsonl *.json);;All files (*)",
        )
        if chosen:
            self.open_requested.emit(Path(chosen))


def _menu_text(label: str) -> str:
    """Return a label in which no ampersand marks a mnemonic, cut to what a menu can show."""
    short = label if len(label) <= 60 else f"{label[:59]}…"
    return short.replace("&", "&&")
