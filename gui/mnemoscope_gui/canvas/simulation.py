"""Runs the layout beside the window: one Python thread, its newest positions taken by a timer."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.canvas.layout.callbacks import Progress, Stopped
from mnemoscope_gui.canvas.layout.engine import LayoutOptions, lay_out, settle_additions
from mnemoscope_gui.canvas.scene import Scene

Positions = NDArray[np.float32]
Job = Callable[[Progress, Stopped], Positions]

FRAME_MILLISECONDS = 16
STOP_SECONDS = 5.0
"""How long `stop` waits for the thread; the engine asks at every tick, so it is far less."""

ANEW_TICK_SECONDS = 0.0015
ADDITIONS_TICK_SECONDS = 0.004
GLIDE_TICK_SECONDS = 0.016
GLIDE_TICKS = 24
LARGE_GRAPH = 5_000
"""A layout of more nodes than this shows its progress even where nothing should be animated."""

"""A small graph would settle within a few frames; slower ticks let people follow what moves where."""


@dataclass
class _Run:
    """One layout on its thread. The fields are handed over whole, so no lock is needed."""

    job: Job
    tick_seconds: float
    stop_asked: threading.Event = field(default_factory=threading.Event)
    latest: Positions | None = None
    is_finished: bool = False
    error: Exception | None = None

    def work(self) -> None:
        try:
            self.latest = self.job(self._publish, self.stop_asked.is_set)
        except Exception as error:  # noqa: BLE001  the thread's outermost frame: raised again in the window
            self.error = error
        finally:
            self.is_finished = True

    def _publish(self, positions: Positions) -> None:
        self.latest = positions
        if self.tick_seconds:
            self.stop_asked.wait(self.tick_seconds)


class LayoutThread(QObject):
    """Lays out one scene at a time.

    Attributes:
        options: seed, spacing and separation of communities for the next run.

    Signals:
        positions_changed(object): newest (n, 2) float32 positions, on the main thread, at most once a frame.
        settled(): the run has come to its end, and its last positions were sent.
        running_changed(bool): a run has begun, or ended in any way.
    """

    positions_changed = Signal(object)
    running_changed = Signal(bool)
    settled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.options = LayoutOptions()
        self._run: _Run | None = None
        self._thread: threading.Thread | None = None
        self._sent: Positions | None = None
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._take_newest)

    @property
    def is_running(self) -> bool:
        """Whether a layout is under way."""
        return self._run is not None

    def lay_out_anew(
        self,
        scene: Scene,
        *,
        start: Positions | None = None,
        pinned: NDArray[np.bool_] | None = None,
        animate: bool = True,
    ) -> None:
        """Lay out the whole scene; from `start` (n, 2), new nodes NaN, it goes only as far as needed."""
        options = self.options
        shows_progress = animate or scene.node_count > LARGE_GRAPH

        def job(progress: Progress, stopped: Stopped) -> Positions:
            return lay_out(
                scene.node_count,
                scene.edges,
                options=options,
                progress=progress if shows_progress else None,
                stopped=stopped,
                start=start,
                pinned=pinned,
            )

        self._start(job, ANEW_TICK_SECONDS if animate else 0.0)

    def settle_additions(
        self, scene: Scene, positions: Positions, *, pinned: NDArray[np.bool_], animate: bool = True
    ) -> None:
        """Find places for the nodes whose (n, 2) `positions` are NaN; all others hardly move."""
        options = self.options
        shows_progress = animate or scene.node_count > LARGE_GRAPH

        def job(progress: Progress, stopped: Stopped) -> Positions:
            return settle_additions(
                positions,
                scene.edges,
                options=options,
                pinned=pinned,
                progress=progress if shows_progress else None,
                stopped=stopped,
            )

        self._start(job, ADDITIONS_TICK_SECONDS if animate else 0.0)

    def tidy(self, scene: Scene, positions: Positions, *, animate: bool = True) -> None:
        """Lay out the whole scene without regard to where things are, then glide there from `positions`."""
        options = self.options

        def job(progress: Progress, stopped: Stopped) -> Positions:
            fresh = lay_out(scene.node_count, scene.edges, options=options, stopped=stopped)
            if stopped():
                return positions
            return _glide(positions, _like(positions, fresh), progress, stopped, animate=animate)

        self._start(job, GLIDE_TICK_SECONDS)

    def glide(self, positions: Positions, goal: Positions, *, animate: bool = True) -> None:
        """Move all nodes evenly from `positions` to `goal`, both (n, 2)."""

        def job(progress: Progress, stopped: Stopped) -> Positions:
            return _glide(positions, goal, progress, stopped, animate=animate)

        self._start(job, GLIDE_TICK_SECONDS)

    def stop(self) -> None:
        """End the run where it is. Returns once the thread has ended; no positions are sent any more."""
        self._timer.stop()
        if self._run is not None:
            self._run.stop_asked.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)
        was_running = self.is_running
        self._run = self._thread = None
        if was_running:
            self.running_changed.emit(False)

    def _start(self, job: Job, tick_seconds: float) -> None:
        self.stop()
        self._run = _Run(job, tick_seconds)
        self._thread = threading.Thread(target=self._run.work, name="layout", daemon=True)
        self._thread.start()
        self._timer.start()
        self.running_changed.emit(True)

    def _take_newest(self) -> None:
        run = self._run
        if run is None:
            return
        # Asked before the positions are read: those read after it has finished are the last ones.
        is_finished = run.is_finished
        newest = run.latest
        if is_finished:
            self.stop()
        if run.error is not None:
            raise run.error
        if newest is not None and newest is not self._sent:
            self._sent = newest
            self.positions_changed.emit(newest)
        if is_finished and self._run is None:
            self.settled.emit()


def _glide(
    start: Positions, goal: Positions, progress: Progress, stopped: Stopped, *, animate: bool
) -> Positions:
    for tick in range(1, GLIDE_TICKS) if animate else ():
        if stopped():
            break
        share = tick / GLIDE_TICKS
        progress(start + (goal - start) * np.float32(share * share * (3 - 2 * share)))
    return goal


def _like(old: Positions, fresh: Positions) -> Positions:
    """`fresh` mirrored so that it is as near to `old` as it can be: people find their nodes again."""
    centre, old_centre = fresh.mean(axis=0), old.mean(axis=0)
    mirror = np.where(((fresh - centre) * (old - old_centre)).sum(axis=0) < 0, -1, 1).astype(np.float32)
    mirrored: Positions = (fresh - centre) * mirror + centre
    return mirrored
