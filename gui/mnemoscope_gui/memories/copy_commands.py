"""Copying and moving entities into another memory file."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.memories.import_dialog import ImportDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.edit import preview
from mnemoscope_shared.edits import DeleteEntities
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.import_records import ImportedRecords, ImportRecords
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.wording import counted


class CopyCommands(QObject):
    """Copies the selection of one window into another file, through the same locked write path.

    The other file is read and written on the session's worker. A move deletes here only what has arrived
    there.
    """

    def __init__(self, session: GraphSession, graph: GraphPanel, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._graph = graph
        self._actions = actions
        self._window = window
        actions.copy_to_memory.triggered.connect(without_arguments(lambda: self.ask(moves=False)))
        actions.move_to_memory.triggered.connect(without_arguments(lambda: self.ask(moves=True)))
        graph.view.selection_changed.connect(self._enable)
        self._enable([])

    def ask(self, *, moves: bool) -> None:
        """Ask for the other file, then show what would happen to it."""
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            "Move to the memory" if moves else "Copy to the memory",
            str(self._session.path.parent),
            "Memory files (*.jsonl *.json);;All files (*)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.preview(Path(chosen), moves=moves)

    def preview(self, target: Path, *, moves: bool) -> None:
        """Show what copying, or moving, the selection into a file would do; the person agrees or not."""
        if target.resolve() == self._session.path:
            self._graph.toast.show_notice("That is this memory. Choose another file.")
            return
        edit = self._import()
        self._session.worker.run(
            lambda: preview(MemoryFile(target, Writer("window")).read(), edit),
            lambda imported: self._show(imported, edit, target, moves=moves),
            self._refuse,
        )

    def _import(self) -> ImportRecords:
        snapshot, names = self._session.snapshot, self._graph.view.selected_names()
        records = (line.record for line in snapshot.entity_lines_named(names))
        entities = [record for record in records if isinstance(record, Entity)]
        return ImportRecords(entities, _relations_among(snapshot, names), self._session.path.name)

    def _show(self, imported: ImportedRecords, edit: ImportRecords, target: Path, *, moves: bool) -> None:
        names = [entity.name for entity in edit.entities]
        sentence = f"To {target.name}, in {target.parent}."
        if moves:
            sentence += f" {self._told_loss(names, edit)}"
        action = "Move" if moves else "Copy"
        title = f"{action} {counted(len(names), 'entity', 'entities')}"
        dialog = ImportDialog(title, sentence, imported, action, self._window)
        # A move has something to do here even where the other memory knows everything.
        dialog.add_button.setEnabled(dialog.add_button.isEnabled() or moves)
        dialog.accepted.connect(partial(self._carry_out, edit, target, names if moves else []))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()

    def _told_loss(self, names: Sequence[str], edit: ImportRecords) -> str:
        lost = len(self._session.snapshot.relation_lines_at(names)) - len(edit.relations)
        if not lost:
            return "They are deleted here."
        return f"They are deleted here, with {counted(lost, 'relation', 'relations')} to entities that stay."

    def _carry_out(self, edit: ImportRecords, target: Path, leaving: Sequence[str]) -> None:
        self._session.worker.run(
            lambda: MemoryFile(target, Writer("window")).apply(edit),
            lambda _: self._finish(edit, target, leaving),
            self._refuse,
        )

    def _finish(self, edit: ImportRecords, target: Path, leaving: Sequence[str]) -> None:
        if leaving:
            self._session.apply(DeleteEntities(leaving))
        verb = "Moved" if leaving else "Copied"
        count = counted(len(edit.entities), "entity", "entities")
        self._graph.toast.show_notice(f"{verb} {count} to {target.name}")

    def _refuse(self, error: MnemoscopeError) -> None:
        self._graph.toast.show_notice(str(error))

    def _enable(self, names: Sequence[str]) -> None:
        for action in (self._actions.copy_to_memory, self._actions.move_to_memory):
            action.setEnabled(bool(names))


def _relations_among(snapshot: Snapshot, names: Sequence[str]) -> list[Relation]:
    chosen = set(names)
    records = (line.record for line in snapshot.relation_lines_at(names))
    relations = [record for record in records if isinstance(record, Relation)]
    return [relation for relation in relations if {relation.source, relation.target} <= chosen]
