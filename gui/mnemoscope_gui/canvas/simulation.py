"""Runs the layout beside the window: one Python thread, its newest positions taken by a timer."""

import contextlib
import math
import os
import sys
import threading
import time
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
"""The shortest ticks. A small graph would settle within a few frames; people could not follow what moves."""

GLIDE_TICKS = 24
LARGE_GRAPH = 5_000
"""A layout of more nodes than this shows its progress even where nothing should be animated."""

QUIET_SECONDS = 0.5
"""In a storm of changes new nodes find their places once nothing has changed for so long."""

GIVE_WAY_SECONDS = 0.02
"""So long at most a tick waits for a picture that is being painted: Python runs one thread at a time, and a
layout that went on meanwhile would make painting take several times as long."""

NICENESS = 10
"""The priority of the thread, where threads have one: where they share a core the window goes first."""

YIELDING_GRAPH = 20_000
"""Only a layout of more nodes has that priority. A smaller one is over soon, unless others take its turns."""

PAINTING_SHARE = 0.2
"""While a whole graph is laid out, painting what moves takes at most about this share of the time."""


@dataclass
class _Run:
    """One layout on its thread. The fields are handed over whole, so no lock is needed."""

    job: Job
    tick_seconds: float
    painting_share: float
    stop_asked: threading.Event = field(default_factory=threading.Event)
    latest: Positions | None = None
    is_finished: bool = False
    error: Exception | None = None
    last_tick: float = field(default_factory=time.perf_counter)
    wait_seconds: float = 0.0
    is_painted: threading.Event | None = None

    def work(self) -> None:
        try:
            self.stop_asked.wait(self.wait_seconds)
            self.latest = self.job(self._publish, self._is_stopped)
        except Exception as error:  # noqa: BLE001  the thread's outermost frame: raised again in the window
            self.error = error
        finally:
            self.is_finished = True

    def _is_stopped(self) -> bool:
        """Asked at every tick."""
        if self.is_painted is not None and not self.stop_asked.is_set():
            self.is_painted.wait(GIVE_WAY_SECONDS)
        return self.stop_asked.is_set()

    def _publish(self, positions: Positions) -> None:
        self.latest = positions
        left = self.last_tick + self.tick_seconds - time.perf_counter()
        if left > 0:
            self.stop_asked.wait(left)
        self.last_tick = time.perf_counter()


class LayoutThread(QObject):
    """Lays out one scene at a time.

    `painting_seconds` tells how much CPU time painting has taken so far: while a whole graph is laid out,
    positions are sent so seldom that painting leaves most of the time to the layout. A tick waits a moment
    for `is_painted`.

    Attributes:
        options: seed, spacing and separation of communities for the next run.
        awaits_quiet: whether new nodes find their places only if no other run begins within `QUIET_SECONDS`.

    Signals:
        positions_changed(object): newest (n, 2) float32 positions, on the main thread, at most once a frame.
        settled(): the run has come to its end, and its last positions were sent.
        running_changed(bool): a run has begun, or ended in any way.
    """

    positions_changed = Signal(object)
    running_changed = Signal(bool)
    settled = Signal()

    def __init__(
        self,
        parent: QObject | None = None,
        painting_seconds: Callable[[], float] = lambda: 0.0,
        is_painted: threading.Event | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_painted = is_painted
        self._painting_seconds = painting_seconds
        self.options = LayoutOptions()
        self.awaits_quiet = False
        self._run: _Run | None = None
        self._thread: threading.Thread | None = None
        self._sent: Positions | None = None
        self._sent_at = -math.inf
        self._painted_before = 0.0
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
            _give_way(scene)
            return lay_out(
                scene.node_count,
                scene.edges,
                options=options,
                progress=progress if shows_progress else None,
                stopped=stopped,
                start=start,
                pinned=pinned,
            )

        self._start(job, ANEW_TICK_SECONDS if animate else 0.0, PAINTING_SHARE)

    def settle_additions(
        self, scene: Scene, positions: Positions, *, pinned: NDArray[np.bool_], animate: bool = True
    ) -> None:
        """Find places for the nodes whose (n, 2) `positions` are NaN; all others hardly move."""
        options = self.options
        shows_progress = animate or scene.node_count > LARGE_GRAPH

        def job(progress: Progress, stopped: Stopped) -> Positions:
            _give_way(scene)
            return settle_additions(
                positions,
                scene.edges,
                options=options,
                pinned=pinned,
                progress=progress if shows_progress else None,
                stopped=stopped,
            )

        wait_seconds = QUIET_SECONDS if self.awaits_quiet else 0.0
        self._start(job, ADDITIONS_TICK_SECONDS if animate else 0.0, wait_seconds=wait_seconds)

    def tidy(self, scene: Scene, positions: Positions, *, animate: bool = True) -> None:
        """Lay out the whole scene without regard to where things are, then glide there from `positions`."""
        options = self.options

        def job(progress: Progress, stopped: Stopped) -> Positions:
            _give_way(scene)
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

    def _start(
        self, job: Job, tick_seconds: float, painting_share: float = 1.0, wait_seconds: float = 0.0
    ) -> None:
        self.stop()
        self._run = _Run(
            job, tick_seconds, painting_share, wait_seconds=wait_seconds, is_painted=self._is_painted
        )
        self._thread = threading.Thread(target=self._run.work, name="layout", daemon=True)
        self._sent_at = -math.inf
        self._thread.start()
        self._timer.start()
        self.running_changed.emit(True)

    def _take_newest(self) -> None:
        run = self._run
        if run is None:
            return
        # Asked before the positions are read: those read after it has finished are the last ones.
        is_finished = run.is_finished
        if not is_finished and not self._is_time_for_frame(run):
            return
        newest = run.latest
        if is_finished:
            self.stop()
        if run.error is not None:
            raise run.error
        if newest is not None and newest is not self._sent:
            self._sent, self._sent_at = newest, time.perf_counter()
            self._painted_before = self._painting_seconds()
            self.positions_changed.emit(newest)
        if is_finished and self._run is None:
            self.settled.emit()

    def _is_time_for_frame(self, run: _Run) -> bool:
        painted = self._painting_seconds() - self._painted_before
        return time.perf_counter() - self._sent_at >= painted / run.painting_share


def _give_way(scene: Scene) -> None:
    """Lower the priority of the calling thread for a large graph; only Linux has one for each thread."""
    if sys.platform == "linux" and scene.node_count > YIELDING_GRAPH:
        niceness = max(os.getpriority(os.PRIO_PROCESS, 0), NICENESS)
        with contextlib.suppress(PermissionError):  # Some sandboxes let no program touch priorities.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


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
