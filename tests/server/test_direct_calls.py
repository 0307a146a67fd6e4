"""Calls that differ from an accepted one in the tool and its arguments alone are answered without the SDK."""

import math
from contextlib import asynccontextmanager

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import INTERNAL_ERROR, JSONRPCNotification, JSONRPCRequest

from mnemoscope_server.direct_calls import DirectAnswers, DirectCalls
from mnemoscope_server.replies import encoded
from mnemoscope_server.server import MemoryServer
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile

pytestmark = pytest.mark.anyio

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test client", "version": "7"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
SECONDS = 10


def request(method, request_id=1, **params):
    return JSONRPCRequest(jsonrpc="2.0", id=request_id, method=method, params=params)


def initialize(version="2025-06-18"):
    client = {"name": "test client", "version": "7"}
    return request("initialize", protocolVersion=version, capabilities={}, clientInfo=client)


def call(meta=None, request_id=1, **params):
    params = {"name": "read_graph", "arguments": {}} | params
    return request("tools/call", request_id, **params, **({} if meta is None else {"_meta": meta}))


def create(name, request_id=1):
    entity = {"name": name, "entityType": "t", "observations": []}
    return call(request_id=request_id, name="create_entities", arguments={"entities": [entity]})


class Peer:
    """A client that sends messages through the SDK, as they are, and waits for each answer."""

    def __init__(self, send, receive):
        self._send = send
        self._receive = receive

    async def ask(self, message):
        await self._send.send(SessionMessage(message))
        with anyio.fail_after(SECONDS):
            return (await self._receive.receive()).message


@pytest.fixture
def server(path):
    return MemoryServer(MemoryFile(path, Writer("server")), prepare_reply=encoded)


@asynccontextmanager
async def connected(server):
    send, incoming = anyio.create_memory_object_stream(0)
    outgoing, receive = anyio.create_memory_object_stream(math.inf)
    async with anyio.create_task_group() as tasks, send, receive:
        tasks.start_soon(server.mcp.run, incoming, outgoing, server.initialization_options())
        yield Peer(send, receive)
        await send.aclose()


async def answered(server, message):
    """Return the result of a call that the server answers directly."""
    answer = server.direct_calls.prepare(message)
    assert answer is not None
    return (await answer()).result


async def test_before_the_client_is_introduced_every_call_is_for_the_sdk_to_refuse(server):
    async with connected(server) as peer:
        refusal = await peer.ask(call())
        assert refusal.error.code == -32602
        assert server.direct_calls.prepare(call()) is None
        await peer.ask(initialize())
        assert server.direct_calls.prepare(call()) is None


@pytest.mark.parametrize("meta", [None, ENVELOPE])
async def test_after_one_call_the_next_ones_get_what_the_sdk_would_answer(server, meta):
    async with connected(server) as peer:
        if meta is None:
            await peer.ask(initialize())
        through_the_sdk = (await peer.ask(call(meta))).result
        assert await answered(server, call(meta)) == through_the_sdk
        assert (await answered(server, call(meta, name="no such tool")))["isError"] is True
        progress = (meta or {}) | {"progressToken": "abc"}
        assert await answered(server, call(progress)) == through_the_sdk


@pytest.mark.parametrize(
    "unusual",
    [
        request("tools/list"),
        JSONRPCNotification(jsonrpc="2.0", method="tools/call", params={"name": "read_graph"}),
        call(task={"ttl": 1}),
        call(meta={"progressToken": True}),
        call(meta={"other": 1}),
        call(meta=5),
        call(meta=ENVELOPE),
        call(name=7),
        call(arguments=[]),
        JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call"),
    ],
    ids=lambda message: str(message.params),
)
async def test_what_is_out_of_the_ordinary_is_for_the_sdk(server, unusual):
    async with connected(server) as peer:
        await peer.ask(initialize())
        await peer.ask(call())
        assert server.direct_calls.prepare(call()) is not None
        assert server.direct_calls.prepare(unusual) is None


async def test_a_meta_of_any_depth_is_no_trouble(server):
    meta = {}
    for _ in range(100_000):
        meta = {"deeper": meta}
    async with connected(server) as peer:
        await peer.ask(initialize())
        await peer.ask(call())
        deep = call()
        deep.params["_meta"] = meta
        assert server.direct_calls.prepare(deep) is None


async def test_another_envelope_has_to_be_accepted_anew(server):
    async with connected(server) as peer:
        await peer.ask(call(ENVELOPE))
        other = ENVELOPE | {"io.modelcontextprotocol/clientInfo": {"name": "other", "version": "8"}}
        assert server.direct_calls.prepare(call(other)) is None
        await peer.ask(call(other))
        assert server.direct_calls.prepare(call(other)) is not None
        assert server.direct_calls.prepare(call(ENVELOPE)) is None


async def test_a_client_that_introduces_itself_anew_is_known_by_its_new_name_and_version(server, path):
    async with connected(server) as peer:
        await peer.ask(initialize())
        await peer.ask(call())
        await peer.ask(initialize("2025-03-26"))
        assert server.direct_calls.prepare(call()) is None
        await peer.ask(call())
        await answered(server, create("A"))
        [record] = MemoryFile(path, Writer("window")).history.records()
        assert (record.who.client, record.who.version) == ("test client", "7")


async def test_a_tool_that_fails_is_reported_and_the_next_call_is_answered(server, caplog):
    contexts, answers = [], iter([ZeroDivisionError(), {"content": []}])

    async def remember(context, call_next):
        contexts.append(context)
        return await call_next(context)

    async def fail_once(name, arguments, session):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    server.mcp.middleware.append(remember)
    async with connected(server) as peer:
        await peer.ask(initialize())
        await peer.ask(call())
        calls = DirectCalls(fail_once)
        calls.learn(contexts[-1], {"content": [], "isError": False})
        error = (await calls.prepare(call())()).error
        assert error.code == INTERNAL_ERROR
        assert "read_graph failed" in error.message
        assert "ZeroDivisionError" in caplog.text
        assert (await calls.prepare(call())()).result == {"content": [], "isError": False}


async def test_a_direct_call_that_the_client_cancels_is_not_answered(server, path):
    outgoing, sent = anyio.create_memory_object_stream(math.inf)
    async with connected(server) as peer, outgoing, sent:
        await peer.ask(initialize())
        await peer.ask(call())
        async with anyio.create_task_group() as tasks:
            answers = DirectAnswers(server.direct_calls, tasks, outgoing)
            assert [answers.take(create(name, name)) for name in ("1", "2", "3")] == [True] * 3
            cancelled = {"requestId": 2}
            answers.note_cancelled(
                JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=cancelled)
            )
        await outgoing.aclose()
        assert [item.message.id async for item in sent] == ["1", "3"]
        assert [line.record.name for line in MemoryFile(path, Writer("window")).read().entity_lines] == [
            "1",
            "3",
        ]
