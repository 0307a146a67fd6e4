"""What couples the table with the rest of the window: the switch to it, the selection, edits."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.settings import Page, Settings
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.table.columns import Column
from mnemoscope_gui.table.last_change_reader import LastChangeReader
from mnemoscope_gui.table.table_panel import TablePanel
from mnemoscope_gui.window_commands import WindowCommands
from mnemoscope_shared.snapshot import Snapshot


class TableCommands(QObject):
    """Puts a table beside the canvas of one window and keeps both at the same selection.

    Attributes:
        panel: the table; hidden until it is asked for.
        last_changes: finds out when entities were last changed, once the table is shown.
    """

    def __init__(
        self,
        session: GraphSession,
        graph: GraphPanel,
        commands: WindowCommands,
        actions: Actions,
        settings: Settings,
    ) -> None:
        super().__init__(graph)
        self._session = session
        self._graph = graph
        self._view = graph.view
        self._actions = actions
        self._settings = settings
        self.panel = TablePanel(graph.slots, graph.view.theme, graph.pages)
        graph.pages.addWidget(self.panel)
        # Before the table follows a change, the time of the change is known.
        self.last_changes = LastChangeReader(session, self)
        self.last_changes.known.connect(self.panel.set_last_changes)
        session.changed.connect(self._follow)
        self._view.selection_changed.connect(self._take_selection)
        graph.encoding.changed.connect(self.panel.renew_colours)
        self.panel.selection_chosen.connect(self._select)
        self.panel.edit_made.connect(session.apply)
        self.panel.opened.connect(commands.show_inspector)
        self.panel.rename_requested.connect(commands.rename)
        self.panel.menu_requested.connect(commands.open_context_menu)
        self._connect_actions()
        self._show_page(settings.page)

    def stop(self) -> None:
        """Read nothing more; to be called before the window goes."""
        self.last_changes.stop()

    @property
    def page(self) -> Page:
        """Which of the two is shown."""
        return "table" if self._graph.pages.currentWidget() is self.panel else "graph"

    def choose_page(self, page: Page) -> None:
        """Show the graph or the table, with the keyboard in it, now and at the next start."""
        self._settings.page = page
        self._show_page(page)
        if page == "table":
            self.last_changes.ask()
            self.panel.enter()
        else:
            self._view.setFocus()
            self._reveal_selection()

    def _show_page(self, page: Page) -> None:
        pages: dict[Page, QWidget] = {"graph": self._view, "table": self.panel}
        self._graph.pages.setCurrentWidget(pages[page])
        self._actions.show_page(page)

    def _reveal_selection(self) -> None:
        """What was chosen in the table is in sight in the graph."""
        selected = self._view.selected_names()
        if len(selected) == 1 and self._view.names_off_screen(selected):
            self._view.reveal(selected[0])

    # Memory and selection

    def _follow(self, snapshot: Snapshot, *_: object) -> None:
        self.panel.show_memory(snapshot, self._view.selected_names())
        if self.page == "table":
            self.last_changes.ask()

    def _take_selection(self, names: list[str]) -> None:
        # While the canvas goes over to a new memory, the table has yet to follow, and then asks by itself.
        if self.panel.snapshot is self._session.snapshot:
            self.panel.show_selection(names)

    def _select(self, names: list[str]) -> None:
        """What the focus hides in the graph is shown there too once it is selected here."""
        view = self._view
        nodes = view.state.scene.nodes_named(names)
        hidden = nodes[~view.state.shown[nodes]]
        if len(hidden):
            view.focus_mode.admit(hidden.tolist())
        view.select(names)

    # Actions

    def _connect_actions(self) -> None:
        actions, panel = self._actions, self.panel
        for page, action in actions.pages.items():
            action.triggered.connect(self._page_chooser(page))
        for column, action in zip(Column, actions.sorts, strict=True):
            action.triggered.connect(self._sorter(column))
        actions.sort_by_current.triggered.connect(without_arguments(panel.sort_by_current))
        # In the table these keys do what they do in the graph; in its fields they edit the text.
        panel.view.addActions(actions.of_clipboard())

    def _page_chooser(self, page: Page) -> Callable[[], None]:
        return without_arguments(lambda: self.choose_page(page))

    def _sorter(self, column: Column) -> Callable[[], None]:
        return without_arguments(lambda: self.panel.sort_by(column))
