"""The resource memory://knowledge-graph: its contents, and notices when they change."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from anyio.abc import TaskGroup
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated
from mcp.shared.exceptions import MCPError

from mnemoscope_server.replies import graph_json, pretty
from mnemoscope_server.service import MemoryService
from mnemoscope_server.tools import whole_graph
from mnemoscope_shared.errors import StoreError
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.watch import FileWatcher

logger = logging.getLogger(__name__)

URI = "memory://knowledge-graph"
_MIME_TYPE = "application/json"
_TELLS_URI_SINCE = "2026"
_SESSION_HEADER = "mcp-session-id"
# A client that subscribes over HTTP need not say when it goes: beyond so many, the oldest is forgotten.
_MOST_SUBSCRIBERS = 1000
# One that does not take its notices for so long gets no more.
_SECONDS_TO_TELL = 10.0

RESOURCE = types.Resource(
    uri=URI,
    name="knowledge-graph",
    title="Knowledge Graph",
    description="The full knowledge graph with all entities and relations",
    mime_type=_MIME_TYPE,
)

Context = ServerRequestContext[Any, Any]


def resource_contents(snapshot: Snapshot) -> types.ReadResourceResult:
    """Return the whole graph as the resource's text."""
    text = pretty(graph_json(whole_graph(snapshot))).decode()
    contents = types.TextResourceContents(uri=URI, mime_type=_MIME_TYPE, text=text)
    return types.ReadResourceResult(contents=[contents])


def check_uri(uri: str, protocol_version: str) -> None:
    """Raise the protocol's error, in the reference server's words, for any resource but the one there is.

    From its revision of 2026 on the protocol wants to be told besides which resource it was.
    """
    if uri != URI:
        message = f"MCP error {types.INVALID_PARAMS}: Resource {uri} not found"
        is_newer = protocol_version >= _TELLS_URI_SINCE
        raise MCPError(types.INVALID_PARAMS, message, {"uri": uri} if is_newer else None)


class GraphUpdates:
    """Subscriptions to the resource: of one client over standard streams, of several over HTTP.

    Older clients subscribe once and are told through their session; newer ones hold a `subscriptions/listen`
    call open and are told through that. Both hear of every change to the graph, whoever made it, once. The
    file is watched from the first subscription on.
    """

    def __init__(self, service: MemoryService) -> None:
        self._service = service
        self._subscribers: dict[str | None, ServerSession] = {}
        self._notices: TaskGroup | None = None
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._watcher: FileWatcher | None = None
        self._announced: Snapshot | None = None
        self._touched = anyio.Event()
        self._has_ended = False
        service.on_change = self._announce

    async def subscribe(self, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        """Answer `resources/subscribe`."""
        check_uri(str(params.uri), context.protocol_version)
        await self._start_watching()
        self._subscribers[_session_id(context)] = context.session
        if len(self._subscribers) > _MOST_SUBSCRIBERS:
            del self._subscribers[next(iter(self._subscribers))]
        return types.EmptyResult()

    async def unsubscribe(
        self, context: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """Answer `resources/unsubscribe`; to end what never began is no error."""
        check_uri(str(params.uri), context.protocol_version)
        self._subscribers.pop(_session_id(context), None)
        return types.EmptyResult()

    async def listen(
        self, context: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Answer `subscriptions/listen`: the answer comes when the subscription ends."""
        if URI in (params.notifications.resource_subscriptions or ()):
            await self._start_watching()
        if self._has_ended:
            raise MCPError(types.INTERNAL_ERROR, "The client's input has ended")
        return await self._listen(context, params)

    def end(self) -> None:
        """Let every open `subscriptions/listen` call be answered, and refuse further ones."""
        self._has_ended = True
        self._listen.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve subscriptions while the context is open."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._follow_file)
            self._notices = tasks
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
                await self._stop_watching()

    async def _start_watching(self) -> None:
        if self._watcher is not None:
            return
        loop = asyncio.get_running_loop()

        def touched() -> None:
            loop.call_soon_threadsafe(self._touch)

        self._watcher = FileWatcher(self._service.path, touched)
        self._watcher.start()
        # The watcher first: a change between the two would be missed the other way round.
        with suppress(StoreError):
            self._announced = await self._service.read()

    async def _stop_watching(self) -> None:
        if self._watcher is not None:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._watcher.stop)
            self._watcher = None

    def _touch(self) -> None:
        self._touched.set()

    async def _follow_file(self) -> None:
        while True:
            await self._touched.wait()
            self._touched = anyio.Event()
            try:
                await self._service.look()
            except StoreError as error:
                logger.warning("%s", error)

    async def _announce(self, snapshot: Snapshot) -> None:
        """Tell all subscribers, unless the graph is the one that they were last told of."""
        if self._watcher is None or _same_graph(snapshot, self._announced):
            return
        self._announced = snapshot
        await self._bus.publish(ResourceUpdated(uri=URI))
        for session_id, session in list(self._subscribers.items()):
            if session_id is None:
                await session.send_resource_updated(URI)
            elif self._notices is not None:
                # One of several must not hold up the others, nor the call that changed the memory.
                self._notices.start_soon(self._tell, session_id, session)

    async def _tell(self, session_id: str, session: ServerSession) -> None:
        with anyio.move_on_after(_SECONDS_TO_TELL) as limit:
            await session.send_resource_updated(URI)
        if limit.cancelled_caught:
            self._subscribers.pop(session_id, None)


def _session_id(context: Context) -> str | None:
    """Return by what a request over HTTP is told from those of other clients; None over standard streams."""
    return context.request.headers.get(_SESSION_HEADER) if context.request is not None else None


def _same_graph(one: Snapshot, other: Snapshot | None) -> bool:
    if one is other:
        return True
    return other is not None and whole_graph(one) == whole_graph(other)
