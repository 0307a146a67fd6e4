"""The MCP server: which request is answered by what."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError

from mnemoscope_server.arguments import Arguments, InvalidArgument, read_call
from mnemoscope_server.direct_calls import DirectCalls
from mnemoscope_server.replies import Reply, decoded, error_reply
from mnemoscope_server.resource import RESOURCE, Context, GraphUpdates, check_uri, resource_contents
from mnemoscope_server.service import MemoryService
from mnemoscope_server.tools import Query, toolset
from mnemoscope_shared.errors import MnemoscopeError, StoreError
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.store.presence import Presence

_EMPTY_RESULT = types.CallToolResult(content=[])

NAME = "memory"
VERSION = "1.0.0"


class MemoryServer:
    """The memory server: of one client over standard streams, of several over HTTP.

    Attributes:
        mcp: the SDK's server, to be run over a transport's streams.
        updates: the subscriptions to the graph.
        direct_calls: for a transport that takes encoded replies, the calls that need not pass the SDK.
    """

    def __init__(
        self,
        memory: MemoryFile,
        presence: Presence | None = None,
        *,
        strict_relations: bool = False,
        read_only: bool = False,
        prepare_reply: Callable[[Reply], Reply] = decoded,
    ) -> None:
        """Serve a memory; `prepare_reply` makes of a reply what the transport takes, see `replies`."""
        self._prepare_reply = prepare_reply
        self._presence = presence
        self._service = MemoryService(memory, presence, read_only=read_only)
        self._tools = toolset(strict_relations=strict_relations, read_only=read_only)
        self._definitions = types.ListToolsResult(tools=[tool.definition for tool in self._tools.values()])
        self.updates = GraphUpdates(self._service)
        self.mcp: Server[None] = Server(
            NAME,
            version=VERSION,
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self.updates.subscribe,
            on_unsubscribe_resource=self.updates.unsubscribe,
            on_subscriptions_listen=self.updates.listen,
        )
        self.direct_calls = DirectCalls(self._answer)
        self._replies: dict[int, Reply] = {}
        # The SDK's own one makes a span of each message for a tracing that is never set up here.
        self.mcp.middleware[:] = [self._insert_reply]

    def initialization_options(self) -> InitializationOptions:
        """Return what the server says of itself; the capabilities are the reference server's."""
        changes = NotificationOptions(resources_changed=True, tools_changed=True)
        return self.mcp.create_initialization_options(changes)

    @asynccontextmanager
    async def _lifespan(self, _: Server[None]) -> AsyncIterator[None]:
        try:
            async with self.updates.running():
                yield
        finally:
            await self._service.stop()

    async def _list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return self._definitions

    async def _call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Answer a call: the SDK checks and completes an empty result, and the reply is put in afterwards."""
        reply = await self._answer(params.name, params.arguments or {}, context.session)
        self._replies[id(context)] = reply
        return _EMPTY_RESULT

    async def _insert_reply(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Put the reply to a call in its result: a middleware of the SDK's server."""
        if ctx.method == "tools/call" and ctx.request_id is not None:  # a notification gets no answer
            _refuse_malformed_call(ctx.params)
        result = await call_next(ctx)
        self._note_client(ctx.session)
        reply = self._replies.pop(id(ctx), None)
        if reply is None or not isinstance(result, dict):
            return result
        self.direct_calls.learn(ctx, result)
        return result | self._prepare_reply(reply)

    def _note_client(self, session: ServerSession) -> None:
        """Let others know whom this server serves, as soon as the client has said who it is."""
        if self._presence is not None and (client := session.client_params) is not None:
            self._presence.note_client(client.client_info.name, client.client_info.version)

    async def _answer(self, name: str, arguments: Arguments, session: ServerSession) -> Reply:
        tool = self._tools.get(name)
        if tool is None:
            return error_reply(f"MCP error {types.INVALID_PARAMS}: Tool {name} not found")
        try:
            call = tool.prepare(arguments)
            if isinstance(call, Query):
                return call.reply(await self._service.read())
            return call.reply(await self._service.write(call.edit, _writer(session)))
        except MnemoscopeError as error:
            return error_reply(str(error))

    async def _list_resources(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[RESOURCE])

    async def _read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        check_uri(str(params.uri), context.protocol_version)
        try:
            return resource_contents(await self._service.read())
        except StoreError as error:
            raise MCPError(types.INTERNAL_ERROR, str(error)) from error


def _refuse_malformed_call(params: Arguments | None) -> None:
    """Name the field that is wrong in a call; the SDK only says that something is."""
    try:
        read_call(params)
    except InvalidArgument as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None


def _writer(session: ServerSession) -> Writer:
    """Return who writes: this process for the client, which need not have introduced itself."""
    client = session.client_params
    if client is None:
        return Writer("server", pid=os.getpid())
    return Writer("server", client.client_info.name, client.client_info.version, os.getpid())
