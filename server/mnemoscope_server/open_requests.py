"""The requests that the SDK was given and has not answered yet; the transport waits for them at the end."""

from collections import Counter

import anyio
import mcp_types as types
from mcp.shared.message import ServerMessageMetadata, SessionMessage

# Such a request is answered when its subscription ends, not when its work is done.
_STREAM_METHOD = "subscriptions/listen"


class OpenRequests:
    """Knows the requests that are neither answered, nor dropped because the client cancelled them.

    A request for a subscription counts as a call until the subscription has begun, and as a subscription from
    then on.
    """

    def __init__(self) -> None:
        self._calls = _OpenIds()
        self._subscriptions = _OpenIds()
        self._beginning: set[types.RequestId] = set()

    @property
    def are_all_handled(self) -> bool:
        """Whether no call is open: nothing that was received has its work still before it."""
        return self._calls.are_none

    def open(self, message: types.JSONRPCMessage) -> ServerMessageMetadata | None:
        """Count a message, if it is a request; return what the SDK has to be told with it."""
        if not isinstance(message, types.JSONRPCRequest):
            return None
        self._calls.open(message.id)
        if message.method == _STREAM_METHOD:
            self._beginning.add(message.id)

        async def dropped() -> None:
            self._close(message.id)

        return ServerMessageMetadata(on_request_unanswered=dropped)

    def note_sent(self, item: SessionMessage) -> None:
        """Take note of a message that went out: it may be an answer, or the first one of a subscription."""
        message, metadata = item.message, item.metadata
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            if message.id is not None:
                self._close(message.id)
        elif isinstance(metadata, ServerMessageMetadata) and metadata.related_request_id in self._beginning:
            self._begin(metadata.related_request_id)

    async def all_calls_answered(self) -> None:
        """Wait until no call is open."""
        await self._calls.none()

    async def all_subscriptions_answered(self) -> None:
        """Wait until no subscription is open."""
        await self._subscriptions.none()

    def _begin(self, request_id: types.RequestId) -> None:
        self._beginning.discard(request_id)
        self._subscriptions.open(request_id)
        self._calls.close(request_id)

    def _close(self, request_id: types.RequestId) -> None:
        self._beginning.discard(request_id)
        if not self._subscriptions.close(request_id):
            self._calls.close(request_id)


class _OpenIds:
    """Ids, each as often as a client has used it, and waiting until there are none."""

    def __init__(self) -> None:
        self._ids: Counter[types.RequestId] = Counter()
        self._all_closed = anyio.Event()

    @property
    def are_none(self) -> bool:
        return not self._ids

    def open(self, request_id: types.RequestId) -> None:
        self._ids[request_id] += 1

    def close(self, request_id: types.RequestId) -> bool:
        """Take an id away, once; return whether it was there."""
        if request_id not in self._ids:
            return False
        self._ids[request_id] -= 1
        if self._ids[request_id] == 0:
            del self._ids[request_id]
        if not self._ids:
            self._all_closed.set()
        return True

    async def none(self) -> None:
        while self._ids:
            self._all_closed = anyio.Event()
            await self._all_closed.wait()
