"""What ties the fields of an entity's page to the drafts that are kept."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from mnemoscope_gui.commit_field import CommitField
from mnemoscope_gui.inspector.conflicts import saved_drafts
from mnemoscope_gui.inspector.draft_keeper import DraftKeeper
from mnemoscope_gui.inspector.drafts import DraftKey, FieldDraft, FieldName, draft_key
from mnemoscope_gui.inspector.new_relation_line import NewRelationLine
from mnemoscope_gui.inspector.observation_list import ObservationList
from mnemoscope_shared.snapshot import Snapshot


class PageDrafts(QObject):
    """Takes down what is typed, and puts it back when the entity is shown again.

    Attributes:
        keeper: the drafts of the window.
        put_back: the keys of the drafts that were put back and not touched since.

    Signals:
        settled: a draft was committed or given up.
    """

    settled = Signal()

    def __init__(
        self,
        keeper: DraftKeeper,
        fields: dict[FieldName, CommitField],
        observations: ObservationList,
        relation_line: NewRelationLine,
    ) -> None:
        super().__init__(observations)
        self.keeper = keeper
        self.put_back: set[DraftKey] = set()
        self._name = ""
        self._is_leaving = False
        self._fields = fields
        self._observations = observations
        self._new_fields: dict[FieldName, QLineEdit] = {
            "new_observation": observations.new_field,
            "relation_type": relation_line.type_field,
            "relation_target": relation_line.target_field,
        }
        self._connect(relation_line)

    def leave(self, name: str) -> None:
        """Empty all fields for an entity of another name; what was typed stays with the last one."""
        self._is_leaving = True
        self._observations.leave()
        self._empty()
        self.put_back.clear()
        self._name = name
        self._is_leaving = False

    def mark_observations(self) -> None:
        """Mark the observations that are drafts, where the entity still has them."""
        drafts = [one for one in self.keeper.of(self._name) if one.field == "observation"]
        self._observations.show_drafts({one.base: one.text for one in drafts})

    def put_all_back(self, snapshot: Snapshot) -> None:
        """Put into the fields what was typed earlier and is not in the memory."""
        for key in saved_drafts(self.keeper.of(self._name), self._name, snapshot):
            self.keeper.drop(self._name, key)
        for draft in self.keeper.of(self._name):
            field, new_field = self._fields.get(draft.field), self._new_fields.get(draft.field)
            if field is not None and not field.has_draft:
                field.show_draft(draft.text)
            elif new_field is not None and not new_field.text():
                new_field.setText(draft.text)
            self.put_back.add(draft.key)

    def give_up(self, draft: FieldDraft) -> None:
        """Forget one draft, and what its field shows of it."""
        self.keeper.drop(self._name, draft.key)
        self.put_back.discard(draft.key)
        if (field := self._fields.get(draft.field)) is not None:
            field.drop_draft()
        elif draft.field == "observation":
            self._observations.abandon_editing()

    def discard(self) -> None:
        """Give up everything that is typed about the entity that is shown."""
        self.keeper.drop_all(self._name)
        self._observations.abandon_editing()
        self._is_leaving = True
        self._empty()
        self._is_leaving = False
        self.put_back.clear()
        self.settled.emit()

    def _empty(self) -> None:
        for field in self._fields.values():
            field.drop_draft()
        for new_field in self._new_fields.values():
            new_field.clear()

    def _connect(self, relation_line: NewRelationLine) -> None:
        for name, field in self._fields.items():
            field.draft_changed.connect(self._field_noter(name, field))
            field.committed.connect(self._committer(name))
        for name, new_field in self._new_fields.items():
            new_field.textChanged.connect(self._text_noter(name))
        observations = self._observations
        observations.typed.connect(self._note_observation)
        observations.list.editing_ended.connect(self.mark_observations)
        observations.replaced.connect(lambda old, _: self._commit(draft_key("observation", old)))
        observations.split.connect(lambda old, _: self._commit(draft_key("observation", old)))
        observations.removed.connect(
            lambda texts: self._commit(*[draft_key("observation", text) for text in texts])
        )
        observations.added.connect(lambda _: self._commit(draft_key("new_observation")))
        relation_line.added.connect(
            lambda *_: self._commit(draft_key("relation_type"), draft_key("relation_target"))
        )

    def _field_noter(self, name: FieldName, field: CommitField) -> Callable[[], None]:
        return lambda: self._note(name, field.value, field.text() if field.has_draft else None)

    def _text_noter(self, name: FieldName) -> Callable[[str], None]:
        return lambda text: self._note(name, "", text or None)

    def _committer(self, name: FieldName) -> Callable[[object], None]:
        return lambda _: self._commit(draft_key(name))

    def _note_observation(self, observation: str, text: str | None) -> None:
        self._note("observation", observation, text)

    def _note(self, field: FieldName, base: str, text: str | None) -> None:
        """Take down what is in a field; None where that is nothing of the person's own."""
        if self._is_leaving:
            return
        key = draft_key(field, base)
        if text is not None:
            self.keeper.note(self._name, field, base, text)
        else:
            self.keeper.drop(self._name, key)
            self._settle(key)

    def _commit(self, *keys: DraftKey) -> None:
        for key in keys:
            self.keeper.commit(self._name, key)
            self._settle(key)

    def _settle(self, key: DraftKey) -> None:
        self.put_back.discard(key)
        if key[0] == "observation":
            self.mark_observations()
        self.settled.emit()
