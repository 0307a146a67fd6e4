"""A real server over HTTP and real clients: both eras, many at once, subscriptions, and its end."""

import json
import os
import signal
import socket
import warnings
from contextlib import ExitStack, suppress

import anyio
import pytest
from mcp import Client
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import Implementation, ResourceUpdatedNotification

from mnemoscope_shared.store.history import History
from mnemoscope_shared.store.lock import WriteLock
from mnemoscope_shared.store.presence import running_servers

RESOURCE = "memory://knowledge-graph"
SECONDS = 60
ERAS = [("legacy", "2025-11-25"), ("auto", "2026-07-28")]


@pytest.fixture
def anyio_backend():
    return "asyncio"


def client_of(server, mode, name="test client", **options):
    info = Implementation(name=name, version="7")
    return Client(server.address, mode=mode, client_info=info, read_timeout_seconds=SECONDS, **options)


def entity(name):
    return {"name": name, "entityType": "person", "observations": []}


async def create(client, name):
    result = await client.call_tool("create_entities", {"entities": [entity(name)]})
    assert result.structured_content == {"entities": [entity(name)]}


async def names(client):
    graph = (await client.call_tool("read_graph", {})).structured_content
    return [one["name"] for one in graph["entities"]]


@pytest.mark.anyio
@pytest.mark.parametrize(("mode", "version"), ERAS)
async def test_a_client_of_each_era_reads_and_writes(server, memory, mode, version):
    async with client_of(server, mode) as client:
        assert client.protocol_version == version
        assert len((await client.list_tools()).tools) == 9
        await create(client, "Ann")
        assert await names(client) == ["Ann"]
        contents = (await client.read_resource(RESOURCE)).contents
        assert [one["name"] for one in json.loads(contents[0].text)["entities"]] == ["Ann"]
    assert json.loads(memory.read_text())["name"] == "Ann"


@pytest.mark.anyio
async def test_each_write_is_signed_by_the_client_that_asked_for_it(server, memory):
    async with client_of(server, "legacy", "one") as one, client_of(server, "auto", "other") as other:
        await create(one, "Ann")
        await create(other, "Ben")
        await create(one, "Cem")
    records = History(memory).records()
    assert [record.who.client for record in records] == ["one", "other", "one"]
    assert {record.who.pid for record in records} == {server.process.pid}


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_fifty_clients_at_once_are_all_answered_and_nothing_is_lost(server, mode):
    async def work(number):
        async with client_of(server, mode, f"client {number}") as client:
            await create(client, f"{number} first")
            await create(client, f"{number} second")
            assert {f"{number} first", f"{number} second"} <= set(await names(client))

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            for number in range(50):
                tasks.start_soon(work, number)
        async with client_of(server, mode) as client:
            assert len(set(await names(client))) == 100


@pytest.mark.anyio
async def test_older_clients_that_subscribed_are_all_told_and_others_are_not(server):
    told = {name: anyio.Event() for name in ("one", "other", "unsubscribed", "silent")}

    def hears(name):
        async def handle(message):
            if isinstance(message, ResourceUpdatedNotification):
                told[name].set()

        return client_of(server, "legacy", name, message_handler=handle)

    with anyio.fail_after(SECONDS), warnings.catch_warnings(action="ignore"):  # deprecated for newer clients
        async with (
            hears("one") as one,
            hears("other") as other,
            hears("unsubscribed") as gone,
            hears("silent"),
        ):
            for client in (one, other, gone):
                await client.subscribe_resource(RESOURCE)
            await gone.unsubscribe_resource(RESOURCE)
            await create(gone, "Ann")
            await told["one"].wait()
            await told["other"].wait()
    assert not told["unsubscribed"].is_set()
    assert not told["silent"].is_set()


@pytest.mark.anyio
async def test_a_newer_client_that_listens_is_told_of_what_an_older_one_writes(server):
    with anyio.fail_after(SECONDS):
        async with (
            client_of(server, "legacy") as older,
            client_of(server, "auto") as newer,
            newer.listen(resource_subscriptions=[RESOURCE]) as subscription,
        ):
            await create(older, "Ann")
            assert await anext(aiter(subscription)) == ResourceUpdated(uri=RESOURCE)


@pytest.mark.anyio
async def test_a_change_by_another_program_is_told_too(server, memory):
    with anyio.fail_after(SECONDS):
        async with (
            client_of(server, "auto") as client,
            client.listen(resource_subscriptions=[RESOURCE]) as subscription,
        ):
            memory.write_text('{"type":"entity","name":"Zoe","entityType":"person","observations":[]}\n')
            assert await anext(aiter(subscription)) == ResourceUpdated(uri=RESOURCE)
            assert await names(client) == ["Zoe"]


