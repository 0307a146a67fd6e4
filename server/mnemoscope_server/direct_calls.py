"""Answering a tool call without the SDK, where the SDK would say again what it has said before.

A request on its way through the SDK takes longer than most tools need for their work. What the SDK finds out
there depends on the connection and on the request's `_meta`, not on the tool: whether the client has
introduced itself, which version of the protocol it speaks, what a result has besides the reply. So one call
goes that way, and the next ones that differ from it in the tool and its arguments alone are answered here.
"""

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import anyio
import mcp_types as types
from anyio.abc import TaskGroup
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.session import ServerSession
from mcp.shared.dispatcher import coerce_request_id
from mcp.shared.jsonrpc_dispatcher import cancelled_request_id_from_params, progress_token_from_params
from mcp.shared.message import SessionMessage

from mnemoscope_server.arguments import Arguments, InvalidArgument, read_call
from mnemoscope_server.replies import Reply
from mnemoscope_server.resource import Context

logger = logging.getLogger(__name__)

_METHOD = "tools/call"
_CANCELLED = "notifications/cancelled"
_FIELDS = frozenset({"name", "arguments", "_meta"})
_PROGRESS = "progressToken"

Outgoing = MemoryObjectSendStream[SessionMessage]
Answer = Callable[[str, Arguments, ServerSession], Awaitable[Reply]]
DirectCall = Callable[[], Awaitable[types.JSONRPCResponse | types.JSONRPCError]]


@dataclass(frozen=True, slots=True)
class _Accepted:
    """A call that the SDK has accepted: how it was introduced, and what was around the reply."""

    meta: str
    version: str
    session: ServerSession
    envelope: dict[str, Any]


class DirectCalls:
    """Recognises the calls that may be answered without the SDK, and answers them.

    They must not overtake a request on its way through the SDK: whoever asks sees to that.
    """

    def __init__(self, answer: Answer) -> None:
        """Answer through a function that takes the tool's name, its arguments and the session."""
        self._answer = answer
        self._accepted: _Accepted | None = None

    def learn(self, context: Context, envelope: dict[str, Any]) -> None:
        """Take note of a call that the SDK has accepted, and of the empty result that it made."""
        meta = _lasting_meta(context.params)
        if meta is not None:
            self._accepted = _Accepted(meta, context.protocol_version, context.session, envelope)

    def prepare(self, message: types.JSONRPCMessage) -> DirectCall | None:
        """Return how to answer a request; None where that is the SDK's task."""
        accepted = self._accepted
        if accepted is None or not isinstance(message, types.JSONRPCRequest) or message.method != _METHOD:
            return None
        if accepted.session.protocol_version != accepted.version:  # introduced anew meanwhile
            return None
        if _lasting_meta(message.params) != accepted.meta:
            return None
        try:
            name, arguments = read_call(message.params)
        except InvalidArgument:
            return None
        return partial(self._respond, message.id, name, arguments, accepted)

    async def _respond(
        self, request_id: types.RequestId, name: str, arguments: Arguments, accepted: _Accepted
    ) -> types.JSONRPCResponse | types.JSONRPCError:
        try:
            reply = await self._answer(name, arguments, accepted.session)
        except Exception:
            logger.exception("The tool %s failed.", name)
            message = f"{name} failed. The server's log on standard error says how: please report it."
            data = types.ErrorData(code=types.INTERNAL_ERROR, message=message)
            return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=data)
        return types.JSONRPCResponse(jsonrpc="2.0", id=request_id, result=accepted.envelope | reply)


class DirectAnswers:
    """The calls that are just being answered without the SDK, each in a task of its own."""

    def __init__(self, calls: DirectCalls, tasks: TaskGroup, outgoing: Outgoing) -> None:
        """Run the calls in a task group, and send the answers to a stream."""
        self._calls = calls
        self._tasks = tasks
        self._outgoing = outgoing
        self._open: dict[types.RequestId, anyio.CancelScope] = {}

    def take(self, message: types.JSONRPCMessage) -> bool:
        """Begin to answer a request; return whether it is one that need not pass the SDK."""
        call = self._calls.prepare(message)
        if call is None or not isinstance(message, types.JSONRPCRequest):
            return False
        scope = anyio.CancelScope()
        self._open[coerce_request_id(message.id)] = scope
        self._tasks.start_soon(self._answer, message.id, call, scope)
        return True

    def note_cancelled(self, message: types.JSONRPCMessage) -> None:
        """Give up a call that the client has cancelled, if the message says so: it is not answered."""
        if not isinstance(message, types.JSONRPCNotification) or message.method != _CANCELLED:
            return
        request_id = cancelled_request_id_from_params(message.params)
        scope = self._open.get(coerce_request_id(request_id)) if request_id is not None else None
        if scope is not None:
            scope.cancel()

    async def _answer(self, request_id: types.RequestId, call: DirectCall, scope: anyio.CancelScope) -> None:
        with scope:
            answer = await call()
        key = coerce_request_id(request_id)
        if self._open.get(key) is scope:  # the client may have used the id twice
            del self._open[key]
        if not scope.cancel_called:
            await self._outgoing.send(SessionMessage(answer))


def _lasting_meta(params: Arguments | None) -> str | None:
    """Return the `_meta` of a call in JSON, but for what is another in each; None for an unusual call."""
    if params is None or not params.keys() <= _FIELDS:
        return None
    meta = params.get("_meta", {})
    if not isinstance(meta, dict):
        return None
    if _PROGRESS in meta and progress_token_from_params(params) is None:
        return None
    try:
        return json.dumps({key: value for key, value in meta.items() if key != _PROGRESS})
    except RecursionError:
        return None
