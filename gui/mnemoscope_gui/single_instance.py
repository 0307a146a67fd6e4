"""One running program for one person: a second start hands its file to the first and ends.

The idea is Vorta's: a local socket named after the person, on which the first start listens.
"""

import getpass
import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from mnemoscope_shared.locations import user_state_folder

_PATIENCE_MS = 2_000
_LONGEST_MESSAGE = 1 << 16


class SingleInstance(QObject):
    """The first start's ear.

    Attributes:
        name: the socket's, one for each person and state folder.

    Signals:
        asked_to_open: a path, or None where only the window is to come to the front.
    """

    asked_to_open = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = _name()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)

    def hand_over(self, path: Path | None) -> bool:
        """Ask a program that runs already to open a file; return False where there is none that answers."""
        socket = QLocalSocket()
        socket.connectToServer(self.name)
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        # In hexadecimal digits: a path may hold line breaks.
        digits = os.fsencode(path).hex() if path is not None else ""
        socket.write(f"{digits}\n".encode())
        has_told = socket.waitForBytesWritten(_PATIENCE_MS) and socket.waitForReadyRead(_PATIENCE_MS)
        socket.disconnectFromServer()
        return has_told

    def listen(self) -> bool:
        """Be the one that later starts hand their files to; return False where the system refuses."""
        if self._server.listen(self.name):
            return True
        # What a crash left behind: nobody answered at it.
        QLocalServer.removeServer(self.name)
        return self._server.listen(self.name)

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _welcome(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _LONGEST_MESSAGE:
            socket.abort()
        elif socket.canReadLine():
            message = bytes(socket.readLine().data()).decode(errors="replace")
            with suppress(ValueError):
                path = os.fsdecode(bytes.fromhex(message))
                socket.write(b"\n")
                self.asked_to_open.emit(Path(path) if path else None)


def _name() -> str:
    """A name of this person's own, and another one where the state folder is another."""
    place = f"{getpass.getuser()} {user_state_folder(os.environ, sys.platform)}"
    return f"mnemoscope-{hashlib.sha256(place.encode(errors='surrogateescape')).hexdigest()[:16]}"
