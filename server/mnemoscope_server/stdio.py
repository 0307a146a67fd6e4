"""The protocol over standard input and output.

The SDK's own transport ends calls in hand when the input ends, says nothing about a frame that it cannot read
and fails on a lone surrogate. Here every call received is answered, every frame too, and surrogates pass.
"""

import asyncio
import logging
import math
import os
import select
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress

import anyio
import anyio.to_thread
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from mnemoscope_server.direct_calls import DirectAnswers, DirectCalls, Outgoing
from mnemoscope_server.frames import BadFrame, decode_frame, encode_frame, read_frames
from mnemoscope_server.open_requests import OpenRequests

logger = logging.getLogger(__name__)

# A pipe that can be written to takes this much without waiting (POSIX).
_ATOMIC_BYTES: int | None = getattr(select, "PIPE_BUF", None)
# More than this is better written by a thread, in pieces as large as the pipe takes.
_INLINE_BYTES = 1 << 15

Incoming = SessionMessage | Exception
Streams = tuple[MemoryObjectReceiveStream[Incoming], Outgoing]


@asynccontextmanager
async def stdio_streams(on_end: Callable[[], None], direct_calls: DirectCalls) -> AsyncIterator[Streams]:
    """Serve the process's standard input and output as the streams that the SDK's server takes.

    Nothing else reaches the output meanwhile and after: what the process prints goes to standard error. Calls
    that need not pass the SDK never come to the streams. After the last input all calls are waited for; then
    `on_end` has to end the open subscriptions, whose calls are waited for too; then the input stream ends.
    """
    source, sink = _claim_standard_streams()
    incoming_in, incoming_out = anyio.create_memory_object_stream[Incoming](0)
    outgoing_in, outgoing_out = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as tasks:
        connection = _Connection(sink, on_end, tasks.cancel_scope, direct_calls)
        tasks.start_soon(connection.read, source, incoming_in, outgoing_in.clone())
        tasks.start_soon(connection.write, outgoing_out)
        yield incoming_out, outgoing_in


class _Connection:
    """The two directions of the transport, and the requests that are open between them."""

    def __init__(
        self, sink: int, on_end: Callable[[], None], scope: anyio.CancelScope, direct_calls: DirectCalls
    ) -> None:
        self._sink = sink
        self._on_end = on_end
        self._scope = scope
        self._direct_calls = direct_calls
        self._requests = OpenRequests()
        self._one_writer = anyio.Lock(fast_acquire=True)

    async def read(self, source: int, incoming: MemoryObjectSendStream[Incoming], outgoing: Outgoing) -> None:
        """Answer what comes in or pass it on, until it ends and everything is answered."""
        # The SDK makes a task of each call at once: a limit here would hold back nothing.
        send, receive = anyio.create_memory_object_stream[bytes](math.inf)
        loop = asyncio.get_running_loop()

        def pump() -> None:
            # The loop may end first, when the output is closed: then nobody waits for input any more.
            with suppress(RuntimeError):
                for frame in _until_unreadable(read_frames(source)):
                    loop.call_soon_threadsafe(_pass_on, send, frame)
                loop.call_soon_threadsafe(send.close)

        # A thread of our own, as a daemon: one that waits for input must not keep the process alive.
        threading.Thread(target=pump, name="standard input", daemon=True).start()
        async with incoming, outgoing, receive:
            async with anyio.create_task_group() as tasks:
                direct = DirectAnswers(self._direct_calls, tasks, outgoing)
                async for frame in receive:
                    await self._receive(frame, incoming, direct)
            await self._requests.all_calls_answered()
            self._on_end()
            await self._requests.all_subscriptions_answered()

    async def write(self, outgoing: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Send what goes out."""
        async with outgoing:
            async for item in outgoing:
                await self._send(item.message)
                self._requests.note_sent(item)

    async def _receive(
        self, frame: bytes, incoming: MemoryObjectSendStream[Incoming], direct: DirectAnswers
    ) -> None:
        if not frame.strip():
            return
        try:
            message = decode_frame(frame)
        except BadFrame as error:
            logger.warning("Answered a frame that is no message: %s", error)
            await self._send(error.answer)
            return
        # Otherwise a call could overtake an earlier one that is still on its way through the SDK.
        if self._requests.are_all_handled and direct.take(message):
            return
        direct.note_cancelled(message)
        await incoming.send(SessionMessage(message, self._requests.open(message)))

    async def _send(self, message: types.JSONRPCMessage) -> None:
        """Write a message, or end everything where nobody reads it any more."""
        frame = encode_frame(message)
        try:
            async with self._one_writer:
                if rest := _write_what_fits(self._sink, frame):
                    await anyio.to_thread.run_sync(_write_all, self._sink, rest)
        except OSError as error:
            logger.info("The client has closed the connection (%s).", error)
            self._scope.cancel()


def _claim_standard_streams() -> tuple[int, int]:
    """Return private descriptors of standard input and output.

    The standard ones lead to nowhere and to standard error from here on, for stray prints and reads.
    """
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return source, sink


def _until_unreadable(frames: Iterable[bytes]) -> Iterator[bytes]:
    """Pass on frames; an input that cannot be read has ended."""
    try:
        yield from frames
    except OSError as error:
        logger.warning("Standard input cannot be read (%s).", error)


def _pass_on(send: MemoryObjectSendStream[bytes], frame: bytes) -> None:
    # Nobody listens any more once the output is closed.
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        send.send_nowait(frame)


def _write_what_fits(descriptor: int, data: bytes) -> memoryview:
    """Write as much as the pipe takes without waiting for its reader; return the rest.

    A hop to a thread and back takes longer than such a write. Where nothing tells whether a write would wait
    (Windows), all is left.
    """
    rest = memoryview(data)
    if _ATOMIC_BYTES is None or len(rest) > _INLINE_BYTES:
        return rest
    while rest and select.select([], [descriptor], [], 0)[1]:
        rest = rest[os.write(descriptor, rest[:_ATOMIC_BYTES]) :]
    return rest


def _write_all(descriptor: int, rest: memoryview) -> None:
    while rest:
        rest = rest[os.write(descriptor, rest) :]
