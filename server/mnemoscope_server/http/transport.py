"""The protocol over HTTP: one memory for many clients, until the program is told to stop."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

import anyio
import anyio.to_thread
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import HANDLED_SIGNALS

from mnemoscope_server.http.address import Address
from mnemoscope_server.http.guard import ENDPOINT, Guard
from mnemoscope_server.http.served_clients import ServedClients
from mnemoscope_server.http.status_lines import write_status
from mnemoscope_server.resource import GraphUpdates
from mnemoscope_shared.http_status import HttpStatus

logger = logging.getLogger(__name__)

LARGEST_BODY = 16 << 20  # bytes
# What is being answered when the server is to stop gets so long.
_SECONDS_TO_STOP = 5
_STATUS_SECONDS = 0.5
# A connection that nothing is asked over is closed after so long.
_SECONDS_TO_KEEP = 75
# So is a session of an older client. Not all of them begin a new one by themselves, so it is a whole day.
_SECONDS_OF_SESSION = 24 * 60 * 60.0
_STANDARD_INPUT = 0


class HttpTransport:
    """Serves a memory at an address.

    Attributes:
        clients: those that it serves, as others are told of them.
    """

    def __init__(
        self,
        listener: socket.socket,
        address: Address,
        token: str,
        clients: ServedClients,
        memory_file: Path,
        *,
        for_program: bool = False,
    ) -> None:
        """Prepare to serve.

        Args:
            listener: a socket that listens.
            address: where.
            token: what clients must know.
            clients: where those that ask are noted.
            memory_file: what is served.
            for_program: whether another program has started this one: it is told each state on standard
                output, and ends the server by closing its standard input.
        """
        self.clients = clients
        self._address = f"http://{address}/{token}{ENDPOINT}"
        self._memory_file = memory_file
        self._listener = listener
        self._token = token
        self._hosts = address.host_headers if address.is_local else None
        self._for_program = for_program

    async def serve(self, server: Server[None], updates: GraphUpdates) -> None:
        """Serve until SIGTERM, SIGINT, or the end of input where that counts; what was asked is answered."""
        manager = StreamableHTTPSessionManager(
            server,
            json_response=True,
            max_request_body_size=LARGEST_BODY,
            session_idle_timeout=_SECONDS_OF_SESSION,
        )
        guard = Guard(manager.handle_request, self._token, self._hosts)

        def end_streams() -> None:
            updates.end()
            guard.stop()

        listening = _Listening(guard, end_streams)
        state = _State(self._address, self._memory_file, self.clients, guard)
        async with manager.run(), anyio.create_task_group() as tasks:
            logger.info("Listening on %s", self._address)
            if self._for_program:
                _stop_with_input(listening.stop)
                tasks.start_soon(state.report)
            await listening.serve([self._listener])
            tasks.cancel_scope.cancel()
        if self._for_program:
            with anyio.move_on_after(_SECONDS_TO_STOP):
                await anyio.to_thread.run_sync(write_status, state.now("stopped"), abandon_on_cancel=True)
        logger.info("Stopped.")


class _Listening(uvicorn.Server):
    """The HTTP server, which ends streams before it waits for what is being answered."""

    def __init__(self, app: Guard, end_streams: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=H11Protocol,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=_SECONDS_TO_KEEP,
                timeout_graceful_shutdown=_SECONDS_TO_STOP,
            )
        )
        self._end_streams = end_streams

    def stop(self) -> None:
        """Stop soon."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, and do not raise it again afterwards: stopping is what was asked for."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let what was asked be answered, and close the others."""
        self._end_streams()
        await super().shutdown(sockets)


class _State:
    """What another program is told."""

    def __init__(self, address: str, memory_file: Path, clients: ServedClients, guard: Guard) -> None:
        self._address = address
        self._memory_file = str(memory_file)
        self._clients = clients
        self._guard = guard

    def now(self, state: Literal["listening", "stopped"]) -> HttpStatus:
        """Return the state as it is now."""
        return HttpStatus(
            state,
            self._address,
            self._memory_file,
            self._clients.names(),
            self._guard.requests,
        )

    async def report(self) -> None:
        """Tell the state, and then each change of it."""
        last = None
        while True:
            status = self.now("listening")
            if status != last:
                last = status
                # The reader may be slow, and nobody else must wait for it.
                await anyio.to_thread.run_sync(write_status, status, abandon_on_cancel=True)
            await anyio.sleep(_STATUS_SECONDS)


def _stop_with_input(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def wait_for_end() -> None:
        # The descriptor is read: a thread that waits in the stream would hold up the end of the program.
        with suppress(OSError):
            while os.read(_STANDARD_INPUT, 1 << 10):
                pass
        with suppress(RuntimeError):  # the loop has ended: the server has stopped already
            loop.call_soon_threadsafe(stop)

    # As a daemon: one that waits for input must not keep the process alive.
    threading.Thread(target=wait_for_end, name="standard input", daemon=True).start()
