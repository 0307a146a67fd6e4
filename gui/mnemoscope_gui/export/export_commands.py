"""Exporting a memory, or what is selected of it, into a file."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.export.export_dialog import ExportDialog
from mnemoscope_gui.export.formats import Format
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Entity, Relation


class ExportNotWritten(MnemoscopeError):
    """The file cannot be put where it was asked for."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path} could not be written ({error.strerror}). Choose another place.")


class ExportCommands(QObject):
    """Asks, then writes on the session's worker."""

    def __init__(self, session: GraphSession, graph: GraphPanel, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._graph = graph
        self._window = window
        actions.export.triggered.connect(without_arguments(self.ask))

    def ask(self) -> None:
        """Ask for part and format, then for the file."""
        selected = self._graph.view.selected_names()
        dialog = ExportDialog(len(self._session.snapshot.entities), len(selected), self._window)
        dialog.accepted.connect(
            lambda: self._ask_for_file(dialog.format, selected if dialog.wants_selection else None)
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()

    def export(self, path: Path, chosen: Format, names: Sequence[str] | None) -> None:
        """Write entities of these names with the relations among them, or everything for None."""
        snapshot = self._session.snapshot
        if path.resolve() == self._session.path:
            self._graph.toast.show_notice("That is this memory. Choose another file.")
            return
        wanted = None if names is None else set(names)
        entities = [one for one in snapshot.entities if wanted is None or one.name in wanted]
        relations = [
            one for one in snapshot.relations if wanted is None or {one.source, one.target} <= wanted
        ]
        self._session.worker.run(
            lambda: _write(path, chosen, entities, relations),
            lambda _: self._graph.toast.show_notice(f"Exported to {path.name}"),
            lambda error: self._graph.toast.show_notice(str(error)),
        )

    def _ask_for_file(self, chosen: Format, names: Sequence[str] | None) -> None:
        usual = self._session.path.with_name(f"{self._session.path.stem}-export{chosen.suffix}")
        text, _ = QFileDialog.getSaveFileName(
            self._window, "Export to", str(usual), f"{chosen.title} (*{chosen.suffix})"
        )
        if text:
            path = Path(text)
            self.export(path if path.suffix else path.with_suffix(chosen.suffix), chosen, names)


def _write(path: Path, chosen: Format, entities: Sequence[Entity], relations: Sequence[Relation]) -> None:
    contents = {path: chosen.write(entities, relations)}
    if chosen.beside is not None:
        suffix, write = chosen.beside
        contents[path.with_name(f"{path.stem}{suffix}{path.suffix}")] = write(entities, relations)
    for file, content in contents.items():
        try:
            file.write_bytes(content)
        except OSError as error:
            raise ExportNotWritten(file, error) from None
