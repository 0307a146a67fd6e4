"""A server under trial: a process of its own, and what is seen of it beside its answers."""

import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TextIO

import anyio
import mcp_types as types
from anyio.abc import Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.os.win32.utilities import (
    ServerProcess,
    close_process_job,
    create_windows_process,
    terminate_windows_process_tree,
)
from mcp.shared.message import SessionMessage

_LOG_LINES = 20
_LOG_BYTES = 1 << 14
# A server ends when its input does; one that does not within this many seconds is ended.
_SECONDS_TO_END = 2.0
_POLL_SECONDS = 0.01

_Read = MemoryObjectReceiveStream[SessionMessage | Exception]
_Write = MemoryObjectSendStream[SessionMessage]


class Child:
    """A server that was started for a trial.

    Attributes:
        pid: its process.
        strange_line: the first line on its standard output that is no message of the protocol, if any.
    """

    def __init__(self, process: ServerProcess, log: TextIO) -> None:
        self.pid = process.pid
        self.strange_line: str | None = None
        self._process = process
        self._log = log

    @property
    def log(self) -> tuple[str, ...]:
        """The last lines that it wrote to standard error."""
        log = self._log.buffer
        log.seek(max(0, log.seek(0, os.SEEK_END) - _LOG_BYTES))
        lines = log.read().decode("utf-8", "replace").splitlines()
        return tuple(line.rstrip() for line in lines if line.strip())[-_LOG_LINES:]

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[_Read, _Write]]:
        """Speak to it: the streams that the SDK's client takes."""
        read_in, read_out = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        write_in, write_out = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read, read_in)
            tasks.start_soon(self._write, write_out)
            try:
                yield read_out, write_in
            finally:
                tasks.cancel_scope.cancel()
                for stream in (read_in, read_out, write_in, write_out):
                    stream.close()

    async def exit_status(self, seconds: float) -> int | None:
        """Return how it ended, if it does within some seconds."""
        with anyio.move_on_after(seconds):
            while self._process.returncode is None:
                await anyio.sleep(_POLL_SECONDS)
        return self._process.returncode

    async def stop(self) -> None:
        """End its input and wait for it; end it and what it has started where that is not enough."""
        with anyio.CancelScope(shield=True):
            if self._process.stdin is not None:
                with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                    await self._process.stdin.aclose()
            if await self.exit_status(_SECONDS_TO_END) is None:
                await self._terminate()
                await self.exit_status(_SECONDS_TO_END)
            close_process_job(self._process)
            if self._process.stdout is not None:
                with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                    await self._process.stdout.aclose()

    async def _terminate(self) -> None:
        if sys.platform == "win32":
            await terminate_windows_process_tree(self._process)
        elif isinstance(self._process, Process):
            await terminate_posix_process_tree(self._process, _SECONDS_TO_END)

    async def _read(self, incoming: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        if self._process.stdout is None:
            return
        started: list[bytes] = []
        async with incoming:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                async for chunk in self._process.stdout:
                    *ended, rest = chunk.split(b"\n")
                    for line in ended:
                        await self._receive(b"".join([*started, line]), incoming)
                        started.clear()
                    started.append(rest)
        if (rest := b"".join(started)).strip():
            self._note_strange(rest)

    async def _receive(
        self, line: bytes, incoming: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            if line.strip():
                self._note_strange(line)
            return
        await incoming.send(SessionMessage(message))

    async def _write(self, outgoing: MemoryObjectReceiveStream[SessionMessage]) -> None:
        if self._process.stdin is None:
            return
        async with outgoing:
            # A server that does not read any more is noticed by the answer that does not come.
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                async for item in outgoing:
                    frame = item.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n"
                    await self._process.stdin.send(frame.encode())

    def _note_strange(self, line: bytes) -> None:
        if self.strange_line is None:
            self.strange_line = line.decode("utf-8", "replace").strip()


@asynccontextmanager
async def child(
    program: Path, arguments: Sequence[str], environment: Mapping[str, str], folder: Path
) -> AsyncIterator[Child]:
    """Start a server and end it with the context, and all that it has started.

    Raises:
        OSError: the system does not start it.
    """
    # To append: reading the file must not move the place where the server writes.
    with tempfile.TemporaryFile("a+", encoding="utf-8") as log:
        process = await _start([str(program), *arguments], dict(environment), folder, log)
        started = Child(process, log)
        try:
            yield started
        finally:
            await started.stop()


async def _start(command: list[str], environment: dict[str, str], folder: Path, log: TextIO) -> ServerProcess:
    if sys.platform == "win32":
        return await create_windows_process(command[0], command[1:], environment, log, folder)
    return await anyio.open_process(command, env=environment, stderr=log, cwd=folder, start_new_session=True)
