"""Search field and palette of one window, with what they share."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.search.hit_rows import HitRows
from mnemoscope_gui.search.palette import Palette
from mnemoscope_gui.search.search_commands import SearchCommands
from mnemoscope_gui.search.search_field import SearchField
from mnemoscope_gui.search.search_panel import SearchPanel
from mnemoscope_gui.search.searcher import Searcher
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.theme import Theme

_PREPARED_ENTITIES = 20_000


class Finding(QObject):
    """Puts the parts together.

    Attributes:
        field: for the toolbar.
        panel: the hits below it.
        palette: commands, entities and files.

    Signals:
        entity_chosen: an entity to go to.
        file_chosen: a recent file to open.
    """

    entity_chosen = Signal(object)
    file_chosen = Signal(object)

    def __init__(
        self,
        session: GraphSession,
        graph: GraphPanel,
        actions: Actions,
        recent_files: Callable[[], Sequence[Path]],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        theme = graph.view.theme
        self._session = session
        self._rows = HitRows(graph.slots, theme, window)
        self._searcher = Searcher(self)
        self.field = SearchField()
        self.panel = SearchPanel(self.field, theme, window)
        self.palette = Palette(actions.everything, recent_files, self._searcher, self._rows, window)
        session.changed.connect(self._take_snapshot)
        search = SearchCommands(session, graph, self.field, self.panel, self._rows, self._searcher, actions)
        search.entity_chosen.connect(self.entity_chosen)
        self.palette.entity_chosen.connect(self.entity_chosen)
        self.palette.file_chosen.connect(self.file_chosen)
        self.palette.action_chosen.connect(lambda action: action.trigger())
        self._first_rest = graph.view.settled.connect(self._prepare)
        actions.palette.triggered.connect(without_arguments(self.open_palette))

    def open_palette(self) -> None:
        """Open the palette over the window."""
        self._searcher.warm_up()
        self.palette.begin()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self._rows.set_theme(theme)
        self.panel.set_theme(theme)

    def stop(self) -> None:
        """Search no more; to be called before the window goes."""
        self.palette.close()
        self._searcher.stop()

    def _prepare(self) -> None:
        """Make the index of a memory of usual size once all is at rest, so that the first letter finds it."""
        QObject.disconnect(self._first_rest)
        if len(self._session.snapshot.entity_lines) <= _PREPARED_ENTITIES:
            self._searcher.warm_up()

    def _take_snapshot(self, *_: object) -> None:
        self._searcher.snapshot = self._session.snapshot
