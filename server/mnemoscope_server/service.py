"""The memory file behind the server: one call after the other, in the order in which they came."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio

from mnemoscope_server.worker import Worker
from mnemoscope_shared.edit import Edit, Result
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import Applied, MemoryFile
from mnemoscope_shared.store.presence import Presence

logger = logging.getLogger(__name__)


class MemoryService:
    """Reads and writes of one memory file by concurrent tasks.

    The SDK runs each call as a task of its own; here they wait in line, reads too, so that a client which
    sends calls without waiting for answers finds them handled as if it had waited. A task must come here
    without having given up control before, or it may lose its place.

    Attributes:
        on_change: called with the memory after each write that changed it and after each look at the file,
            before the next call gets its turn.
    """

    def __init__(
        self, memory: MemoryFile, presence: Presence | None = None, *, read_only: bool = False
    ) -> None:
        self.on_change: Callable[[Snapshot], Awaitable[None]] | None = None
        self._memory = memory
        self._presence = presence
        self._read_only = read_only
        self._turn = anyio.Lock(fast_acquire=True)
        # What a write leaves to be removed need not be waited for.
        self._worker = Worker(memory.tidy)

    @property
    def path(self) -> Path:
        """The memory file."""
        return self._memory.path

    async def read(self) -> Snapshot:
        """Return the memory as it is now.

        Raises:
            StoreError: the file cannot be read.
        """
        async with self._turn:
            return self._memory.read()

    async def write(self, edit: Edit[Result], writer: Writer) -> Applied[Result]:
        """Apply an edit in a worker thread, signed by its writer.

        Raises:
            EditError: the edit does not fit; nothing was written.
            StoreError: the file cannot be read or written; nothing was written.
        """
        async with self._turn:
            self._memory.writer = writer
            applied = await self._worker.run(partial(self._memory.apply, edit))
            if applied.warning is not None:
                logger.warning("%s", applied.warning)
            if applied.change:
                if self._presence is not None:
                    self._presence.note_write(writer.client, writer.version)
                await self._report(applied.snapshot)
            return applied

    async def look(self) -> None:
        """Read the file in a worker thread, because somebody else may have changed it.

        What a program without the lock has overwritten is written again, unless the service only reads.

        Raises:
            StoreError: the file cannot be read.
        """
        async with self._turn:
            healed = None if self._read_only else await self._worker.run(self._memory.heal)
            if healed is not None and healed.warning is not None:
                logger.warning("%s", healed.warning)
            await self._report(await self._worker.run(self._memory.read))

    async def stop(self) -> None:
        """Wait for what was begun, when no more calls come."""
        await self._worker.stop()

    async def _report(self, snapshot: Snapshot) -> None:
        if self.on_change is not None:
            # Whether or not the client still wants an answer, the memory has changed.
            with anyio.CancelScope(shield=True):
                await self.on_change(snapshot)
