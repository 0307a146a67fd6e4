"""Which assistants use the open memory: those that have it open now, and those that are set up to."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.clients.found_clients import find_clients
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.locations import user_state_folder
from mnemoscope_shared.memory_use import memory_use

PAUSE_MS = 5_000
"""Between two looks, however often the file changes."""


@dataclass(frozen=True, slots=True)
class MemoryUsers:
    """The assistants of a memory.

    Attributes:
        running: those whose server has the memory open now.
        configured: the others that would open it.
        last_write: when one of the running ones last changed it, ms since 1970; None if none has.
    """

    running: tuple[str, ...] = ()
    configured: tuple[str, ...] = ()
    last_write: int | None = None


class UsersWatch(QObject):
    """Looks on a worker of its own: when the memory opens, when others change it, and when asked to.

    Attributes:
        users: what was found last.

    Signals:
        changed: something else was found than before.
    """

    changed = Signal()

    def __init__(self, session: GraphSession) -> None:
        super().__init__(session)
        self.users = MemoryUsers()
        self._session = session
        self._was_asked = False
        self._worker = Worker(self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look_if_asked)
        session.changed.connect(self._follow_change)

    def look(self) -> None:
        """Look now, or when the pause since the last look is over."""
        self._was_asked = True
        if not self._pause.isActive():
            self._look_if_asked()

    def stop(self) -> None:
        """Look no more; to be called before the window goes."""
        self._pause.stop()
        self._worker.close()

    def _follow_change(self, _: object, __: object, origin: str) -> None:
        if origin in ("open", "outside"):
            self.look()

    def _look_if_asked(self) -> None:
        if not self._was_asked:
            return
        self._was_asked = False
        self._pause.start()
        path = self._session.path
        self._worker.run(lambda: find_users(path), self._take, _pass_over)

    def _take(self, users: MemoryUsers) -> None:
        if users != self.users:
            self.users = users
            self.changed.emit()


def find_users(path: Path) -> MemoryUsers:
    """Return the assistants of a memory file; reads their configurations."""
    use = memory_use(path, Path(user_state_folder(os.environ, sys.platform)))
    wanted = os.path.realpath(path)
    configured = [
        found.client.title
        for found in find_clients(os.environ, Path.cwd(), sys.platform)
        if any(os.path.realpath(file) == wanted for server in found.servers for file in server.files)
    ]
    return MemoryUsers(
        use.programs,
        tuple(title for title in dict.fromkeys(configured) if title not in use.programs),
        use.last_write,
    )


def _pass_over(_: MnemoscopeError) -> None:
    """What cannot be found out is left out."""
