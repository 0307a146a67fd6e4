"""Telling a person in the tray that an assistant changed the memory: seldom, and several changes at once."""

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_shared.model import Change

GATHER_MS, PAUSE_MS = 1_500, 10_000
"""Changes that come together are told together, and then nothing for a while."""


class ChangeNotices(QObject):
    """Gathers changes into notices.

    Signals:
        told: how much was added, changed and removed, in words; with at least the pause between two.
    """

    told = Signal(str)

    def __init__(
        self, parent: QObject | None = None, gather_ms: int = GATHER_MS, pause_ms: int = PAUSE_MS
    ) -> None:
        super().__init__(parent)
        self._added = self._changed = self._removed = 0
        self._gather = QTimer(self, singleShot=True, interval=gather_ms)
        self._gather.timeout.connect(self._tell)
        self._pause = QTimer(self, singleShot=True, interval=pause_ms)
        self._pause.timeout.connect(self._tell_rest)

    def add(self, change: Change) -> None:
        """Take note of a change that a person does not see."""
        self._added += sum(one.before is None for one in change)
        self._removed += sum(one.after is None for one in change)
        self._changed += sum(one.before is not None and one.after is not None for one in change)
        if not self._pause.isActive() and not self._gather.isActive():
            self._gather.start()

    def forget(self) -> None:
        """Tell nothing of what was noted: the person looks at it now."""
        self._added = self._changed = self._removed = 0
        self._gather.stop()

    def _tell_rest(self) -> None:
        if self._added or self._changed or self._removed:
            self._tell()

    def _tell(self) -> None:
        sentence = told_counts(self._added, self._changed, self._removed)
        self.forget()
        self._pause.start()
        self.told.emit(sentence)


def told_counts(added: int, changed: int, removed: int) -> str:
    """Return what happened in numbers only, since others may see a notification: `2 added, 1 changed`."""
    parts = ((added, "added"), (changed, "changed"), (removed, "removed"))
    return ", ".join(f"{count:,} {what}" for count, what in parts if count)
