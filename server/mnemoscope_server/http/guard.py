"""What stands before the protocol over HTTP: who may ask, by which name of this computer, and from where.

A page in a browser can reach a server on the same computer, also under a name of its own (DNS rebinding). So
the headers `Host` and `Origin` are checked, and whoever asks has to know the token: in the address, since
many clients take nothing else, or as `Authorization: Bearer`.
"""

from collections.abc import Set

import anyio
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mnemoscope_server.http.access_token import is_token

ENDPOINT = "/mcp"
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_NOT_FOUND = 404
_MISDIRECTED = 421


class Guard:
    """Lets through what may reach the protocol, and answers the rest.

    Attributes:
        requests: how many were let through.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Set[str] | None) -> None:
        """Guard an application; `hosts` are the allowed values of the header `Host`, None for any."""
        self.requests = 0
        self._app = app
        self._token = token
        self._hosts = hosts
        self._stopping = anyio.Event()

    def stop(self) -> None:
        """End the streams that would stay open as long as their clients do."""
        self._stopping.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope["path"], Headers(scope=scope))
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        self.requests += 1
        if scope["method"] == "GET":
            await self._stream(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, path: str, headers: Headers) -> Response | None:
        if self._hosts is not None:
            if headers.get("host", "").lower() not in self._hosts:
                return _answer(_MISDIRECTED, "The memory is not served under this name.")
            if not self._is_own_origin(headers.get("origin")):
                return _answer(_FORBIDDEN, "Pages of other origins may not use the memory.")
        elif headers.get("origin") is not None:
            return _answer(_FORBIDDEN, "Pages in a browser may not use the memory.")
        token, is_endpoint = _token_in(path, headers.get("authorization", ""))
        if not is_endpoint:
            return _answer(_NOT_FOUND, "There is nothing here.")
        if not is_token(token, self._token):
            refusal = _answer(
                _UNAUTHORIZED, "Use the whole address that the server has written at its start."
            )
            refusal.headers["WWW-Authenticate"] = "Bearer"
            return refusal
        return None

    def _is_own_origin(self, origin: str | None) -> bool:
        return origin is None or (
            self._hosts is not None and origin.lower().removeprefix("http://") in self._hosts
        )

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request whose answer has no end of its own, and end it when the server stops."""
        last: Message = {}

        async def receive_or_stop() -> Message:
            return await self._first(receive)

        async def note_and_send(message: Message) -> None:
            nonlocal last
            last = message
            await send(message)

        await self._app(scope, receive_or_stop, note_and_send)
        if self._stopping.is_set() and (last.get("more_body") or last.get("type") == "http.response.start"):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _first(self, receive: Receive) -> Message:
        """Return the next message, or that the client is gone as soon as the server stops."""
        message: Message = {"type": "http.disconnect"}

        async def next_message() -> None:
            nonlocal message
            message = await receive()
            tasks.cancel_scope.cancel()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(next_message)
            await self._stopping.wait()
            tasks.cancel_scope.cancel()
        return message


def _token_in(path: str, authorization: str) -> tuple[str, bool]:
    """Return the token that a request brings, empty for none, and whether it is for the protocol at all."""
    if path == ENDPOINT:
        kind, _, token = authorization.partition(" ")
        return (token.strip() if kind.lower() == "bearer" else ""), True
    token = path.removesuffix(ENDPOINT).removeprefix("/")
    return token, path == f"/{token}{ENDPOINT}" and "/" not in token


def _answer(status: int, text: str) -> Response:
    return PlainTextResponse(f"{text}\n", status_code=status)
