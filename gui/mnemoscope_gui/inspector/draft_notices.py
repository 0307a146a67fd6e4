"""What an entity's page says about drafts: typed earlier, changed or deleted by others meanwhile."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.inspector.compare_dialog import CompareDialog
from mnemoscope_gui.inspector.conflicts import Rival, conflicts, deletion, rival
from mnemoscope_gui.inspector.drafts import FieldDraft
from mnemoscope_gui.inspector.notice_line import NoticeLine
from mnemoscope_gui.inspector.page_drafts import PageDrafts
from mnemoscope_gui.inspector.provenance_reader import ProvenanceReader
from mnemoscope_shared.entity_corrections import RestoreEntity
from mnemoscope_shared.model import Entity
from mnemoscope_shared.observation_corrections import ReplaceObservation
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.entity_history import EntityEvent, EntityHistory
from mnemoscope_shared.writer_names import writer_name

_SHOWN_LENGTH = 40
_EVENTS_READ = 20
_TITLES = {
    "name": "the name",
    "type": "the type",
    "observation": "an observation",
    "new_observation": "a new observation",
    "relation_type": "a new relation",
    "relation_target": "a new relation",
}


class DraftNotices(QObject):
    """Decides which sentence stands on the page, and does what its buttons say.

    Signals:
        edit_made: an edit to apply.
        answered: the person has decided; the page is to be shown anew.
    """

    edit_made = Signal(object)
    answered = Signal()

    def __init__(self, line: NoticeLine, drafts: PageDrafts, reader: ProvenanceReader) -> None:
        super().__init__(line)
        self._line = line
        self._drafts = drafts
        self._keeper = drafts.keeper
        self._reader = reader
        self._snapshot: Snapshot = EMPTY
        self._name = ""
        self._entity: Entity | None = None
        self._events: tuple[EntityEvent, ...] = ()
        self._asked: tuple[str, Entity | None] | None = None
        drafts.settled.connect(self._say)

    def show(self, snapshot: Snapshot, name: str) -> None:
        """Say what there is to say about the drafts of an entity."""
        self._snapshot, self._name, self._entity = snapshot, name, snapshot.entity(name)
        self._say()

    def _say(self) -> None:
        drafts, entity = self._keeper.of(self._name), self._entity
        if not drafts:
            self._line.clear()
        elif entity is None:
            self._say_deleted(drafts)
        elif rivals := conflicts(drafts, entity):
            self._say_changed(entity, rivals[0])
        elif any(draft.key in self._drafts.put_back for draft in drafts):
            self._say_not_saved(drafts)
        else:
            self._line.clear()

    def _say_not_saved(self, drafts: list[FieldDraft]) -> None:
        titles = ", ".join(dict.fromkeys(_TITLES[draft.field] for draft in drafts))
        text = f"Typed earlier and not saved: {titles}. Enter in the field saves it."
        self._line.show_text(text, {"Discard": self._drafts.discard})

    # Deleted by others

    def _say_deleted(self, drafts: list[FieldDraft]) -> None:
        event = deletion(self._read_events())
        who = f" by {writer_name(event.writer)}" if event is not None else ""
        name = shortened(self._name, _SHOWN_LENGTH)
        self._line.show_text(
            f"“{name}” was deleted{who} meanwhile. What you typed is still here.",
            {
                "Create it again": lambda: self._create_again(event),
                "Copy my text": lambda: _copy(drafts),
                "Discard": self._give_up,
            },
        )

    def _create_again(self, event: EntityEvent | None) -> None:
        version = event.before if event is not None else None
        relations = event.relations_removed if event is not None else ()
        self.edit_made.emit(RestoreEntity(self._name, version or Entity(self._name, "", ()), relations))

    def _give_up(self) -> None:
        self._drafts.discard()
        self.answered.emit()

    # Changed by others

    def _say_changed(self, entity: Entity, draft: FieldDraft) -> None:
        found = rival(self._read_events(), draft)
        who = writer_name(found.writer) if found is not None else "another program"
        now = entity.entity_type if draft.field == "type" else entity.name
        if draft.field == "observation":
            text = f"{_capitalised(who)} changed an observation meanwhile that you have edited."
            answers: dict[str, Callable[[], object]] = {
                "Compare…": lambda: self._compare(draft, found, who),
                "Show theirs": lambda: self._show_theirs(draft),
            }
        else:
            shown = shortened(now, _SHOWN_LENGTH)
            text = f"{_capitalised(who)} changed {_TITLES[draft.field]} meanwhile: “{shown}”."
            answers = {
                "Show theirs": lambda: self._show_theirs(draft),
                "Keep mine": lambda: self._keep_mine(draft, now),
            }
        self._line.show_text(text, answers)

    def _show_theirs(self, draft: FieldDraft) -> None:
        self._drafts.give_up(draft)
        self.answered.emit()

    def _keep_mine(self, draft: FieldDraft, now: str) -> None:
        self._keeper.rebase(self._name, draft, now)
        self._say()

    def _compare(self, draft: FieldDraft, found: Rival | None, who: str) -> None:
        name, theirs = self._name, found.theirs if found is not None else None
        if theirs is not None and self._entity is not None and theirs not in self._entity.observations:
            theirs = None
        dialog = CompareDialog(draft.text, theirs, who, self._line.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.accepted.connect(lambda: self._save_result(name, draft, theirs, dialog.result_text()))
        dialog.open()

    def _save_result(self, name: str, draft: FieldDraft, theirs: str | None, result: str) -> None:
        if not result:
            return
        base = draft.base if theirs is None else theirs
        self._drafts.give_up(draft)
        if result != theirs:
            self._keeper.note(name, "observation", base, result)
            self._keeper.commit(name, ("observation", base))
            self.edit_made.emit(ReplaceObservation(name, base, result))
        self.answered.emit()

    # The history

    def _read_events(self) -> tuple[EntityEvent, ...]:
        """Return the last events of the entity; they are asked for once, and the line is shown anew then."""
        asked = (self._name, self._entity)
        if asked != self._asked:
            self._asked, self._events = asked, ()
            self._reader.ask_history(
                self._snapshot, self._name, _EVENTS_READ, lambda history: self._take(asked, history)
            )
        return self._events

    def _take(self, asked: tuple[str, Entity | None], history: EntityHistory) -> None:
        if asked == self._asked:
            self._events = history.events
            if asked == (self._name, self._entity):
                self._say()


def _copy(drafts: list[FieldDraft]) -> None:
    QApplication.clipboard().setText("\n".join(draft.text for draft in drafts))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
