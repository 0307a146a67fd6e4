"""“Save picture…”: what the canvas shows, or the whole graph, as a PNG, SVG or PDF file."""

from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from mnemoscope_gui.canvas.camera import bounds_of, fit
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.picture_file import SUFFIXES, Picture, check_path, draw_for, write_picture
from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.errors import MnemoscopeError

VIEW, WHOLE_GRAPH = "What is in view", "The whole graph"


class StillLaidOut(MnemoscopeError):
    """No node has a place yet, so there is nothing to draw."""

    def __init__(self) -> None:
        super().__init__("The graph is still being laid out. Save the picture again in a moment.")


class PictureSaver(QObject):
    """Asks where a picture goes, draws it at once and writes it on the session's worker.

    Attributes:
        dialog: what asks, while it is open.
        warning: what says why there is no picture, while it is open.
    """

    def __init__(self, session: GraphSession, graph: GraphPanel) -> None:
        super().__init__(graph)
        self.dialog: QFileDialog | None = None
        self.warning: QMessageBox | None = None
        self._session = session
        self._graph = graph

    def ask(self) -> None:
        """Let the person choose what of the graph is saved, as what and where."""
        start = Path(self._session.path.name).with_suffix(SUFFIXES[0])
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        dialog = QFileDialog(self._graph, "Save the picture", folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([choice(what, suffix) for what in (VIEW, WHOLE_GRAPH) for suffix in SUFFIXES])
        dialog.setDefaultSuffix(start.suffix)
        dialog.selectFile(start.name)
        dialog.filterSelected.connect(self._follow_choice)
        dialog.accepted.connect(self._take_answer)
        self.dialog = dialog
        dialog.open()

    def save(self, path: Path, *, whole_graph: bool) -> None:
        """Draw what is in view, or the whole graph as large as the view, for the file of that name."""
        try:
            check_path(path)
            picture = self._draw(path, whole_graph=whole_graph)
        except MnemoscopeError as error:
            self._refuse(error)
            return
        self._session.worker.run(
            lambda: write_picture(picture, path),
            lambda _: self._graph.toast.show_notice(f"The picture is in {path.name}"),
            self._refuse,
        )

    def _follow_choice(self, chosen_filter: str) -> None:
        """The name in the dialog ends as the chosen kind of picture does."""
        suffix = _suffix(chosen_filter)
        if self.dialog is not None:
            self.dialog.setDefaultSuffix(suffix)
            for chosen in self.dialog.selectedFiles()[:1]:
                if Path(chosen).suffix.lower() in SUFFIXES:
                    self.dialog.selectFile(Path(chosen).with_suffix(suffix).name)

    def _take_answer(self) -> None:
        if self.dialog is not None:
            whole_graph = self.dialog.selectedNameFilter().startswith(WHOLE_GRAPH)
            for chosen in self.dialog.selectedFiles()[:1]:
                self.save(Path(chosen), whole_graph=whole_graph)

    def _draw(self, path: Path, *, whole_graph: bool) -> Picture:
        view, state = self._graph.view, self._graph.view.state
        if state.positions is None and state.scene.node_count:
            raise StillLaidOut
        positions = np.empty((0, 2)) if state.positions is None else state.positions
        prepared, camera = state.prepared, state.camera
        if whole_graph:
            prepared, camera = PreparedScene(state.scene), fit(bounds_of(positions), state.size)
        return draw_for(path, prepared, positions, view.theme, camera, view.size(), view.devicePixelRatioF())

    def _refuse(self, error: MnemoscopeError) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, "Mnemoscope", str(error), parent=self._graph)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.warning = box
        box.open()


def choice(what: str, suffix: str) -> str:
    """One of the kinds of pictures that the dialog offers, as it says it."""
    return f"{what}, as {suffix[1:].upper()} (*{suffix})"


def _suffix(chosen_filter: str) -> str:
    return chosen_filter.rpartition("*")[2].rstrip(")")
