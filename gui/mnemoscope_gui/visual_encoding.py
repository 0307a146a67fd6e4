"""What the sizes and colours of nodes show: relations and types, or figures measured beside the window."""

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from mnemoscope_gui import analysis
from mnemoscope_gui.canvas.prepared_scene import MAXIMUM_RADIUS, MINIMUM_RADIUS
from mnemoscope_gui.canvas.scene import NodeKey, Scene, empty_scene
from mnemoscope_gui.theme import OTHER_SLOT, TYPE_SLOT_COUNT
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.wording import counted

SizeBy = Literal["degree", "betweenness", "pagerank"]
ColourBy = Literal["type", "community"]

LARGEST_WEIGHT = ((MAXIMUM_RADIUS - MINIMUM_RADIUS) / 3) ** 2
"""The degree from which on a node is drawn in the largest size."""

PATIENCE_NODES = 1_000
"""With more nodes than this measuring may take a moment, and the person is told so."""

_MIDDLE_WEIGHT = 4.0
_SIZE_MEANINGS: dict[SizeBy, str] = {
    "betweenness": "Size shows betweenness: how many shortest paths lead through an entity",
    "pagerank": "Size shows PageRank: how often a walk along relations comes by an entity",
}


class VisualEncoding(QObject):
    """Puts measured figures into scenes.

    A new scene gets the figures of the one before at once, and its own as soon as they are measured.

    Attributes:
        size_by, colour_by: what is shown.

    Signals:
        changed(): figures have come or gone; the scene is to be encoded anew.
        noticed(str): a sentence about what the person chose.
    """

    changed = Signal()
    noticed = Signal(str)
    _progressed = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.size_by: SizeBy = "degree"
        self.colour_by: ColourBy = "type"
        self._worker = Worker(self)
        self._scene = empty_scene()
        self._weights: dict[NodeKey, float] = {}
        self._slots: dict[NodeKey, int] = {}
        self._sizes_stopped = threading.Event()
        self._colours_stopped = threading.Event()
        self._progressed.connect(self._tell_progress)

    def encode(self, scene: Scene) -> Scene:
        """The scene with the newest figures; what is missing is measured, and `changed` follows."""
        is_same = scene.keys == self._scene.keys and np.array_equal(scene.edges, self._scene.edges)
        self._scene = scene
        if not is_same:
            self._measure_sizes(is_chosen=False)
            self._measure_colours(is_chosen=False)
        if self._weights:
            weights = [self._weights.get(key, 0.0) for key in scene.keys]
            scene = replace(scene, weights=np.array(weights))
        if self._slots:
            slots = [self._slots.get(key, OTHER_SLOT) for key in scene.keys]
            scene = replace(scene, type_slots=np.array(slots, np.int32))
        return scene

    def choose_size(self, by: SizeBy) -> None:
        """Let sizes show this."""
        self.size_by = by
        self._measure_sizes(is_chosen=True)

    def choose_colour(self, by: ColourBy) -> None:
        """Let colours show this."""
        self.colour_by = by
        self._measure_colours(is_chosen=True)

    def stop(self) -> None:
        """Measure nothing more; to be called before the window goes."""
        self._sizes_stopped.set()
        self._colours_stopped.set()
        self._worker.close(drops_queued=True)

    def _measure_sizes(self, *, is_chosen: bool) -> None:
        self._sizes_stopped.set()
        if self.size_by == "degree":
            self._forget(self._weights)
            return
        scene, by, stopped = self._scene, self.size_by, threading.Event()
        self._sizes_stopped = stopped
        report = self._progressed.emit if is_chosen and scene.node_count > PATIENCE_NODES else _ignore

        def measure() -> NDArray[np.float64] | None:
            if by == "pagerank":
                return analysis.pagerank(scene)
            return analysis.betweenness(scene, report, stopped.is_set)

        def show(figures: NDArray[np.float64] | None) -> None:
            if figures is None or stopped.is_set():
                return
            self._weights = dict(zip(scene.keys, as_weights(figures).tolist(), strict=True))
            self.changed.emit()
            if is_chosen:
                self.noticed.emit(_size_meaning(by, scene))

        self._worker.run(measure, show, _ignore_error)

    def _measure_colours(self, *, is_chosen: bool) -> None:
        self._colours_stopped.set()
        if self.colour_by == "type":
            self._forget(self._slots)
            return
        scene, stopped = self._scene, threading.Event()
        self._colours_stopped = stopped
        if is_chosen and scene.node_count > PATIENCE_NODES:
            self.noticed.emit("Looking for communities…")

        def measure() -> list[NDArray[np.intp]]:
            return [] if stopped.is_set() else analysis.communities(scene, stopped.is_set)

        def show(groups: Sequence[NDArray[np.intp]]) -> None:
            if stopped.is_set():
                return
            slots = community_slots(scene, groups, self._slots)
            self._slots = dict(zip(scene.keys, slots.tolist(), strict=True))
            self.changed.emit()
            if is_chosen:
                self.noticed.emit(_colour_meaning(groups))

        self._worker.run(measure, show, _ignore_error)

    def _forget(self, figures: dict[NodeKey, float] | dict[NodeKey, int]) -> None:
        if figures:
            figures.clear()
            self.changed.emit()

    def _tell_progress(self, share: float) -> None:
        if share < 1 and not self._sizes_stopped.is_set():
            self.noticed.emit(f"Counting shortest paths… {share:.0%}")


