"""The panel beside the canvas: what is selected, and every field of it open to correction."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from mnemoscope_gui.entity_page import EntityPage
from mnemoscope_gui.overview_page import OverviewPage
from mnemoscope_gui.selection_page import SelectionPage
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.corrections import RenameEntity
from mnemoscope_shared.edit import Edit


class Inspector(QStackedWidget):
    """Shows the memory as a whole, one entity, or several, as the selection is.

    Signals:
        entity_chosen: the person wants to go to this entity.
        type_chosen: the person wants to select all entities of this type.
        relation_requested: the person wants a new relation from this entity.
        delete_requested: the person wants these entities deleted.
    """

    entity_chosen = Signal(object)
    type_chosen = Signal(object)
    relation_requested = Signal(object)
    delete_requested = Signal(object)

    def __init__(
        self, session: GraphSession, slots: TypeSlots, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._names: tuple[str, ...] = ()
        self.overview = OverviewPage(slots, theme)
        self.entity_page = EntityPage(slots, theme)
        self.selection_page = SelectionPage()
        for page in (self.overview, self.entity_page, self.selection_page):
            self.addWidget(page)
        self.overview.type_chosen.connect(self.type_chosen)
        self.entity_page.edit_made.connect(self._apply)
        self.entity_page.entity_chosen.connect(self.entity_chosen)
        self.entity_page.relation_requested.connect(self.relation_requested)
        self.entity_page.delete_requested.connect(lambda name: self.delete_requested.emit([name]))
        self.selection_page.entity_chosen.connect(self.entity_chosen)
        self.selection_page.delete_requested.connect(self.delete_requested)
        session.changed.connect(lambda *_: self.refresh())

    def show_entities(self, names: Sequence[str]) -> None:
        """Show what is selected."""
        self._names = tuple(names)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the type dots."""
        self.overview.set_theme(theme)
        self.entity_page.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the selection as the memory has it now."""
        snapshot = self._session.snapshot
        names = [name for name in self._names if self._is_known(name)]
        if not names:
            self.overview.show_snapshot(snapshot)
            self.setCurrentWidget(self.overview)
        elif len(names) == 1:
            self.entity_page.show_entity(snapshot, names[0])
            self.setCurrentWidget(self.entity_page)
        else:
            self.selection_page.show_names(snapshot, names)
            self.setCurrentWidget(self.selection_page)

    def focus_first(self) -> None:
        """Move the keyboard into what is shown."""
        if (page := self.currentWidget()) is not None:
            page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def edit_name(self) -> None:
        """Put the cursor into the name of the entity that is shown."""
        if self.currentWidget() is self.entity_page:
            self.entity_page.edit_name()

    def _is_known(self, name: str) -> bool:
        snapshot = self._session.snapshot
        return name in snapshot.lines_by_name or name in snapshot.lines_by_end

    def _apply(self, edit: Edit[Any]) -> None:
        if isinstance(edit, RenameEntity):
            # The selection follows the entity to its new name, whichever of the two is there yet.
            self._names = (*self._names, edit.new_name)
        self._session.apply(edit)
