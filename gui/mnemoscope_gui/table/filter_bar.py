"""The bar above the table: words and a type that rows must have, and how many have them."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.filter_field import FilterField
from mnemoscope_shared.wording import type_name

_LONGEST_TYPE = 40
_NARROWEST_PX = 56
"""The window can be made as narrow as with the graph."""

_ALL_TYPES = "All types"
_ANNOUNCED_AFTER_MS = 600
"""A screen reader tells the count once typing pauses."""


class FilterBar(QWidget):
    """Asks for a filter.

    Attributes:
        field: the words.
        type_choice: the type.
        count: how many rows there are, and how many are selected.

    Signals:
        changed(): another filter is wanted.
        left_downwards(): the keyboard wants to go into the table.
    """

    changed = Signal()
    left_downwards = Signal()

    def __init__(self, dot_of_type: Callable[[str], QIcon], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dot_of_type = dot_of_type
        self._types: list[str] = []
        self.field = FilterField("Filter by name, type or observation", "Filter the table", self)
        self.type_choice = QComboBox(self)
        self.type_choice.setAccessibleName("Show only entities of this type")
        self.type_choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.type_choice.setMinimumContentsLength(14)
        self.type_choice.setMaxVisibleItems(20)
        for widget in (self.field, self.type_choice):
            widget.setMinimumWidth(_NARROWEST_PX)
        self.type_choice.addItem(_ALL_TYPES)
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self._announcement = QTimer(self, singleShot=True, interval=_ANNOUNCED_AFTER_MS)
        self._announcement.timeout.connect(lambda: announce(self, self.count.text()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 10, 6)
        layout.addWidget(self.field, 1)
        # On Linux the name of a choice is what is chosen: only a label says what it is about.
        label = QLabel("&Type", self)
        label.setBuddy(self.type_choice)
        layout.addSpacing(6)
        layout.addWidget(label)
        layout.addWidget(self.type_choice)
        layout.addWidget(self.count)
        self.field.textChanged.connect(self._ask)
        self.type_choice.currentIndexChanged.connect(self._ask)
        self.field.escaped.connect(self.clear)
        self.field.left_downwards.connect(self.left_downwards)

    @property
    def entity_type(self) -> str | None:
        """The chosen type, None for all of them."""
        place = self.type_choice.currentIndex() - 1
        return self._types[place] if place >= 0 else None

    @property
    def is_active(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.field.text()) or self.entity_type is not None

    def clear(self) -> None:
        """Ask for nothing any more."""
        was_active = self.is_active
        for widget in (self.field, self.type_choice):
            widget.blockSignals(True)
        self.field.clear()
        self.type_choice.setCurrentIndex(0)
        for widget in (self.field, self.type_choice):
            widget.blockSignals(False)
        if was_active:
            self._ask()

    def offer_types(self, types: Iterable[str]) -> None:
        """Let the person choose among these types; the chosen one stays, even if no entity has it now."""
        chosen = self.entity_type
        wanted = sorted({*types} | ({chosen} if chosen is not None else set()), key=str.casefold)
        if wanted == self._types:
            return
        self.type_choice.blockSignals(True)
        self.type_choice.clear()
        self.type_choice.addItem(_ALL_TYPES)
        self._types = wanted
        for one in wanted:
            self.type_choice.addItem(self._dot_of_type(one), shortened(type_name(one), _LONGEST_TYPE))
        self.type_choice.setCurrentIndex(0 if chosen is None else wanted.index(chosen) + 1)
        self.type_choice.blockSignals(False)

    def renew_dots(self) -> None:
        """Show the types in the colours of now."""
        for place, one in enumerate(self._types):
            self.type_choice.setItemIcon(place + 1, self._dot_of_type(one))

    def show_count(self, shown: int, total: int, selected: int) -> None:
        """Say how many rows there are."""
        text = f"{shown:,} of {total:,}" if shown != total else f"{total:,}"
        self.count.setText(f"{text} · {selected:,} selected" if selected else text)

    def _ask(self) -> None:
        self._announcement.start()
        self.changed.emit()
