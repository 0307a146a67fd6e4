"""Watching a memory while no window shows it."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.tray.change_notices import ChangeNotices
from mnemoscope_gui.tray.unseen_changes import UnseenChanges


class HiddenMemory(QObject):
    """Follows at most one file, and tells seldom what others change in it.

    Signals:
        told: the file's name, and how much changed.
    """

    told = Signal(str, str)

    def __init__(self, parent: QObject | None = None, notices: ChangeNotices | None = None) -> None:
        super().__init__(parent)
        self._session: GraphSession | None = None
        self._unseen: UnseenChanges | None = None
        self._notices = notices or ChangeNotices(self)
        self._notices.told.connect(self._tell)

    @property
    def is_watching(self) -> bool:
        """Whether a file is followed."""
        return self._session is not None

    def begin(self, path: Path, unseen: UnseenChanges) -> None:
        """Follow a file from now on; what changes in it is unseen."""
        self.end()
        self._session, self._unseen = GraphSession(path, self), unseen
        unseen.follow(self._session, None)
        unseen.added.connect(self._notices.add)
        self._session.open()

    def end(self) -> None:
        """Follow it no more: a window shows it, or the program ends."""
        session, self._session = self._session, None
        unseen, self._unseen = self._unseen, None
        self._notices.forget()
        if session is not None and unseen is not None:
            unseen.added.disconnect(self._notices.add)
            session.close()
            session.deleteLater()

    def _tell(self, counts: str) -> None:
        if self._session is not None:
            self.told.emit(self._session.path.name, counts)