@pytest.mark.anyio
async def test_a_subscriber_that_reads_nothing_holds_up_nobody(server):
    *_, headers = server.ask()
    session = headers["mcp-session-id"]
    subscribe = {"jsonrpc": "2.0", "id": 2, "method": "resources/subscribe", "params": {"uri": RESOURCE}}
    assert server.ask(body=subscribe, mcp_session_id=session)[0] == 200
    with socket.create_connection(("127.0.0.1", server.port)) as stream:
        stream.sendall(
            f"GET {server.path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAccept: text/event-stream\r\n"
            f"mcp-session-id: {session}\r\n\r\n".encode()
        )
        with anyio.fail_after(SECONDS):
            async with client_of(server, "auto") as client:
                for number in range(60):
                    await create(client, f"entity {number}")
                assert len(await names(client)) == 60


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_lone_surrogate_in_the_memory_does_not_break_a_reply(server, memory, mode):
    memory.write_text('{"type":"entity","name":"Ann\\ud800","entityType":"person","observations":[]}\n')
    async with client_of(server, mode) as client:
        assert await names(client) == ["Ann\N{REPLACEMENT CHARACTER}"]


@pytest.mark.anyio
async def test_the_program_that_started_it_is_told_of_clients_and_requests(server, memory):
    assert (server.first.state, server.first.memory_file) == ("listening", str(memory))
    async with (
        client_of(server, "legacy", "cursor-vscode") as one,
        client_of(server, "auto", "My client") as other,
    ):
        await names(one)
        await names(other)
    last_first = ("My client", "Cursor")
    state = await anyio.to_thread.run_sync(server.state_where, lambda state: state.clients == last_first)
    assert state.requests >= 6
    assert "Cursor 7 asks for the first time." in server.log


@pytest.mark.anyio
async def test_its_presence_names_the_client_that_asked_last(server, tmp_path):
    async with client_of(server, "legacy", "one") as one:
        await names(one)
        [running] = running_servers(tmp_path / "state" / "mnemoscope")
        assert (running.pid, running.client, running.last_write) == (server.process.pid, "one", 0)
    server.end_input()
    assert running_servers(tmp_path / "state" / "mnemoscope") == []


@pytest.mark.anyio
async def test_when_its_input_ends_it_stops_though_clients_listen(server):
    with warnings.catch_warnings(action="ignore"):  # deprecated for newer clients
        async with client_of(server, "legacy") as older, client_of(server, "auto") as newer:
            await older.subscribe_resource(RESOURCE)
            async with newer.listen(resource_subscriptions=[RESOURCE]) as subscription:
                assert await anyio.to_thread.run_sync(server.end_input) == 0
                assert [event async for event in subscription] == []
    assert server.state_where(lambda state: state.state == "stopped")
    assert server.state() is None
    assert_stopped_cleanly(server)


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_call_that_waits_when_it_is_to_stop_is_answered(server, memory, mode):
    requests = server.first.requests

    async def stop_when_asked(lock):
        await anyio.to_thread.run_sync(server.state_where, lambda state: state.requests > requests)
        server.process.stdin.close()
        await anyio.to_thread.run_sync(refused, server.port)
        lock.close()

    with anyio.fail_after(SECONDS):
        async with client_of(server, mode) as client, anyio.create_task_group() as tasks:
            await names(client)
            requests = (
                await anyio.to_thread.run_sync(server.state_where, lambda state: state.requests)
            ).requests
            held = ExitStack()
            held.enter_context(WriteLock(memory, SECONDS).held())
            tasks.start_soon(stop_when_asked, held)
            await create(client, "Ann")
    assert server.process.wait(SECONDS) == 0
    assert json.loads(memory.read_text())["name"] == "Ann"


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(server, number):
    assert server.signal(number) == 0
    assert_stopped_cleanly(server)


def refused(port):
    """Wait until nothing listens at a port any more."""
    with suppress(ConnectionRefusedError, ConnectionResetError):
        while True:
            socket.create_connection(("127.0.0.1", port), SECONDS).close()


def assert_stopped_cleanly(server):
    assert server.log.endswith("mnemoscope-server: Stopped.\n")
    assert "Traceback" not in server.log
    assert "ERROR" not in server.log
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port)).close()
