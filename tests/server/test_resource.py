import json
import math
import threading

import anyio
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, ResourceUpdatedNotification

# The SDK's client tells newer programs not to do what older ones do.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/:mcp.shared.exceptions.MCPDeprecationWarning"),
]

URI = "memory://knowledge-graph"
BOB = '{"type":"entity","name":"Bob","entityType":"person","observations":[]}\n'
SECONDS = 10


class Updates:
    """Collects what an older client is told."""

    def __init__(self):
        self._send, self._receive = anyio.create_memory_object_stream(math.inf)

    async def handle(self, message):
        if isinstance(message, ResourceUpdatedNotification):
            self._send.send_nowait(message.params.uri)

    async def next(self):
        with anyio.fail_after(SECONDS):
            return await self._receive.receive()

    @property
    def waiting(self):
        return self._receive.statistics().current_buffer_used

    def close(self):
        self._send.close()
        self._receive.close()


@pytest.fixture
def updates(anyio_backend):
    updates = Updates()
    yield updates
    updates.close()


@pytest.fixture
async def subscribed(connect, path, updates):
    async with connect(path, "legacy", updates.handle) as call:
        await call.client.subscribe_resource(URI)
        yield call


def replace(path, text):
    """Write a file as a careful program does: nobody sees it half written."""
    temporary = path.with_name("temporary")
    temporary.write_text(text)
    temporary.replace(path)


def watchers():
    return [thread for thread in threading.enumerate() if thread.name == "memory file watcher"]


async def test_the_resource_is_listed_and_holds_the_whole_graph(call):
    await call.create("Alice")
    (resource,) = (await call.client.list_resources()).resources
    assert (resource.uri, resource.name, resource.mime_type) == (URI, "knowledge-graph", "application/json")
    (contents,) = (await call.client.read_resource(URI)).contents
    assert (contents.uri, contents.mime_type) == (URI, "application/json")
    assert contents.text == (await call.result("read_graph")).content[0].text
    assert json.loads(contents.text) == await call("read_graph")


async def test_an_unknown_resource_is_an_error(call):
    with pytest.raises(MCPError) as caught:
        await call.client.read_resource("memory://other")
    assert caught.value.code == INVALID_PARAMS


async def test_a_graph_that_cannot_be_read_is_an_error_with_the_reason(call, path):
    path.mkdir()
    with pytest.raises(MCPError, match="is not a file") as caught:
        await call.client.read_resource(URI)
    assert caught.value.code == INTERNAL_ERROR


async def test_subscribing_to_an_unknown_resource_is_an_error_and_unsubscribing_from_none_is_not(
    connect, path
):
    async with connect(path, "legacy") as call:
        with pytest.raises(MCPError) as caught:
            await call.client.subscribe_resource("memory://other")
        assert caught.value.code == INVALID_PARAMS
        await call.client.unsubscribe_resource(URI)


async def test_every_change_is_told_once_and_a_call_that_changes_nothing_is_not(subscribed, updates):
    for name in ("A", "B"):
        await subscribed.create(name)
        await subscribed.create(name)
        await subscribed.result("delete_entities", entityNames=["missing"])
        assert await updates.next() == URI
    await subscribed("read_graph")
    assert updates.waiting == 0


async def test_changes_by_others_are_told_once_and_those_that_say_the_same_are_not(subscribed, updates, path):
    replace(path, BOB)
    assert await updates.next() == URI
    replace(path, BOB.replace(":", ": "))
    replace(path, BOB + BOB.replace("Bob", "Carol"))
    assert await updates.next() == URI
    path.unlink()
    assert await updates.next() == URI
    assert updates.waiting == 0


async def test_an_own_change_is_not_told_again_when_the_file_is_seen_to_have_changed(
    subscribed, updates, path
):
    await subscribed.create("A")
    assert await updates.next() == URI
    replace(path, BOB)
    assert await updates.next() == URI
    assert updates.waiting == 0


async def test_a_file_that_cannot_be_read_for_a_while_is_told_once_it_says_something_new(
    subscribed, updates, path
):
    await subscribed.create("A")
    assert await updates.next() == URI
    before = path.read_text()
    replace(path, "{cut off")
    assert "line 1" in await subscribed.error("read_graph")
    replace(path, before)
    replace(path, before + BOB)
    assert await updates.next() == URI
    assert updates.waiting == 0


async def test_after_the_end_of_the_subscription_nothing_is_told(subscribed, updates):
    await subscribed.client.unsubscribe_resource(URI)
    await subscribed.create("A")
    await subscribed.client.subscribe_resource(URI)
    await subscribed.create("B")
    assert await updates.next() == URI
    assert updates.waiting == 0


async def test_the_file_is_watched_from_the_first_subscription_to_the_end_of_the_connection(
    connect, path, updates
):
    async with connect(path, "legacy", updates.handle) as call:
        await call.create("A")
        await call.client.read_resource(URI)
        assert not watchers()
        await call.client.subscribe_resource(URI)
        await call.client.subscribe_resource(URI)
        assert len(watchers()) == 1
    assert not watchers()
    assert updates.waiting == 0


async def test_a_newer_client_listens_and_is_told_of_own_and_others_changes(connect, path):
    async with connect(path) as call:
        with anyio.fail_after(SECONDS):
            async with call.client.listen(resource_subscriptions=[URI]) as subscription:
                assert subscription.honored.resource_subscriptions == [URI]
                await call.create("A")
                assert (await anext(subscription)).uri == URI
                replace(path, BOB)
                assert (await anext(subscription)).uri == URI
    assert not watchers()


async def test_who_listens_to_something_else_is_not_told(connect, path):
    async with connect(path) as call, call.client.listen(tools_list_changed=True):
        await call.create("A")
        assert not watchers()
