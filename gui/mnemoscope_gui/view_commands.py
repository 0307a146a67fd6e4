"""The commands that change what the canvas shows of the graph: focus and map."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.canvas.corner_controls import CornerControls
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.slots import without_arguments


class ViewCommands(QObject):
    """Connects the actions of one window to its canvas, and enables those that would do something now."""

    def __init__(
        self, actions: Actions, view: GraphView, controls: CornerControls, settings: Settings
    ) -> None:
        super().__init__(view)
        self._actions = actions
        self._view = view
        self._focus = view.focus_mode
        self._connect_focus()
        self._connect_minimap(controls, settings)

    def _connect_focus(self) -> None:
        actions, focus = self._actions, self._focus
        connections: dict[str, Callable[[], object]] = {
            "focus": self._focus_on_selection,
            "focus_deeper": focus.deepen,
            "focus_less_deep": focus.lessen,
            "show_neighbours": lambda: self._with_selected(focus.show_neighbours),
            "hide_neighbours": lambda: self._with_selected(focus.hide_neighbours),
            "end_focus": focus.end,
        }
        for name, handler in connections.items():
            getattr(actions, name).triggered.connect(without_arguments(handler))
        self._view.focus_changed.connect(self._enable)
        self._view.selection_changed.connect(self._enable)
        self._enable()

    def _connect_minimap(self, controls: CornerControls, settings: Settings) -> None:
        def show(wanted: bool) -> None:
            controls.minimap.is_wanted = wanted
            settings.shows_minimap = wanted

        controls.minimap.is_wanted = settings.shows_minimap
        self._actions.minimap.setChecked(settings.shows_minimap)
        self._actions.minimap.toggled.connect(show)

    def _focus_on_selection(self) -> None:
        """A single entity as by a double click; several with all their neighbourhoods."""
        selected = self._view.state.emphasis.selected
        if len(selected) == 1:
            self._focus.step_into(next(iter(selected)))
        else:
            self._focus.focus_on(selected)

    def _with_selected(self, command: Callable[[int], None]) -> None:
        node = self._only_selected()
        if node is not None:
            command(node)

    def _only_selected(self) -> int | None:
        selected = self._view.state.emphasis.selected
        return next(iter(selected)) if len(selected) == 1 else None

    def _enable(self, *_: object) -> None:
        actions, area, node = self._actions, self._focus.area, self._only_selected()
        actions.focus.setEnabled(bool(self._view.state.emphasis.selected))
        actions.focus_deeper.setEnabled(self._focus.can_deepen)
        actions.focus_less_deep.setEnabled(area is not None and area.depth > 1)
        actions.show_neighbours.setEnabled(node is not None and self._focus.hidden_neighbours(node) > 0)
        actions.hide_neighbours.setEnabled(node is not None and self._focus.can_hide_neighbours(node))
        actions.end_focus.setEnabled(area is not None)
