"""The commands that ask the graph something: shortest path, components, what sizes and colours show."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import analysis
from mnemoscope_gui.actions import Actions
from mnemoscope_gui.components_dialog import ComponentsDialog
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.visual_encoding import ColourBy, SizeBy
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.wording import counted

NAMES_TOLD = 6
"""A notice names at most so many entities of a path."""

_DIALOG_MARGIN_PX = 16


class AnalysisCommands(QObject):
    """Answers on the canvas; larger graphs are analysed beside the window."""

    def __init__(self, graph: GraphPanel, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._graph = graph
        self._view = graph.view
        self._window = window
        self._worker = Worker(self)
        self._path: list[str] = []
        self._dialog: ComponentsDialog | None = None
        self._is_listing = self._list_is_old = False
        self._path_action = actions.shortest_path
        self._view.selection_changed.connect(self._follow_selection)
        self._view.highlight_dismissed.connect(self._path.clear)
        self._view.state.scene_changed.connect(self._follow_scene)
        actions.shortest_path.triggered.connect(without_arguments(self.show_shortest_path))
        actions.components.triggered.connect(without_arguments(self.show_components))
        for size, action in actions.sizes.items():
            action.triggered.connect(self._size_chooser(size))
        for colour, action in actions.colours.items():
            action.triggered.connect(self._colour_chooser(colour))
        self._follow_selection([])

    def stop(self) -> None:
        """Analyse nothing more; to be called before the window goes."""
        self._graph.encoding.stop()
        self._worker.close(drops_queued=True)

    def show_shortest_path(self) -> None:
        """Select a shortest path between the two selected nodes and let the rest fade."""
        scene = self._view.state.scene
        selected = sorted(self._view.state.emphasis.selected)
        if len(selected) == 2:
            source, target = selected
            self._worker.run(
                lambda: analysis.shortest_path(scene, source, target),
                lambda path: self._show_path(
                    [scene.name(node) for node in path or ()], scene.name(source), scene.name(target)
                ),
                _ignore_error,
            )

    def show_components(self) -> ComponentsDialog:
        """Open the list of components beside the graph, or bring it to the front."""
        if self._dialog is None:
            self._dialog = ComponentsDialog(self._window)
            self._dialog.chosen.connect(self._select)
            # Beside what it selects, which is put in the middle of the canvas.
            self._dialog.move(self._view.mapToGlobal(QPoint(_DIALOG_MARGIN_PX, _DIALOG_MARGIN_PX)))
            self._dialog.finished.connect(self._forget_dialog)
        self._dialog.show()
        self._dialog.raise_()
        self._list_components()
        return self._dialog

    def _show_path(self, path: list[str], source: str, target: str) -> None:
        if not path:
            self._graph.toast.show_notice(f"No path leads from {source} to {target}")
            return
        # Nodes that a filter hides are part of the path too.
        self._view.state.admit(self._view.state.scene.nodes_named(path).tolist())
        self._view.select(path)
        self._path[:] = path
        self._view.set_highlight(path)
        self._view.frame_selection()
        self._graph.toast.show_notice(_told(path))

    def _list_components(self) -> None:
        if self._is_listing:
            self._list_is_old = True
            return
        scene, self._is_listing = self._view.state.scene, True

        def find() -> list[list[str]]:
            found = analysis.components(scene)
            return [[scene.name(node) for node in nodes.tolist()] for nodes in found]

        self._worker.run(find, self._fill_dialog, _ignore_error)

    def _fill_dialog(self, components: list[list[str]]) -> None:
        self._is_listing = False
        if self._dialog is not None:
            self._dialog.show_components(components)
        if self._list_is_old:
            self._list_is_old = False
            self._follow_scene()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _select(self, names: Sequence[str]) -> None:
        self._view.select(names)
        self._view.frame_selection()

    def _follow_selection(self, names: Sequence[str]) -> None:
        self._path_action.setEnabled(len(self._view.state.emphasis.selected) == 2)
        if self._path and set(names) != set(self._path):
            self._path.clear()
            self._view.set_highlight(None)

    def _follow_scene(self) -> None:
        if self._dialog is not None:
            self._list_components()

    def _size_chooser(self, by: SizeBy) -> Callable[[], None]:
        return lambda: self._graph.encoding.choose_size(by)

    def _colour_chooser(self, by: ColourBy) -> Callable[[], None]:
        return lambda: self._graph.encoding.choose_colour(by)


def _told(path: list[str]) -> str:
    apart = counted(len(path) - 1, "relation", "relations")
    names = path if len(path) <= NAMES_TOLD else [*path[: NAMES_TOLD - 1], "…", path[-1]]
    return f"{apart} apart: {' – '.join(names)}"


def _ignore_error(_: MnemoscopeError) -> None:
    """Analysing raises no error of ours."""
