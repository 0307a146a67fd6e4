"""The observations of an entity, each edited in place, with a field for one more."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QLineEdit, QListWidgetItem, QVBoxLayout, QWidget

from mnemoscope_gui.inspector.byline_delegate import BYLINE_ROLE, fill_item
from mnemoscope_gui.inspector.observation_delegate import DRAFT_ROLE
from mnemoscope_gui.inspector.observation_view import ObservationView
from mnemoscope_gui.inspector.provenance_text import Byline
from mnemoscope_gui.typing_undo import leave_undo_to_window
from mnemoscope_shared.observation_corrections import missing_from

_EDITABLE = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEditable
    | Qt.ItemFlag.ItemIsDragEnabled
)
_NOT_SAVED = "Not saved · Enter shows it, Enter again saves it"
_NO_LIMIT = 2**31 - 1


class ObservationList(QWidget):
    """Observations in their order, and a field for one more.

    Signals:
        added: the texts of new observations.
        replaced: the old and the new text of one.
        removed: the texts that are to go.
        split: a text, and the parts that are to stand in its place.
        reordered: all texts in their new order.
        typed: the text of an observation, and what is being typed in its place; None after Esc.
        selection_changed: other rows are selected.
    """

    added = Signal(object)
    replaced = Signal(object, object)
    removed = Signal(object)
    split = Signal(object, object)
    reordered = Signal(object)
    typed = Signal(object, object)
    selection_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = ObservationView(self)
        self.new_field = _NewField("Add an observation…", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.new_field)
        self._shown: tuple[str, ...] = ()
        self._waiting: tuple[str, ...] | None = None
        self._bylines: Mapping[str, Byline] = {}
        self._drafts: Mapping[str, str] = {}
        delegate = self.list.delegate
        delegate.committed.connect(self._commit)
        delegate.typed.connect(lambda row, text: self.typed.emit(self._shown[row], text))
        delegate.restored.connect(lambda row: self.typed.emit(self._shown[row], None))
        delegate.split.connect(lambda row, *parts: self._split(row, parts))
        self.list.editing_ended.connect(self._show_waiting)
        self.list.dropped.connect(self._move_selected_before)
        self.list.itemSelectionChanged.connect(self.selection_changed)
        self.new_field.returnPressed.connect(self._add)

    @property
    def selected_texts(self) -> list[str]:
        """The selected observations, from top to bottom."""
        return [self._shown[row] for row in self.list.selected_rows()]

    def show_observations(self, observations: Sequence[str]) -> None:
        """Show these observations; an open editor keeps what is typed, and they follow when it closes."""
        if self.list.is_editing:
            self._waiting = tuple(observations)
        elif tuple(observations) != self._shown:
            self._fill(tuple(observations))

    def show_bylines(self, bylines: Mapping[str, Byline]) -> None:
        """Show under each observation, given by its text, who added it."""
        self._bylines = bylines
        self.list.delegate.keeps_place = False
        self.list.scheduleDelayedItemsLayout()
        with QSignalBlocker(self.list):
            for row in range(self.list.count()):
                self._show_byline(row)

    def show_drafts(self, drafts: Mapping[str, str]) -> None:
        """Mark the observations, given by their texts, that were typed anew and not committed."""
        if drafts or self._drafts:
            self._drafts = drafts
            with QSignalBlocker(self.list):
                for row, text in enumerate(self._shown):
                    if drafts.get(text) != self.list.item(row).data(DRAFT_ROLE):
                        self._show_draft(row, drafts.get(text))

    def leave(self) -> None:
        """Close an open editor without committing, as for another entity."""
        self._bylines = {}
        self._drafts = {}
        self._fill(())

    def abandon_editing(self) -> None:
        """Close an open editor without committing; the list shows the memory's text."""
        if (editor := self.list.delegate.editor) is not None:
            self.list.delegate.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)

    def remove_selected(self) -> None:
        """Remove the selected observations."""
        if texts := self.selected_texts:
            self.removed.emit(texts)

    def move_selected(self, step: int) -> None:
        """Move the selected observations up (-1) or down (1) by one place."""
        rows = self.list.selected_rows()
        if rows:
            self._move_selected_before(rows[0] - 1 if step < 0 else rows[-1] + 2)

    def split_into_lines(self) -> None:
        """Make an observation of each line of the current one."""
        row = self.list.currentRow()
        if row >= 0:
            self._split(row, self._shown[row].splitlines())

    def add_lines(self, text: str) -> None:
        """Add each line of a text as an observation."""
        lines = [line.strip() for line in text.splitlines()]
        if texts := missing_from(self._shown, [line for line in lines if line]):
            self.added.emit(texts)

    def _fill(self, observations: tuple[str, ...]) -> None:
        row, selected, bar = self.list.currentRow(), set(self.selected_texts), self.list.verticalScrollBar()
        place = bar.value()
        self._waiting = None
        self.abandon_editing()
        self._shown = observations
        # Who added what is new among them is not known yet; nothing moves once it is.
        self.list.delegate.keeps_place = True
        with QSignalBlocker(self.list):
            self.list.clear()
            for number, text in enumerate(observations):
                self.list.addItem(self._item(text))
                if self._bylines:
                    self._show_byline(number)
            self.list.setCurrentRow(min(row, len(observations) - 1))
            if selected:
                for number, text in enumerate(observations):
                    self.list.item(number).setSelected(text in selected)
        self.show_drafts(dict(self._drafts))
        bar.setValue(place)
        self.selection_changed.emit()

    def _item(self, text: str) -> QListWidgetItem:
        item = QListWidgetItem()
        fill_item(item, text)
        item.setFlags(_EDITABLE)
        return item

    def _show_byline(self, row: int) -> None:
        item, byline = self.list.item(row), self._bylines.get(self._shown[row])
        text = (
            _NOT_SAVED if item.data(DRAFT_ROLE) is not None else byline.text if byline is not None else None
        )
        if text != item.data(BYLINE_ROLE):
            item.setData(BYLINE_ROLE, text)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, text)
            item.setToolTip(byline.explanation if byline is not None else "")

    def _commit(self, row: int, typed: str) -> None:
        before, text = self._shown[row], typed.strip()
        self._show_text(row, text or before)
        if not text:
            self.removed.emit([before])
        elif text != before:
            self.replaced.emit(before, text)
        else:
            self.typed.emit(before, None)

    def _show_text(self, row: int, text: str) -> None:
        self._shown = (*self._shown[:row], text, *self._shown[row + 1 :])
        item = self.list.item(row)
        with QSignalBlocker(self.list):
            item.setData(DRAFT_ROLE, None)
            fill_item(item, text)

    def _show_draft(self, row: int, draft: str | None) -> None:
        item = self.list.item(row)
        item.setData(DRAFT_ROLE, draft)
        fill_item(item, self._shown[row], draft)
        self._show_byline(row)

    def _split(self, row: int, parts: Sequence[str]) -> None:
        kept = [part.strip() for part in parts if part.strip()]
        if len(kept) > 1:
            self.split.emit(self._shown[row], kept)
        elif kept and kept[0] != self._shown[row]:
            self.replaced.emit(self._shown[row], kept[0])

    def _move_selected_before(self, place: int) -> None:
        rows, texts = self.list.selected_rows(), self._shown
        moved = [texts[row] for row in rows]
        above = [texts[row] for row in range(max(place, 0)) if row < len(texts) and row not in rows]
        below = [text for row, text in enumerate(texts) if row >= max(place, 0) and row not in rows]
        order = (*above, *moved, *below)
        if order != texts:
            self._fill(order)
            self.list.select_rows(range(len(above), len(above) + len(moved)))
            self.reordered.emit(order)

    def _show_waiting(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            if waiting != self._shown:
                self._fill(waiting)

    def _add(self) -> None:
        if text := self.new_field.text().strip():
            self.added.emit([text])
            self.new_field.clear()


class _NewField(QLineEdit):
    """A field whose text belongs to nothing yet; Esc empties it."""

    def __init__(self, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaxLength(_NO_LIMIT)
        self.setPlaceholderText(hint)
        self.setAccessibleName("New observation")
        leave_undo_to_window(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc empty the field."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
