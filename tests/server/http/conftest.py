"""What the tests of the protocol over HTTP share: a real server process, and ways to ask it."""

import http.client
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest

from mnemoscope_shared.http_status import decode_http_status

SECONDS = 30
ACCEPT = "application/json, text/event-stream"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test client", "version": "7"},
    },
}


class HttpServer:
    """A real `mnemoscope-server --http`, as the window starts it."""

    def __init__(self, process, log):
        self.process = process
        self._log = log
        self._lines = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.first = self.state()
        self.address = self.first.address if self.first else ""

    @property
    def log(self):
        return self._log.read_text()

    @property
    def port(self):
        return urlsplit(self.address).port

    @property
    def path(self):
        return urlsplit(self.address).path

    @property
    def token(self):
        return self.path.split("/")[1]

    def state(self):
        """Return the next state that it tells; None when it has ended."""
        line = self._lines.get(timeout=SECONDS)
        return None if line is None else decode_http_status(line)

    def state_where(self, is_wanted):
        """Return the next state that is as wanted."""
        while (state := self.state()) is not None:
            if is_wanted(state):
                return state
        raise AssertionError(f"the server has ended: {self.log}")

    def ask(self, method="POST", path=None, body=INITIALIZE, **headers):
        """Send a request over a connection of its own; return the status, the text and the headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        given = {"Content-Type": "application/json", "Accept": ACCEPT}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        try:
            connection.request(method, self.path if path is None else path, data, given)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def end_input(self):
        """Do what the window does to stop it; return the exit status."""
        self.process.stdin.close()
        return self.process.wait(SECONDS)

    def signal(self, number=signal.SIGTERM):
        """Send a signal; return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS)

    def kill(self):
        self.process.kill()
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)


class Starter:
    """Starts servers over HTTP, at a free port unless told otherwise, on one memory in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.memory = folder / "memory.jsonl"
        self._servers = []

    def __call__(self, *arguments, at="127.0.0.1:0"):
        log = self.folder / f"{len(self._servers)}.log"
        command = [sys.executable, "-m", "mnemoscope_server", "--memory-file", self.memory, "--http", at]
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                [*map(str, command), "--json-status", *map(str, arguments)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=self.folder,
                env=os.environ | {"XDG_STATE_HOME": str(self.folder / "state")},
            )
        self._servers.append(HttpServer(process, log))
        return self._servers[-1]

    def kill_all(self):
        for server in self._servers:
            server.kill()


@pytest.fixture
def start(tmp_path):
    starter = Starter(tmp_path)
    yield starter
    starter.kill_all()


@pytest.fixture
def memory(start):
    return start.memory


@pytest.fixture
def server(start):
    return start()


@pytest.fixture(scope="module")
def lasting_server(tmp_path_factory):
    """One server for all tests of a module that do not stop it."""
    starter = Starter(tmp_path_factory.mktemp("lasting"))
    yield starter()
    starter.kill_all()
