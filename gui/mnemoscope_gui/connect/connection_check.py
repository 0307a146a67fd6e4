"""Checking a connection: our server's program starts what a client would start, and speaks to it."""

import json
import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from mnemoscope_gui.connect.child_process import end_all_processes, end_process, new_process
from mnemoscope_shared.clients.client import Client
from mnemoscope_shared.clients.found_clients import ConfiguredServer
from mnemoscope_shared.clients.server_settings import server_command
from mnemoscope_shared.clients.verification import (
    UnreadableVerification,
    decode_verification,
)

PATIENCE_MS = 60_000
"""A check that takes longer is ended; it has limits of its own, which are shorter."""

_MOST_BYTES = 1 << 20
_NOT_STARTED = (
    "The program that checks connections, {}, could not be started. Install Mnemoscope again, or start it "
    "from where it is."
)
_TOO_LONG = (
    "The check did not come to an end within a minute. The server may be waiting for something: start it by "
    "hand to see, then check again."
)


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """What is checked: the command that a client starts.

    Attributes:
        title: whose connection it is, such as “Cursor”.
        command: the program and its arguments.
        environment: what the client adds to the environment.
        folder: where the client starts it; empty for the home folder.
        client: the client that connecting anew would put right; None where it is another server's entry.
    """

    title: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    client: Client | None = None


def target_of(server: ConfiguredServer) -> CheckTarget:
    """Return what has to be checked of a client's entry."""
    entry = server.entry
    return CheckTarget(
        server.client.title,
        (entry.command, *entry.arguments),
        entry.environment,
        entry.folder,
        server.client if server.is_connection else None,
    )


class ConnectionCheck(QObject):
    """Runs one check at a time, in a process of its own.

    Signals:
        finished: a `Verification`; not after a cancelled check.
        failed: a sentence, where there is none.
    """

    finished = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        checker: Sequence[str] | None = None,
        parent: QObject | None = None,
        patience_ms: int = PATIENCE_MS,
    ) -> None:
        """Be ready; `checker` is our server's program where it is not the usual one."""
        super().__init__(parent)
        self._checker = tuple(checker or server_command())
        self._process: QProcess | None = None
        self._patience = QTimer(self, singleShot=True, interval=patience_ms)
        self._patience.timeout.connect(lambda: self._give_up(_TOO_LONG))

    @property
    def is_running(self) -> bool:
        """Whether a check is going on."""
        return self._process is not None

    def start(self, target: CheckTarget) -> None:
        """Check a command; an earlier check is cancelled."""
        self.cancel()
        process = new_process(self)
        process.finished.connect(lambda code, _: self._finish(process, code))
        process.errorOccurred.connect(lambda error: self._note_error(process, error))
        self._process = process
        self._patience.start()
        program, *arguments = self._checker
        process.start(program, [*arguments, *check_arguments(target)])
        process.write(json.dumps(dict(target.environment)).encode())
        process.closeWriteChannel()

    def cancel(self) -> None:
        """End the check; nothing is reported."""
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            end_process(process)

    def stop(self) -> None:
        """End what still runs, and wait for it: the program ends."""
        self.cancel()
        end_all_processes(self)

    def _note_error(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if process is self._process and error == QProcess.ProcessError.FailedToStart:
            self._give_up(_NOT_STARTED.format(self._checker[0]))

    def _give_up(self, sentence: str) -> None:
        self.cancel()
        self.failed.emit(sentence)

    def _finish(self, process: QProcess, code: int) -> None:
        if process is not self._process:
            return
        self._patience.stop()
        self._process = None
        output = bytes(process.readAllStandardOutput().data())
        process.deleteLater()
        try:
            verification = decode_verification(output if len(output) <= _MOST_BYTES else b"")
        except UnreadableVerification as error:
            self.failed.emit(str(error))
        else:
            self.finished.emit(verification)


def check_arguments(target: CheckTarget) -> list[str]:
    """Return what our server's program is given, to check a command; it reads the variables from its input.

    They may be secrets, and everybody on the computer sees the arguments of a program.
    """
    folder = ["--folder", target.folder] if target.folder else []
    return ["verify", "--json", "--environment-from-input", *folder, "--", *target.command]


def told_command(command: Sequence[str]) -> str:
    """Return a command as a person would type it."""
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)
