"""What happened to the entity that is shown: who, when, what; read when it is unfolded."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.inspector.byline_delegate import BYLINE_ROLE, SHOWN_ROLE, BylineDelegate
from mnemoscope_gui.inspector.event_text import event_text
from mnemoscope_gui.inspector.provenance_text import plain
from mnemoscope_gui.relative_time import exact_time, now_ms, relative_time
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.model import Entity
from mnemoscope_shared.store.entity_history import EntityEvent, EntityHistory
from mnemoscope_shared.writer_names import writer_name, writer_name_and_version

EVENTS_AT_ONCE = 30


class HistorySection(QWidget):
    """A heading that unfolds the list of writes, the newest first.

    Signals:
        wanted: the history is to be read; so many events at most.
        restore_requested: the entity is to be again as it was after a write.
        unfolded: whether the list is shown now.
    """

    wanted = Signal(int)
    restore_requested = Signal(object)
    unfolded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events: Sequence[EntityEvent] = ()
        self._current: Entity | None = None
        self._limit = EVENTS_AT_ONCE
        self.heading = QToolButton(self)
        self.heading.setText("History")
        self.heading.setCheckable(True)
        self.heading.setAutoRaise(True)
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.setArrowType(Qt.ArrowType.RightArrow)
        self.list = _events_list(self)
        self.restore_button = QPushButton("Restore this version", self)
        self.more_button = QPushButton("Show more", self)
        self._content = QWidget(self)
        self._arrange()
        self.heading.toggled.connect(self._unfold)
        self.list.itemSelectionChanged.connect(self._enable)
        self.restore_button.clicked.connect(without_arguments(self._restore))
        self.more_button.clicked.connect(without_arguments(self._show_more))

    @property
    def is_unfolded(self) -> bool:
        """Whether the writes are shown."""
        return self.heading.isChecked()

    def buttons(self) -> list[QPushButton]:
        """Return what can be done about the list."""
        return [self.restore_button, self.more_button]

    def follow(self, entity: Entity | None, *, is_another: bool) -> None:
        """Read again, where the list is shown: the entity has changed or is another one."""
        if is_another:
            self._limit = EVENTS_AT_ONCE
            self._fill(())
        if is_another or entity is not self._current:
            self._current = entity
            if self.is_unfolded:
                self.wanted.emit(self._limit)
        self._enable()

    def show_history(self, history: EntityHistory) -> None:
        """Show what was read."""
        self._fill(history.events)
        self.more_button.setVisible(not history.is_complete)

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.restore_button)
        buttons.addStretch(1)
        buttons.addWidget(self.more_button)
        content = QVBoxLayout(self._content)
        content.setContentsMargins(0, 0, 0, 0)
        content.addWidget(self.list, 1)
        content.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._content, 1)
        self._content.hide()
        self.more_button.hide()

    def _unfold(self, is_shown: bool) -> None:
        self.heading.setArrowType(Qt.ArrowType.DownArrow if is_shown else Qt.ArrowType.RightArrow)
        self._content.setVisible(is_shown)
        if is_shown:
            self.wanted.emit(self._limit)
        self.unfolded.emit(is_shown)

    def _fill(self, events: Sequence[EntityEvent]) -> None:
        row = self.list.currentRow()
        self._events = events
        self.list.clear()
        now = now_ms()
        for event in events:
            self.list.addItem(_item(event, now))
        if row >= 0:
            self.list.setCurrentRow(min(row, len(events) - 1))
        self._enable()

    def _show_more(self) -> None:
        self._limit *= 4
        self.wanted.emit(self._limit)

    def _chosen_version(self) -> Entity | None:
        """The version that the selected write left, where the entity is not so now."""
        rows = [index.row() for index in self.list.selectedIndexes()]
        version = self._events[rows[0]].after if rows else None
        if version is None or (self._current is not None and _is_same(version, self._current)):
            return None
        return version

    def _enable(self) -> None:
        self.restore_button.setEnabled(self._chosen_version() is not None)

    def _restore(self) -> None:
        if (version := self._chosen_version()) is not None:
            self.restore_requested.emit(version)


def _events_list(parent: QWidget) -> QListWidget:
    events = QListWidget(parent)
    events.setItemDelegate(BylineDelegate(events))
    events.setAccessibleName("History of the entity")
    events.setResizeMode(QListWidget.ResizeMode.Adjust)
    events.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    events.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    events.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    return events


def _item(event: EntityEvent, now: int) -> QListWidgetItem:
    text = event_text(event)
    item = QListWidgetItem(text)
    item.setData(SHOWN_ROLE, text)
    item.setData(BYLINE_ROLE, f"{writer_name(event.writer)} · {relative_time(event.time, now)}")
    item.setToolTip(f"{plain(writer_name_and_version(event.writer))}, {exact_time(event.time)}")
    return item


def _is_same(version: Entity, entity: Entity) -> bool:
    return (version.entity_type, version.observations) == (entity.entity_type, entity.observations)
