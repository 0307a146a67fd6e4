"""The server over HTTP on this computer: a process of ours, for assistants that want an address."""

import os
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QProcess, QTimer, Signal

from mnemoscope_gui.canvas.label_text import displayable
from mnemoscope_gui.connect.child_process import GRACE_MS, new_process, wait_for_end
from mnemoscope_shared.clients.server_settings import server_command
from mnemoscope_shared.http_status import HttpStatus, decode_http_status
from mnemoscope_shared.locations import user_state_folder

State = Literal["stopped", "starting", "running", "stopping", "failed"]

LOG_LINES = 200
_LONGEST_LINE = 400
_MOST_BYTES = 1 << 16
_NOT_STARTED = "{} could not be started. Install Mnemoscope again, or start it from where it is."
_ENDED = "The server has ended (status {}). What it wrote last is below; start it again."
_TOKEN_FILE = "http-token"  # noqa: S105 - the name of the file, which the server makes


class HttpServer(QObject):
    """Starts and stops the one server, and tells how it is; it ends with the program, even a crashed one.

    Attributes:
        state: what it does now.
        status: what it said of itself last, with its address.
        problem: why it failed, as sentences; empty where it has not.
        memory_file: the memory that it serves, or None.
        log: the last lines that it wrote, without the address, which is a secret.

    Signals:
        changed: the state, or what belongs to it.
    """

    changed = Signal()

    def __init__(self, program: Sequence[str] | None = None, parent: QObject | None = None) -> None:
        """Be ready; `program` is our server's where it is not the usual one."""
        super().__init__(parent)
        self.state: State = "stopped"
        self.status = HttpStatus("stopped")
        self.problem = ""
        self.memory_file: Path | None = None
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self._program = tuple(program or server_command())
        self._process: QProcess | None = None
        self._rest = {QProcess.ProcessChannel.StandardOutput: b"", QProcess.ProcessChannel.StandardError: b""}

    @property
    def is_running(self) -> bool:
        """Whether there is a server, even one that is about to begin or to end."""
        return self._process is not None

    def start(self, memory_file: Path, port: int) -> None:
        """Serve a memory at a port of this computer, unless one is served already."""
        if self.is_running:
            return
        self.log.clear()
        self._rest = dict.fromkeys(self._rest, b"")
        self.memory_file, self.problem, self.status = memory_file, "", HttpStatus("stopped")
        process = new_process(self)
        process.readyReadStandardOutput.connect(self._read_output)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._note_error)
        self._process = process
        program, *arguments = self._program
        self._become("starting")
        process.start(program, [*arguments, *http_arguments(memory_file, port)])

    def stop(self) -> None:
        """Stop serving; what is being answered still is."""
        process = self._process
        if process is not None and self.state != "stopping":
            self._become("stopping")
            process.closeWriteChannel()
            QTimer.singleShot(GRACE_MS, process, process.kill)

    def end(self) -> None:
        """Stop, and wait until it has: the program ends."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.closeWriteChannel()
            wait_for_end(process)

    def _become(self, state: State) -> None:
        self.state = state
        self.changed.emit()

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.problem = _NOT_STARTED.format(self._program[0])
            self._forget_process()
            self._become("failed")

    def _end(self, code: int) -> None:
        self._read_output()
        self._read_log()
        was_asked = self.state == "stopping"
        self._forget_process()
        if not was_asked and not self.problem:
            self.problem = _ENDED.format(code)
        self.status = HttpStatus("stopped")
        self._become("stopped" if was_asked else "failed")

    def _forget_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()

    def _read_output(self) -> None:
        for line in self._lines(QProcess.ProcessChannel.StandardOutput):
            status = decode_http_status(line)
            if status is None:
                self._note_line(line)
            else:
                self._take(status)

    def _take(self, status: HttpStatus) -> None:
        if status.state == "failed":
            self.problem = displayable(status.message)
        elif status.state == "listening" and self.state in ("starting", "running"):
            self.status = status
            self._become("running")

    def _read_log(self) -> None:
        lines = self._lines(QProcess.ProcessChannel.StandardError)
        for line in lines:
            self._note_line(line)
        if lines:
            self.changed.emit()

    def _note_line(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip()[:_LONGEST_LINE]
        if text and "http://" not in text:
            self.log.append(displayable(text))

    def _lines(self, channel: QProcess.ProcessChannel) -> list[bytes]:
        """Return the whole lines that have come; of one without an end only the last part is kept."""
        if self._process is None:
            return []
        self._process.setReadChannel(channel)
        data: QByteArray = self._process.readAll()
        *lines, rest = (self._rest[channel] + bytes(data.data())).split(b"\n")
        self._rest[channel] = rest[-_MOST_BYTES:]
        return lines


def http_arguments(memory_file: Path, port: int) -> list[str]:
    """Return what our server is given to serve over HTTP; its address stays the same between two starts."""
    folder = Path(user_state_folder(os.environ, sys.platform))
    with suppress(OSError):  # the server says what is wrong
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = ["--token-file", str(folder / _TOKEN_FILE)]
    return ["--http", str(port), "--json-status", *token, "--memory-file", str(memory_file)]
