"""The commands about saved views: save, show, rename, remove."""

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.navigator.navigator import Navigator
from mnemoscope_gui.navigator.saved_views import SavedView, ViewStore
from mnemoscope_gui.navigator.view_keeper import show_view, view_of
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.errors import MnemoscopeError

_NOT_KEPT = "The view could not be saved: the folder for this program's own files cannot be written"


class SavedViewCommands(QObject):
    """Keeps the views of one memory and shows them on its canvas; files are the worker's business."""

    def __init__(
        self,
        session: GraphSession,
        graph: GraphPanel,
        navigator: Navigator,
        actions: Actions,
        store: ViewStore,
        window: QWidget,
    ) -> None:
        super().__init__(navigator)
        self._session = session
        self._graph = graph
        self._list = navigator.views
        self._store = store
        self._window = window
        self._views: list[SavedView] = []
        actions.save_view.triggered.connect(without_arguments(self.ask_for_name))
        navigator.save_view_button.clicked.connect(without_arguments(self.ask_for_name))
        self._list.chosen.connect(lambda row: show_view(graph.view, self._views[row]))
        self._list.renamed.connect(self._rename)
        self._list.removed.connect(self._remove)

    def begin(self) -> None:
        """Bring back the views of this memory."""
        path = self._session.path
        self._session.worker.run(lambda: self._store.recall(path), self._take, _pass_over)

    def ask_for_name(self) -> None:
        """Ask for a name and keep what is shown now."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle("Save this view")
        dialog.setLabelText("Name of the view:")
        dialog.setTextValue(self._free_name())
        dialog.textValueSelected.connect(self._save_as)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take(self, views: list[SavedView]) -> None:
        self._views = views
        self._list.show_names([view.name for view in views])

    def _free_name(self) -> str:
        taken = {view.name for view in self._views}
        return next(name for number in range(1, len(taken) + 2) if (name := f"View {number}") not in taken)

    def _save_as(self, name: str) -> None:
        """Keep the view of now; one of the same name gives way."""
        view = view_of(self._graph.view, name.strip() or self._free_name())
        self._keep([*(one for one in self._views if one.name != view.name), view])

    def _rename(self, row: int, text: str) -> None:
        name = text.strip()
        if not name or name in {view.name for view in self._views}:
            self._take(self._views)
            return
        renamed = msgspec.structs.replace(self._views[row], name=name)
        self._keep([*self._views[:row], renamed, *self._views[row + 1 :]])

    def _remove(self, row: int) -> None:
        self._keep([*self._views[:row], *self._views[row + 1 :]])

    def _keep(self, views: list[SavedView]) -> None:
        self._take(views)
        path = self._session.path
        self._session.worker.run(lambda: self._store.keep(path, views), self._tell_if_not_kept, _pass_over)

    def _tell_if_not_kept(self, was_kept: bool) -> None:
        if not was_kept:
            self._graph.toast.show_notice(_NOT_KEPT)


def _pass_over(_: MnemoscopeError) -> None:
    """Views that cannot be read trouble nobody."""
