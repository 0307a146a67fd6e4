"""The command “What changed”: the entities that others changed, selected and in sight."""

from PySide6.QtCore import QObject

from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.tray.unseen_changes import UnseenChanges

_NONE = "Nobody else has changed this memory since you opened it"
_GONE = "What others changed is not there any more"


class ShowChanges(QObject):
    """Shows changes in one window; where the graph does not have them yet, as soon as it does."""

    def __init__(self, session: GraphSession, graph: GraphPanel, unseen: UnseenChanges) -> None:
        super().__init__(graph)
        self._session = session
        self._graph = graph
        self._unseen = unseen
        self._is_waiting = False
        graph.view.settled.connect(self._show_if_waiting)

    def show(self) -> None:
        """Select what others changed, or say that there is nothing."""
        if not self._unseen.names:
            self._graph.toast.show_notice(_NONE)
        elif self._is_drawn():
            self._select()
        else:
            self._is_waiting = True

    def _is_drawn(self) -> bool:
        state, known = self._graph.view.state, self._session.snapshot.lines_by_name
        names = [name for name in self._unseen.names if name in known]
        return state.positions is not None and all(state.scene.node_named(name) is not None for name in names)

    def _show_if_waiting(self) -> None:
        if self._is_waiting and self._is_drawn():
            self._is_waiting = False
            self._select()

    def _select(self) -> None:
        scene = self._graph.view.state.scene
        names = [name for name in self._unseen.names if scene.node_named(name) is not None]
        if not names:
            self._graph.toast.show_notice(_GONE)
            return
        self._graph.view.select(names)
        self._graph.view.frame_selection()
        self._unseen.mark_seen()
