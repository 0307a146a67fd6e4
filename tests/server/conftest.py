"""What the server's tests share: a client in this process that checks what it is answered."""

import json
from contextlib import asynccontextmanager
from pathlib import Path

import jsonschema
import pytest
from mcp import Client
from mcp_types import Implementation

from mnemoscope_server.server import MemoryServer
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

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
