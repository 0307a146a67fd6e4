"""A thread that the event loop gives its longer work to, one job after the other."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

import anyio
import anyio.to_thread

Result = TypeVar("Result")


class Worker:
    """Does what would hold up the event loop, with half the delay that a pool of threads has.

    When a job is done its result is sent on its way first; then what follows from the job is done.
    """

    def __init__(self, afterwards: Callable[[], None]) -> None:
        """Prepare the thread; `afterwards` is what follows from each job."""
        self._afterwards = afterwards
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(self, function: Callable[[], Result]) -> Result:
        """Return what a function returns; what was begun is waited for, even by a task that is cancelled."""
        loop = asyncio.get_running_loop()
        is_done = asyncio.Event()
        outcome: Future[Result] = Future()

        def job() -> None:
            try:
                outcome.set_result(function())
            except BaseException as error:  # noqa: BLE001 - raised again where the result is awaited
                outcome.set_exception(error)
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(is_done.set)

        self._begin(job)
        with anyio.CancelScope(shield=True):
            await is_done.wait()
        return outcome.result()

    async def stop(self) -> None:
        """Wait for what was begun, and what follows from it."""
        if self._thread is not None:
            self._jobs.put(None)
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._thread.join)
            self._thread = None

    def _begin(self, job: Callable[[], None]) -> None:
        if self._thread is None:
            # As a daemon: a job that waits for another program must not keep this one alive.
            self._thread = threading.Thread(target=self._work, name="memory", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            self._afterwards()
