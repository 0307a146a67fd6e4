"""What others changed in a memory since the person last looked at it."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.model import Change, Entity, LineChange, Relation
from mnemoscope_shared.snapshot import Snapshot


class UnseenChanges(QObject):
    """Follows a memory while its window is open but not in use, and while it has none.

    Attributes:
        count: how many lines changed unseen; 0 again as soon as the window is in use.
        names: the entities that these changes are about, or the last ones that were.

    Signals:
        added: a change that was not seen.
        count_changed: the count is another.
    """

    added = Signal(object)
    count_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self.names: dict[str, None] = {}
        self._window: QWidget | None = None

    def follow(self, session: GraphSession, window: QWidget | None) -> None:
        """Follow a session; `window` shows it, or nothing does."""
        session.changed.connect(self._note)
        self._window = window
        if window is not None:
            window.installEventFilter(self)
            window.destroyed.connect(lambda: self._forget_window(window))

    def mark_seen(self) -> None:
        """The person has looked."""
        if self.count:
            self.count = 0
            self.count_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the window's coming to the front for a look."""
        if event.type() == QEvent.Type.WindowActivate:
            self.mark_seen()
        return super().eventFilter(watched, event)

    def _note(self, _: Snapshot, change: Change, origin: str) -> None:
        is_seen = self._window is not None and self._window.isActiveWindow()
        if origin != "outside" or not change:
            return
        if self.count == 0:
            self.names = {}
        self.names |= {name: None for one in change for name in _names_of(one)}
        if not is_seen:
            self.count += len(change)
            self.added.emit(change)
            self.count_changed.emit()

    def _forget_window(self, window: QWidget) -> None:
        if self._window is window:  # and not another one, which shows the same file by now
            self._window = None


def _names_of(change: LineChange) -> tuple[str, ...]:
    line = change.after or change.before
    record = line.record if line is not None else None
    if isinstance(record, Entity):
        return (record.name,)
    return (record.source, record.target) if isinstance(record, Relation) else ()
