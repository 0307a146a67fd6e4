"""What the server's tests share: a client in this process, and a server process spoken to in JSON lines."""

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import jsonschema
import pytest
from mcp import Client
from mcp_types import Implementation

from mnemoscope_server.server import MemoryServer
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

SECONDS = 20
CLIENT = Implementation(name="test client", version="7")


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "memory.jsonl"


class Caller:
    """Calls tools, and checks that every reply keeps what its tool's output schema promises."""

    def __init__(self, client, definitions):
        self.client = client
        self.definitions = {tool.name: tool for tool in definitions}

    async def result(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        if result.is_error:
            assert result.structured_content is None
            assert len(result.content) == 1
        else:
            self._check(tool, result)
        return result

    async def __call__(self, tool, **arguments):
        """Return the structured result of a call that has to succeed without a note."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, result.content[0].text
        assert len(result.content) == 1, result.content[-1].text
        return result.structured_content

    async def note(self, tool, **arguments):
        result = await self.result(tool, **arguments)
        assert not result.is_error, result.content[0].text
        return result.content[1].text if len(result.content) == 2 else None

    async def error(self, tool, **arguments):
        result = await self.result(tool, **arguments)
        assert result.is_error, result.structured_content
        return result.content[0].text

    async def create(self, *names, observations=(), kind="person"):
        """Create entities; return the names of those that were created, whatever the note says."""
        entities = [{"name": name, "entityType": kind, "observations": [*observations]} for name in names]
        result = await self.result("create_entities", entities=entities)
        return [entity["name"] for entity in result.structured_content["entities"]]

    async def relate(self, *relations):
        """Create relations, each a source, target and type; return those that were created."""
        result = await self.result("create_relations", relations=[*map(relation_object, relations)])
        return [tuple(relation.values()) for relation in result.structured_content["relations"]]

    async def names(self):
        return [entity["name"] for entity in (await self("read_graph"))["entities"]]

    async def relations(self):
        return [tuple(relation.values()) for relation in (await self("read_graph"))["relations"]]

    async def observations(self, name):
        entities = (await self("open_nodes", names=[name]))["entities"]
        return [entity["observations"] for entity in entities]

    def _check(self, tool, result):
        jsonschema.validate(result.structured_content, self.definitions[tool].output_schema)
        text, structured = result.content[0].text, result.structured_content
        if tool.startswith("delete_"):
            assert text == structured["message"]
        elif "relations" in structured and "entities" in structured:
            assert json.loads(text) == structured
        else:
            assert json.loads(text) == next(iter(structured.values()))


@asynccontextmanager
async def connected(path, mode="auto", handler=None, lock_timeout=10.0, keep_history=True, **options):
    """Connect a client of an era to a new server over a file; yield a `Caller`."""
    memory = MemoryFile(path, Writer("server"), lock_timeout=lock_timeout, keep_history=keep_history)
    server = MemoryServer(memory, **options)
    async with Client(
        server.mcp, mode=mode, message_handler=handler, client_info=CLIENT, raise_exceptions=True
    ) as client:
        yield Caller(client, (await client.list_tools()).tools)


@pytest.fixture(params=["legacy", "auto"])
async def call(request, path, anyio_backend):
    """A client of each era of the protocol."""
    async with connected(path, request.param) as caller:
        yield caller


@pytest.fixture
def connect():
    """The way to a client with options of its own, see `connected`."""
    return connected


def relation_object(relation):
    return dict(zip(("from", "to", "relationType"), relation, strict=True))


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

    def close_output(self):
        """Read no further."""
        self._process.stdout.close()

    def wait(self):
        return self._process.wait(SECONDS)

    @property
    def log(self):
        return self._log.read_text()

    def kill(self):
        self._process.kill()
        self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):
                pipe.close()

    def _read(self):
        for line in self._process.stdout:
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
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=tmp_path,
                env={k: v for k, v in os.environ.items() if "MEMORY" not in k} | (environment or {}),
                **options,
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
