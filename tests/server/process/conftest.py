"""Server processes, spoken to in JSON lines."""

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

SECONDS = 20


class ServerProcess:
    """A real `mnemoscope-server`, spoken to line by line."""

    def __init__(self, process, log):
        self._process = process
        self._log = log
        self._lines = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def send(self, *messages):
        """Send messages, bytes as they are, without waiting for answers."""
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            self._process.stdin.write(line)
        self._process.stdin.flush()

    def receive(self):
        """Return the next message; what is no message fails the test."""
        line = self._lines.get(timeout=SECONDS)
        assert line is not None, f"the server has ended: {self.log}"
        return json.loads(line)

    def finish(self):
        """End the input; return the messages that were left and the exit status."""
        self._process.stdin.close()
        status = self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        lines = iter(self._lines.get, None)
        return [json.loads(line) for line in lines], status

    def wait(self):
        return self._process.wait(SECONDS)

    @property
    def log(self):
        return self._log.read_text()

    def kill(self):
        self._process.kill()
        self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        for pipe in filter(None, (self._process.stdin, self._process.stdout)):
            with suppress(BrokenPipeError):
                pipe.close()

    def _read(self):
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put(None)


@pytest.fixture
def start(tmp_path):
    """Start servers in the test's folder, with nothing in their environment that would tell them a file."""
    servers = []

    def start(*arguments, environment=None, **options):
        log = tmp_path.with_name(f"{tmp_path.name}-{len(servers)}.log")
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-m", "mnemoscope_server", *map(str, arguments)],
                stdin=subprocess.PIPE,
                stderr=stderr,
                cwd=tmp_path,
                env={k: v for k, v in os.environ.items() if "MEMORY" not in k} | (environment or {}),
                **{"stdout": subprocess.PIPE, **options},
            )
        servers.append(ServerProcess(process, log))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def request(request_id, method, **params):
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


INITIALIZE = [
    request(
        "initialize",
        "initialize",
        protocolVersion="2025-06-18",
        capabilities={},
        clientInfo={"name": "test client", "version": "7"},
    ),
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test client", "version": "7"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Requests:
    """Builds the messages of an era."""

    def __init__(self, is_modern):
        self.is_modern = is_modern
        self.opening = [] if is_modern else INITIALIZE

    def __call__(self, request_id, method, **params):
        return request(request_id, method, **params, **({"_meta": ENVELOPE} if self.is_modern else {}))

    def call(self, request_id, tool, **arguments):
        return self(request_id, "tools/call", name=tool, arguments=arguments)

    def create(self, request_id, name):
        entity = {"name": name, "entityType": "t", "observations": []}
        return self.call(request_id, "create_entities", entities=[entity])


@pytest.fixture
def older():
    return Requests(is_modern=False)


@pytest.fixture
def newer():
    return Requests(is_modern=True)


@pytest.fixture(params=["older", "newer"])
def requests(request):
    """Messages of each era of the protocol."""
    return request.getfixturevalue(request.param)