def as_weights(figures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Figures of any scale as weights: the least makes the smallest node, the greatest the largest."""
    if not len(figures) or np.ptp(figures) < 1e-12:
        return np.full(len(figures), _MIDDLE_WEIGHT)
    weights: NDArray[np.float64] = (figures - figures.min()) / np.ptp(figures) * LARGEST_WEIGHT
    return weights


def community_slots(
    scene: Scene, groups: Sequence[NDArray[np.intp]], previous: Mapping[NodeKey, int]
) -> NDArray[np.int32]:
    """(n,) a colour slot for each node: the largest groups of two or more get the hues, the rest is grey.

    A group keeps the colour that most of its nodes had in `previous`, unless a larger one has it now.
    """
    coloured = [group for group in groups if len(group) > 1][:TYPE_SLOT_COUNT]
    given: dict[int, int] = {}
    for index, group in enumerate(coloured):
        votes = Counter(previous.get(scene.keys[node], OTHER_SLOT) for node in group.tolist())
        wanted = (slot for slot, _ in votes.most_common() if slot != OTHER_SLOT)
        slot = next((slot for slot in wanted if slot not in given.values()), None)
        if slot is not None:
            given[index] = slot
    free = (slot for slot in range(TYPE_SLOT_COUNT) if slot not in set(given.values()))
    slots = np.full(scene.node_count, OTHER_SLOT, np.int32)
    for index, group in enumerate(coloured):
        slots[group] = given[index] if index in given else next(free)
    return slots


def _size_meaning(by: SizeBy, scene: Scene) -> str:
    meaning = _SIZE_MEANINGS[by]
    sample = analysis.sample_size(scene)
    if by == "betweenness" and sample < scene.node_count:
        return f"{meaning}, estimated from {sample} of {scene.node_count:,} entities"
    return meaning


def _colour_meaning(groups: Sequence[NDArray[np.intp]]) -> str:
    count = sum(1 for group in groups if len(group) > 1)
    if not count:
        return "No communities stand out in this memory"
    if count > TYPE_SLOT_COUNT:
        return f"Colour shows the {TYPE_SLOT_COUNT} largest of {count} communities; letters show the type"
    return f"Colour shows {counted(count, 'community', 'communities')}; letters show the type"


def _ignore(_: float) -> None:
    """Progress that nobody waits for."""


def _ignore_error(_: MnemoscopeError) -> None:
    """Measuring raises no error of ours."""
