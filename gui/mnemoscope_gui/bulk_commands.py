"""The edits that touch many records at once: merge, retype, relate, rename a type everywhere."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.inspector.inspector import Inspector
from mnemoscope_gui.merge_dialog import MergeDialog
from mnemoscope_gui.relate_dialog import RelateDialog
from mnemoscope_gui.rename_type_dialog import RenameTypeDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.edits import CreateRelations
from mnemoscope_shared.entity_corrections import RenameEntityType, RetypeEntities
from mnemoscope_shared.relation_corrections import RenameRelationType


class BulkCommands(QObject):
    """Asks what has to be asked, then hands one edit to the session."""

    def __init__(self, session: GraphSession, view: GraphView, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._view = view
        self._actions = actions
        self._window = window
        actions.merge.triggered.connect(without_arguments(lambda: self.merge(view.selected_names())))
        actions.relate_entities.triggered.connect(
            without_arguments(lambda: self.relate_entities(view.selected_names()))
        )
        actions.rename_entity_type.triggered.connect(without_arguments(self.rename_entity_type))
        actions.rename_relation_type.triggered.connect(without_arguments(self.rename_relation_type))
        view.selection_changed.connect(self._enable)
        session.changed.connect(lambda *_: self._enable(view.selected_names()))
        self._enable([])

    def connect_inspector(self, inspector: Inspector) -> None:
        """Let the inspector ask for this of what it shows."""
        inspector.retype_requested.connect(self.retype)
        inspector.merge_requested.connect(self.merge)
        inspector.relate_requested.connect(self.relate_entities)

    def merge(self, names: Sequence[str]) -> None:
        """Show what merging entities would do, and do it if the person agrees."""
        known = self._known(names)
        if len(known) < 2:
            return
        dialog = MergeDialog(self._session.snapshot, known, self._window)
        dialog.accepted.connect(lambda: self._session.apply(dialog.edit()))
        self._open(dialog)

    def retype(self, names: Sequence[str], entity_type: str) -> None:
        """Give several entities one type."""
        self._session.apply(RetypeEntities(tuple(self._known(names)), entity_type))

    def relate_entities(self, names: Sequence[str]) -> None:
        """Ask for what relates several entities to another one, and create these relations."""
        known = self._known(names)
        if not known:
            return
        dialog = RelateDialog(self._session.snapshot, known, self._window)
        dialog.accepted.connect(lambda: self._session.apply(CreateRelations(dialog.relations())))
        self._open(dialog)

    def rename_entity_type(self, chosen: str | None = None) -> None:
        """Ask for a new name of a type, and rename it in all entities of it."""
        counts = self._session.snapshot.entity_type_counts
        dialog = RenameTypeDialog("Rename a type of entities", ("entity", "entities"), counts, self._window)
        dialog.accepted.connect(
            lambda: self._session.apply(RenameEntityType(dialog.old_name(), dialog.new_name()))
        )
        self._begin_with(dialog, chosen)

    def rename_relation_type(self, chosen: str | None = None) -> None:
        """Ask for a new name of a type, and rename it in all relations of it."""
        counts = self._session.snapshot.relation_type_counts
        nouns = ("relation", "relations")
        dialog = RenameTypeDialog("Rename a type of relations", nouns, counts, self._window)
        dialog.accepted.connect(
            lambda: self._session.apply(RenameRelationType(dialog.old_name(), dialog.new_name()))
        )
        self._begin_with(dialog, chosen)

    def _begin_with(self, dialog: RenameTypeDialog, chosen: str | None) -> None:
        if chosen is not None:
            dialog.choose(chosen)
        self._open(dialog)

    def _known(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if name in self._session.snapshot.lines_by_name]

    def _enable(self, names: Sequence[str]) -> None:
        snapshot = self._session.snapshot
        self._actions.merge.setEnabled(len(names) > 1)
        self._actions.relate_entities.setEnabled(len(names) > 1)
        self._actions.rename_entity_type.setEnabled(bool(snapshot.entities))
        self._actions.rename_relation_type.setEnabled(bool(snapshot.relations))

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()
