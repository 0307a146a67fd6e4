"""The commands that find one's way: filters by type, visits back and forward."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.bulk_commands import BulkCommands
from mnemoscope_gui.canvas.graph_filter import GraphFilter
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.navigator.navigator import Navigator
from mnemoscope_gui.navigator.visits import Visits
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.diff import renamed_entities
from mnemoscope_shared.model import Change
from mnemoscope_shared.snapshot import Snapshot


class NavigationCommands(QObject):
    """Connects the navigator of one window to its canvas.

    Signals:
        entity_chosen: an entity to go to.
    """

    entity_chosen = Signal(object)

    def __init__(
        self, session: GraphSession, view: GraphView, navigator: Navigator, actions: Actions
    ) -> None:
        super().__init__(navigator)
        self._session = session
        self._view = view
        self._navigator = navigator
        self._actions = actions
        self._visits = Visits()
        self._connect_navigator()
        self._connect_actions()
        session.changed.connect(self._follow_change)
        view.selection_changed.connect(self._follow_selection)
        view.filter_changed.connect(self._follow_filter)
        self._follow_filter()
        self._enable_visits()

    def connect_bulk(self, bulk: BulkCommands) -> None:
        """Let the lists ask for types to be renamed."""
        self._navigator.tree.rename_requested.connect(bulk.rename_entity_type)
        self._navigator.relations.rename_requested.connect(bulk.rename_relation_type)

    # Visits

    def _go_back(self) -> None:
        self._go(self._visits.back(self._exists))

    def _go_forward(self) -> None:
        self._go(self._visits.forward(self._exists))

    def _go(self, name: str | None) -> None:
        if name is not None:
            self.entity_chosen.emit(name)
        self._enable_visits()

    def _exists(self, name: str) -> bool:
        snapshot = self._session.snapshot
        return name in snapshot.lines_by_name or name in snapshot.lines_by_end

    def _enable_visits(self) -> None:
        self._actions.back.setEnabled(self._visits.can_go_back(self._exists))
        self._actions.forward.setEnabled(self._visits.can_go_forward(self._exists))

    # What the window does

    def _follow_selection(self, names: Sequence[str]) -> None:
        if len(names) == 1:
            self._visits.visit(names[0])
            entity = self._session.snapshot.entity(names[0])
            self._navigator.tree.show_current(names[0], entity.entity_type if entity is not None else "")
        self._enable_visits()

    def _follow_change(self, snapshot: Snapshot, change: Change, _: str) -> None:
        self._visits.rename(renamed_entities(change))
        self._navigator.show_snapshot(snapshot, change)
        self._enable_visits()

    def _follow_filter(self) -> None:
        graph_filter = self._view.state.graph_filter
        self._navigator.show_filter(graph_filter)
        self._actions.show_all_types.setEnabled(graph_filter.hides_anything)

    # Connections

    def _connect_navigator(self) -> None:
        navigator = self._navigator
        navigator.filter_chosen.connect(self._view.state.set_filter)
        navigator.tree.entity_chosen.connect(self.entity_chosen)
        navigator.tree.type_chosen.connect(self._select_type)

    def _connect_actions(self) -> None:
        actions = self._actions
        actions.back.triggered.connect(without_arguments(self._go_back))
        actions.forward.triggered.connect(without_arguments(self._go_forward))
        actions.show_all_types.triggered.connect(
            without_arguments(lambda: self._view.state.set_filter(GraphFilter()))
        )

    def _select_type(self, entity_type: str) -> None:
        entities = self._session.snapshot.entities
        self._view.select([entity.name for entity in entities if entity.entity_type == entity_type])
