"""The parts of an entity's page below its type: observations, relations in both directions, history."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from mnemoscope_gui.completion import Texts
from mnemoscope_gui.inspector.history_section import HistorySection
from mnemoscope_gui.inspector.new_relation_line import NewRelationLine
from mnemoscope_gui.inspector.observation_list import ObservationList
from mnemoscope_gui.inspector.relation_list import RelationList

_HISTORY_SHARE = 0.45
_OBSERVATIONS_SHARE = 0.4
_ROWS_AT_LEAST, _ROWS_AT_MOST = 2, 7
"""The rows of a list of relations that are seen without scrolling, unless there are fewer."""


class EntitySections(QSplitter):
    """Titled parts, whose heights the person can change; those that are empty take no room.

    Attributes:
        observations, out_relations, relation_line, in_relations, history: what is in them.
    """

    def __init__(self, types: Texts, names: Texts, parent: QWidget | None = None) -> None:
        """`types` of relations and `names` of entities are offered while they are typed."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self.observations = ObservationList(self)
        self.out_relations = RelationList("out", types, names, self)
        self.relation_line = NewRelationLine(types, names, self)
        self.in_relations = RelationList("in", types, names, self)
        self.history = HistorySection(self)
        self._observations_title, self._out_title, self._in_title = QLabel(), QLabel(), QLabel()
        self.setChildrenCollapsible(False)
        self._observations_block = _titled(
            self._observations_title, self.observations.list, self.observations
        )
        self.addWidget(self._observations_block)
        self._out_block = _titled(self._out_title, self.out_relations, self.out_relations, self.relation_line)
        self._in_block = _titled(self._in_title, self.in_relations, self.in_relations)
        self.addWidget(self._out_block)
        self.addWidget(self._in_block)
        self.addWidget(self.history)
        # What is left belongs to the observations and to the history.
        for index, share in enumerate((1, 0, 0, 1)):
            self.setStretchFactor(index, share)
        self._was_moved = False
        self.splitterMoved.connect(self._note_move)
        self.history.unfolded.connect(self._unfold_history)

    def in_order(self) -> list[QWidget]:
        """Return what the keyboard reaches, as it reads from top to bottom."""
        line, history = self.relation_line, self.history
        observations = [self.observations.list, self.observations.new_field]
        relations = [self.out_relations, line.type_field, line.target_field, self.in_relations]
        return [*observations, *relations, history.heading, history.list, *history.buttons()]

    def show_counts(self, observations: int | None, outgoing: int, incoming: int) -> None:
        """Say how many there are of each; no observations where the memory does not hold the entity."""
        is_there = observations is not None
        self._observations_title.setText(f"Observations ({observations or 0:,})")
        self._out_title.setText(f"Relations to others ({outgoing:,})")
        self._in_title.setText(f"Relations from others ({incoming:,})")
        self._observations_block.setVisible(is_there)
        self.relation_line.setVisible(is_there)
        self.out_relations.setVisible(outgoing > 0 or self.out_relations.is_editing)
        self._out_block.setVisible(is_there or outgoing > 0)
        self._in_block.setVisible(incoming > 0 or self.in_relations.is_editing)
        self._fit_heights(outgoing, incoming)

    def _fit_heights(self, outgoing: int, incoming: int) -> None:
        """Let lists of relations be as high as their rows at most, a folded history as its heading."""
        for relations, block, count in (
            (self.out_relations, self._out_block, outgoing),
            (self.in_relations, self._in_block, incoming),
        ):
            relations.setMinimumHeight(relations.height_of_rows(min(count, _ROWS_AT_LEAST)))
            relations.setMaximumHeight(relations.height_of_rows(min(count, _ROWS_AT_MOST)))
            if (layout := block.layout()) is not None:
                layout.invalidate()
                block.setMaximumHeight(layout.sizeHint().height())
        self._limit_history()
        if not self._was_moved:
            self._share_room()
        self._take_room_back()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room anew, unless the person has."""
        super().resizeEvent(event)
        if not self._was_moved:
            self._share_room()

    def _share_room(self) -> None:
        """Show all rows of relations as long as the observations keep their share of the room."""
        parts = (self._out_block, self._in_block)
        wanted = [0 if part.isHidden() else part.maximumHeight() for part in parts]
        history = self.history.sizeHint().height() if not self.history.is_unfolded else self.sizes()[3]
        room = max(self.height() - history, 0)
        granted = min(1.0, room * (1 - _OBSERVATIONS_SHARE) / max(sum(wanted), 1))
        outgoing, incoming = (round(height * granted) for height in wanted)
        self.setSizes([max(room - outgoing - incoming, 0), outgoing, incoming, history])

    def _take_room_back(self) -> None:
        """Give the observations what a part had before it was limited; Qt leaves a gap there."""
        sizes = self.sizes()
        parts = (self._observations_block, self._out_block, self._in_block, self.history)
        limited = [min(size, part.maximumHeight()) for size, part in zip(sizes, parts, strict=True)]
        if limited != sizes:
            limited[0] += sum(sizes) - sum(limited)
            self.setSizes(limited)

    def _note_move(self, *_: int) -> None:
        """From now on the heights are the person's."""
        self._was_moved = True

    def _limit_history(self) -> None:
        """What is left belongs to the observations; without any, to the history."""
        is_limited = not self.history.is_unfolded and not self._observations_block.isHidden()
        self.history.setMaximumHeight(self.history.sizeHint().height() if is_limited else _LIMIT_PX)

    def _unfold_history(self, is_shown: bool) -> None:
        self._limit_history()
        if is_shown:
            observations, outgoing, incoming, _ = self.sizes()
            room = self.height() - outgoing - incoming
            history = round(room * _HISTORY_SHARE)
            self.setSizes([max(room - history, 0) if observations else 0, outgoing, incoming, history])


_LIMIT_PX = 16_777_215
"""Qt's own limit."""


def _titled(title: QLabel, names: QWidget, *content: QWidget) -> QWidget:
    """Return a block with a title above its content; the title is also what screen readers call `names`."""
    block = QWidget()
    title.setBuddy(names)
    layout = QVBoxLayout(block)
    layout.setContentsMargins(0, 6, 0, 0)
    layout.setSpacing(4)
    layout.addWidget(title)
    for widget in content:
        layout.addWidget(widget, 1 if widget is content[0] else 0)
    return block
