"""One thread for all work with the file; results come back on the main thread, in order."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from mnemoscope_shared.errors import MnemoscopeError

Value = TypeVar("Value")


class Worker(QObject):
    """Runs jobs one after the other, so that the window never waits for the disk.

    Signals:
        busy_changed: True when the first job is queued, False when the last one has been delivered.
    """

    busy_changed = Signal(bool)
    _delivered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-file")
        self._pending = 0
        self._closed = False
        self._delivered.connect(self._keep, Qt.ConnectionType.QueuedConnection)
        self._results: deque[Callable[[], None]] = deque()
        # Queued calls and repaints follow each other without a pause; before a timer others have their turn.
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._deliver)

    @property
    def is_busy(self) -> bool:
        """Whether any job is queued, running or not yet delivered."""
        return self._pending > 0

    def run(
        self,
        job: Callable[[], Value],
        done: Callable[[Value], None],
        failed: Callable[[MnemoscopeError], None],
    ) -> None:
        """Run `job` on the thread, then `done` or `failed` on the main thread.

        An error that is none of ours is raised on the main thread, where it is reported as a fault.
        """
        if self._closed:
            return
        self._pending += 1
        if self._pending == 1:
            self.busy_changed.emit(True)
        future = self._executor.submit(job)
        future.add_done_callback(
            lambda finished: self._delivered.emit(lambda: _settle(finished, done, failed))
        )

    def close(self, *, drops_queued: bool = False) -> None:
        """Finish the job in hand, and the queued ones unless it `drops_queued`; drop the results."""
        self._closed = True
        self._executor.shutdown(wait=True, cancel_futures=drops_queued)

    def _keep(self, settle: Callable[[], None]) -> None:
        self._results.append(settle)
        self._turn.start()

    def _deliver(self) -> None:
        settle = self._results.popleft()
        if self._results:
            self._turn.start()
        self._pending -= 1
        if self._pending == 0:
            self.busy_changed.emit(False)
        if not self._closed:
            settle()


def _settle(
    finished: Future[Value], done: Callable[[Value], None], failed: Callable[[MnemoscopeError], None]
) -> None:
    try:
        value = finished.result()
    except MnemoscopeError as error:
        failed(error)
    else:
        done(value)
