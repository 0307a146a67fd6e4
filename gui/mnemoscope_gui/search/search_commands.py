"""Search as you type: hits are listed and lit, Enter flies to one, F3 to the next."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.announcement import announce
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.search.hit_rows import HitRows
from mnemoscope_gui.search.search_field import SearchField
from mnemoscope_gui.search.search_panel import SearchPanel
from mnemoscope_gui.search.searcher import Searcher
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.ranked_search import Hit
from mnemoscope_shared.wording import counted

LIT_AFTER_MS = 120
"""The hits are lit on the canvas, and the others fade, when typing pauses for so long."""

HITS = 50
"""So many are listed and lit; what comes after them has little to do with the query."""


class SearchCommands(QObject):
    """Connects the search field of one window to its memory and canvas.

    Signals:
        entity_chosen: an entity to go to.
    """

    entity_chosen = Signal(object)

    def __init__(
        self,
        session: GraphSession,
        graph: GraphPanel,
        field: SearchField,
        panel: SearchPanel,
        rows: HitRows,
        searcher: Searcher,
        actions: Actions,
    ) -> None:
        super().__init__(graph)
        self._graph = graph
        self._field = field
        self._panel = panel
        self._rows = rows
        self._searcher = searcher
        self._actions = actions
        self._names: list[str] = []
        self._lighting = QTimer(self, singleShot=True, interval=LIT_AFTER_MS)
        self._lighting.timeout.connect(self._light)
        field.textChanged.connect(self._search)
        field.moved.connect(panel.list.move)
        field.entered.connect(self._go_to_current)
        field.escaped.connect(self._peel)
        field.came.connect(self._begin)
        field.left.connect(panel.hide)
        panel.list.chosen.connect(self._go_to)
        graph.view.highlight_dismissed.connect(field.clear)
        session.changed.connect(self._follow_change)
        actions.find.triggered.connect(without_arguments(self.start))
        actions.find_next.triggered.connect(without_arguments(lambda: self._step(1)))
        actions.find_previous.triggered.connect(without_arguments(lambda: self._step(-1)))
        self._enable()

    def start(self) -> None:
        """Put the keyboard into the field, with what is in it selected."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def _follow_change(self, *_: object) -> None:
        if self._field.text().strip():
            self._search(self._field.text())

    def _search(self, text: str) -> None:
        if text.strip():
            self._searcher.ask(text, HITS, self._take)
        else:
            self._end()

    def _take(self, hits: Sequence[Hit]) -> None:
        if not self._field.text().strip():
            return
        self._names = list(dict.fromkeys(hit.name for hit in hits))
        self._lighting.start()
        self._panel.list.show_rows(self._rows.rows(hits))
        if self._field.hasFocus():
            self._panel.show_rows(self._panel.list.rows)
            announce(self._field, counted(len(hits), "hit", "hits"))
        self._enable()

    def _light(self) -> None:
        self._lighting.stop()
        self._graph.view.set_highlight(self._names)

    def _begin(self) -> None:
        if self._field.text().strip():
            self._panel.show_rows(self._panel.list.rows)
        else:
            self._searcher.warm_up()

    def _go_to_current(self) -> None:
        name = self._panel.list.current_key()
        if name is not None:
            self._go_to(name)

    def _go_to(self, name: object) -> None:
        self._panel.hide()
        self._light()
        self.entity_chosen.emit(name)
        self._leave()

    def _step(self, step: int) -> None:
        name = self._panel.list.move(step)
        if name is not None:
            self.entity_chosen.emit(name)

    def _peel(self) -> None:
        """Esc takes the text away first; without any, the keyboard goes back to the graph."""
        if self._field.text():
            self._field.clear()
        else:
            self._leave()

    def _leave(self) -> None:
        page = self._graph.pages.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _end(self) -> None:
        self._lighting.stop()
        if self._names or self._panel.isVisible():
            self._names = []
            self._graph.view.set_highlight(None)
        self._panel.list.show_rows(())
        self._panel.hide()
        self._enable()

    def _enable(self) -> None:
        for action in (self._actions.find_next, self._actions.find_previous):
            action.setEnabled(bool(self._names))
