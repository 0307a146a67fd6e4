"""The edits that begin with a command: new, delete, undo, and what is asked before them."""

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from mnemoscope_gui.new_entity_dialog import NewEntityDialog
from mnemoscope_gui.new_relation_dialog import NewRelationDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.edits import CreateEntities, CreateRelations, DeleteEntities
from mnemoscope_shared.errors import ChangedSince
from mnemoscope_shared.model import Entity
from mnemoscope_shared.vocabulary import entity_types, relation_types

# Deleting fewer objects than this needs no question: undo is at hand.
ASK_ABOVE = 25


class EditCommands(QObject):
    """Asks what has to be asked, then hands the edit to the session.

    Signals:
        entity_expected: the name of an entity that is being created, and its place or None.
    """

    entity_expected = Signal(object, object)

    def __init__(self, session: GraphSession, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    def new_entity(self, place: QPointF | None = None) -> None:
        """Ask for an entity and create it, at a place of the canvas if one is given."""
        snapshot = self._session.snapshot
        dialog = NewEntityDialog(
            entity_types(snapshot), lambda name: name in snapshot.lines_by_name, self._window
        )
        dialog.accepted.connect(lambda: self._create(dialog.entity(), place))
        self._open(dialog)

    def new_relation(self, source: str = "", target: str = "") -> None:
        """Ask for a relation and create it."""
        snapshot = self._session.snapshot
        names, types = sorted(snapshot.lines_by_name), relation_types(snapshot)
        dialog = NewRelationDialog(names, types, source, target, self._window)
        dialog.accepted.connect(lambda: self._session.apply(CreateRelations([dialog.relation()])))
        self._open(dialog)

    def delete(self, names: list[str]) -> None:
        """Delete entities with their relations; ask where it is many."""
        snapshot = self._session.snapshot
        relations = len(snapshot.relation_lines_at(names))
        if not names:
            return
        if len(names) + relations <= ASK_ABOVE:
            self._session.apply(DeleteEntities(names))
            return
        question = f"Delete {len(names)} entities and the {relations} relations at them?"
        box = self._question(question, "You can undo this.", QMessageBox.ButtonRole.DestructiveRole, "Delete")
        box.buttonClicked.connect(
            lambda button: self._session.apply(DeleteEntities(names)) if button is box.action_button else None
        )
        self._open(box)

    def resolve_conflict(self, conflict: ChangedSince, is_redo: bool) -> None:
        """Show what an undo would put back and what is there now; the person chooses."""
        verb = "Redo" if is_redo else "Undo"
        box = self._question(
            f"{verb}: this was changed again meanwhile.",
            "Look at both versions below. What you do not keep stays in the history.",
            QMessageBox.ButtonRole.AcceptRole,
            f"{verb} all the same",
        )
        box.setDetailedText(_both_versions(conflict))
        act = self._session.redo if is_redo else self._session.undo
        box.buttonClicked.connect(lambda button: act(force=True) if button is box.action_button else None)
        self._open(box)

    def _question(
        self, text: str, explanation: str, role: QMessageBox.ButtonRole, action: str
    ) -> "_Question":
        return _Question(text, explanation, role, action, self._window)

    def _create(self, entity: Entity, place: QPointF | None) -> None:
        self.entity_expected.emit(entity.name, place)
        self._session.apply(CreateEntities([entity]))

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()


class _Question(QMessageBox):
    """A question with one action and Cancel, its text shown as it is."""

    def __init__(
        self, text: str, explanation: str, role: QMessageBox.ButtonRole, action: str, parent: QWidget
    ) -> None:
        super().__init__(QMessageBox.Icon.Question, "Mnemoscope", text, parent=parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setInformativeText(explanation)
        self.action_button = self.addButton(action, role)
        self.setDefaultButton(self.addButton(QMessageBox.StandardButton.Cancel))


def _both_versions(conflict: ChangedSince) -> str:
    before = "\n".join(conflict.before) or "(nothing)"
    now = "\n".join(conflict.now) or "(nothing)"
    return f"Would be put back:\n{before}\n\nIs there now:\n{now}"
