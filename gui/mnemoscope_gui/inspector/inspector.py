"""The panel beside the canvas: what is selected, and every field of it open to correction."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from mnemoscope_gui.inspector.draft_keeper import DraftKeeper
from mnemoscope_gui.inspector.drafts import DraftStore
from mnemoscope_gui.inspector.entity_page import EntityPage
from mnemoscope_gui.inspector.provenance_reader import ProvenanceReader
from mnemoscope_gui.inspector.selection_page import SelectionPage
from mnemoscope_gui.memories.memory_users import UsersWatch
from mnemoscope_gui.overview_page import OverviewPage
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.edit import Edit
from mnemoscope_shared.entity_corrections import RenameEntity, RestoreEntity


class Inspector(QStackedWidget):
    """Shows the memory as a whole, one entity, or several, as the selection is.

    Signals:
        entity_chosen: the person wants to go to this entity.
        type_chosen: the person wants to select all entities of this type.
        relation_requested: the person wants a new relation from this entity.
        delete_requested: the person wants these entities deleted.
        merge_requested, relate_requested: the person wants this of these entities.
        retype_requested: entities, and the type that all of them are to have.
    """

    entity_chosen = Signal(object)
    type_chosen = Signal(object)
    relation_requested = Signal(object)
    delete_requested = Signal(object)
    merge_requested = Signal(object)
    relate_requested = Signal(object)
    retype_requested = Signal(object, object)

    def __init__(
        self,
        session: GraphSession,
        slots: TypeSlots,
        theme: Theme,
        parent: QWidget | None = None,
        draft_store: DraftStore | None = None,
    ) -> None:
        """Show a memory; what is typed and not saved is kept in `draft_store`."""
        super().__init__(parent)
        self._session = session
        self._names: tuple[str, ...] = ()
        self._expected: str | None = None
        self.overview = OverviewPage(slots, theme)
        self._keeper = DraftKeeper(session, draft_store, self)
        self._reader = ProvenanceReader(session, self)
        self.entity_page = EntityPage(slots, theme, self._keeper, self._reader)
        self.selection_page = SelectionPage()
        for page in (self.overview, self.entity_page, self.selection_page):
            self.addWidget(page)
        self.overview.type_chosen.connect(self.type_chosen)
        self.entity_page.edit_made.connect(self._apply)
        self.entity_page.entity_chosen.connect(self.entity_chosen)
        self.entity_page.relation_requested.connect(self.relation_requested)
        self.entity_page.delete_requested.connect(lambda name: self.delete_requested.emit([name]))
        self.selection_page.entity_chosen.connect(self.entity_chosen)
        for name in ("delete_requested", "merge_requested", "relate_requested", "retype_requested"):
            getattr(self.selection_page, name).connect(getattr(self, name))
        self.entity_page.answered.connect(self.refresh)
        self._keeper.recalled.connect(self.refresh)
        self._keeper.moved.connect(self._follow_drafts)
        session.changed.connect(lambda *_: self.refresh())
        session.refused.connect(lambda *_: self.refresh())
        self._watch = UsersWatch(session)
        self._watch.changed.connect(self._show_users)
        self._show_users()

    def begin(self) -> None:
        """Bring back what was typed in earlier windows."""
        self._keeper.begin()

    def finish(self) -> None:
        """Keep what is typed and stop reading; to be called before the session closes."""
        self._keeper.finish()
        self._reader.stop()
        self._watch.stop()

    def show_entities(self, names: Sequence[str]) -> None:
        """Show what is selected."""
        self._names, self._expected = tuple(names), None
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of the type dots."""
        self.overview.set_theme(theme)
        self.entity_page.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the selection as the memory has it now."""
        snapshot = self._session.snapshot
        known = [name for name in self._names if self._is_known(name)]
        names = known or self._expected_name() or self._gone_with_drafts()
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

    def _show_users(self) -> None:
        self.overview.show_memory(self._session.path, self._watch.users)

    def _is_known(self, name: str) -> bool:
        snapshot = self._session.snapshot
        return name in snapshot.lines_by_name or name in snapshot.lines_by_end

    def _expected_name(self) -> list[str]:
        return [self._expected] if self._expected is not None and self._is_known(self._expected) else []

    def _follow_drafts(self, old: str, new: str) -> None:
        """Go on with an entity that others renamed while something was typed about it."""
        if self.entity_page.name == old:
            self._expected = new

    def _gone_with_drafts(self) -> list[str]:
        """Name an entity that the memory holds no more, and about which something is typed."""
        if not self._session.snapshot.entities:
            return []
        return [name for name in self._keeper.names() if not self._is_known(name)][:1]

    def _apply(self, edit: Edit[Any]) -> None:
        # The selection follows an entity to its new name, whichever of the two is there yet.
        if isinstance(edit, RenameEntity):
            self._expected = edit.new_name
        elif isinstance(edit, RestoreEntity):
            self._expected = edit.name
        self._session.apply(edit)
