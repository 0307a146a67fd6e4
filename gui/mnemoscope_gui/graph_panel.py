"""The middle of the window: the canvas and its twins, with the banner above them and the toast over them."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from mnemoscope_gui.banner import Banner
from mnemoscope_gui.canvas.corner_controls import CornerControls
from mnemoscope_gui.canvas.scene import Scene
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.mass_deletion import MassDeletion
from mnemoscope_gui.mending import Mending
from mnemoscope_gui.progress import Progress
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.theme import Theme
from mnemoscope_gui.toast import Toast
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_gui.visual_encoding import VisualEncoding
from mnemoscope_shared.diff import renamed_entities
from mnemoscope_shared.edits import DeleteEntities, DeleteRelations
from mnemoscope_shared.errors import MnemoscopeError, StoreError
from mnemoscope_shared.model import Change, Entity, LineChange
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import counted

STORM_CHANGES = 5
CALM_MS = 1_000
"""After so many outside changes, with less than that time between them, nothing glides or pulses any more."""

_DELETIONS = (DeleteEntities.operation, DeleteRelations.operation)

CHANGES_PER_LAYOUT = 5
"""During a storm new nodes look for their places only with every so many changes, and once it is over."""


class GraphPanel(QWidget):
    """Keeps the canvas at what the session holds, and says what needs to be said about it.

    Attributes:
        view: the canvas.
        pages: the canvas, and whatever else shows the memory in its place.
        controls: map, zoom buttons and focus chip over the canvas.
        slots: the colours of entity types.
        encoding: what sizes and colours show instead of relations and types.
        banner, toast: the notices above and over it.
        deletions: tells that others have deleted much, above it too.
        offer: what a person may take up or decline, above it too.
        mending: what helps against a file that cannot be read.
        progress: what takes long at the moment.
    """

    def __init__(
        self, session: GraphSession, slots: TypeSlots, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.slots = slots
        self._expected: str | None = None
        self._changes_in_a_row = 0
        self._untold: dict[str, None] = {}
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._end_storm)
        self.encoding = VisualEncoding(self)
        self.view = GraphView(theme, self)
        self.controls = CornerControls(self.view)
        self.banner = Banner(theme, self)
        self.deletions = MassDeletion(session, theme, self)
        self.offer = Banner(theme, self, is_offer=True)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.view)
        self.toast = Toast(theme, self.pages)
        self.toast.stay_above(self.controls.minimap, self.controls.zoom_buttons)
        self.mending = Mending(session, self)
        self.progress = Progress(session, self.view, self)
        self.progress.changed.connect(self.view.presenter.show_waiting)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.banner)
        layout.addWidget(self.deletions.banner)
        layout.addWidget(self.offer)
        layout.addWidget(self.pages, 1)
        session.changed.connect(self._show)
        self.view.settled.connect(self._tell_what_is_off_screen)
        session.problem_changed.connect(self._show_problem)
        session.refused.connect(self._show_refusal)
        session.warned.connect(self.toast.show_notice)
        self.encoding.changed.connect(self._encode_anew)
        self.encoding.noticed.connect(self.toast.show_notice)
        self.mending.mended.connect(self.toast.show_notice)
        self.mending.refused.connect(lambda error: self._show_refusal(error, session.refresh))

    def expect(self, name: str, place: QPointF | None) -> None:
        """Select the entity of this name once it has been created; put it where the person wants it."""
        self._expected = name
        if place is not None:
            self.view.expect(name, (place.x(), place.y()))

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self.view.set_theme(theme)
        self.controls.set_theme(theme)
        self.banner.set_theme(theme)
        self.deletions.banner.set_theme(theme)
        self.offer.set_theme(theme)
        self.toast.set_theme(theme)

    def _show(self, snapshot: Snapshot, change: Change, origin: str) -> None:
        self.slots.learn(snapshot.entity_type_counts)
        if origin != "outside":
            # It would take back this edit now.
            self.toast.withdraw("Undo")
        if origin == "window" and self._session.operation in _DELETIONS:
            self._report_deletion(change)
        self._build_scene(snapshot, lambda scene: self._show_scene(scene, snapshot, change, origin))

    def _show_scene(self, scene: Scene, snapshot: Snapshot, change: Change, origin: str) -> None:
        selected = self.view.selected_names()
        renamed = renamed_entities(change)
        is_calm = self._is_calm
        waits = not is_calm and self._changes_in_a_row % CHANGES_PER_LAYOUT != 0
        self.view.layout_thread.awaits_quiet = waits
        self.view.set_scene(self.encoding.encode(scene), animate=is_calm, renamed=renamed)
        if renamed:
            self.view.select([renamed.get(name, name) for name in selected])
        self._select_expected(snapshot)
        if origin == "outside":
            self._mark(change, pulses=is_calm)
            self._changes_in_a_row += 1
            self._calm.start()

    @property
    def _is_calm(self) -> bool:
        return self._changes_in_a_row < STORM_CHANGES

    def _end_storm(self) -> None:
        self._changes_in_a_row = 0

    def _encode_anew(self) -> None:
        self.slots.are_shown = self.encoding.colour_by == "type"
        self._build_scene(
            self._session.snapshot, lambda scene: self.view.set_scene(self.encoding.encode(scene))
        )

    def _build_scene(self, snapshot: Snapshot, done: Callable[[Scene], None]) -> None:
        builder = self.view.scene_builder
        builder.build(snapshot.entities, snapshot.relations, self.slots.slot, done, may_hold_up=self._is_calm)

    def _select_expected(self, snapshot: Snapshot) -> None:
        if self._expected is not None and self._expected in snapshot.lines_by_name:
            self.view.select([self._expected])
            self._expected = None

    def _mark(self, change: Change, *, pulses: bool) -> None:
        entities = [one for one in change if one.part == "entities"]
        added = [_name(one) for one in entities if one.before is None]
        changed = [_name(one) for one in entities if one.before is not None and one.after is not None]
        self.view.mark_changed(changed, added=added, pulses=pulses)
        self._untold |= dict.fromkeys([*changed, *added])
        if not self.view.layout_thread.is_running:
            self._tell_what_is_off_screen()

    def _tell_what_is_off_screen(self) -> None:
        """New nodes have to find their places first."""
        hidden = self.view.names_off_screen(self._untold) if self._untold else []
        self._untold = {}
        if hidden:
            what = f"{counted(len(hidden), 'change', 'changes')} outside of the view"
            self.toast.show_notice(what, answer="Show", action=lambda: self._show_names(hidden))

    def _show_names(self, names: list[str]) -> None:
        self.view.select(names)
        self.view.frame_selection()

    def _report_deletion(self, change: Change) -> None:
        gone = [_name(one) for one in change if one.part == "entities" and one.after is None]
        relations = sum(1 for one in change if one.part == "relations" and one.after is None)
        what = [gone[0] if len(gone) == 1 else f"{len(gone):,} entities"] if gone else []
        if relations:
            what.append(counted(relations, "relation", "relations"))
        if what:
            text = f"Deleted {' and '.join(what)}"
            self.toast.show_notice(text, answer="Undo", action=self._session.undo)

    def _show_problem(self, problem: StoreError | None) -> None:
        if problem is None:
            self.banner.clear()
        else:
            remedies = self.mending.remedies(problem)
            self.banner.show_text(
                self.mending.told(problem), {**remedies, "Look again": self._session.refresh}
            )

    def _show_refusal(self, error: MnemoscopeError, retry: Callable[[], None]) -> None:
        self._expected = None
        self.view.state.expected.clear()

        def again() -> None:
            self.banner.clear()
            retry()

        self.banner.show_text(str(error), {"Try again": again, "Dismiss": self._dismiss})

    def _dismiss(self) -> None:
        self._show_problem(self._session.problem)


def _name(change: LineChange) -> str:
    line = change.after or change.before
    return line.record.name if line is not None and isinstance(line.record, Entity) else ""
