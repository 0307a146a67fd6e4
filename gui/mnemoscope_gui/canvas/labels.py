"""Which labels a picture shows, where, and painting them.

Below 35 % only the top names, then names, above 120 % the verbs of relations too, above 200 % first
observations.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from mnemoscope_gui.canvas.batch import draw_fragments, make_fragments
from mnemoscope_gui.canvas.edge_geometry import centre_lines, edge_lines
from mnemoscope_gui.canvas.emphasis import FADED_OPACITY, Emphasis, as_nodes
from mnemoscope_gui.canvas.label_atlas import LabelAtlas
from mnemoscope_gui.canvas.label_metrics import LabelKey, LabelKind, LabelMetrics
from mnemoscope_gui.canvas.label_placement import (
    LABEL_LIMIT,
    Disc,
    NamedDisc,
    Occupancy,
    Rectangle,
    place_centred,
    place_names,
)
from mnemoscope_gui.canvas.label_text import OBSERVATION_LIMIT, shortened
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, Projection
from mnemoscope_gui.canvas.scene import Scene

NAMES_SCALE = 0.35
RELATIONS_SCALE = 1.2
OBSERVATIONS_SCALE = 2.0
TOP_NAMES = 60
"""How many names an overview below 35 % shows."""

SMALL_OVERVIEW = 150
"""Up to this many nodes in sight an overview shows all names that find a place."""

FEW_RELATIONS = 40
"""A graph of at most this many relations shows their verbs at any zoom above 35 %."""

RELATION_CANDIDATES = 350
"""How many relations may compete for a label."""

STEEPNESS = 0.6
"""An edge whose rise is more than this share of its run would pass under a label."""

CANDIDATES = 350
"""How many nodes may compete for a label."""

NEEDED = 30
"""Up to so many selected nodes are named even where a label covers others."""

OBSTACLES = 600
"""How many of the most important nodes labels keep clear of."""


@dataclass(frozen=True)
class PlacedLabel:
    """A label of the picture.

    Attributes:
        key: the text and its kind.
        rectangle: left, top, right, bottom in device pixels.
        owner: the node, or for relations the drawn edge, that it belongs to.
        opacity: 1, or less where it is faded.
    """

    key: LabelKey
    rectangle: Rectangle
    owner: int
    opacity: float

    @property
    def is_name(self) -> bool:
        """Whether it is the name of a node."""
        return self.key.kind in (LabelKind.NAME, LabelKind.STRONG_NAME)

    def logical_rectangle(self, ratio: float) -> QRectF:
        """The rectangle in logical pixels."""
        left, top, right, bottom = (edge / ratio for edge in self.rectangle)
        return QRectF(left, top, right - left, bottom - top)


@dataclass(frozen=True)
class KeptLabels:
    """The nodes and drawn edges that had labels in an earlier picture."""

    nodes: frozenset[int]
    edges: frozenset[int]

    @classmethod
    def of(cls, labels: list[PlacedLabel]) -> "KeptLabels":
        """Those of a picture."""
        return cls(
            nodes=frozenset(label.owner for label in labels if label.is_name),
            edges=frozenset(label.owner for label in labels if label.key.kind is LabelKind.RELATION),
        )


def carried_labels(labels: list[PlacedLabel], old: Scene, new: Scene) -> list[PlacedLabel]:
    """The names among `labels`, as labels of the same nodes in another scene."""
    if old is new:
        return labels
    nodes = ((label, new.node_of_key.get(old.keys[label.owner])) for label in labels if label.is_name)
    return [replace(label, owner=node) for label, node in nodes if node is not None]


class LabelChooser:
    """Places all labels of one picture.

    With `kept` only those nodes and edges may have labels: while nodes move, new ones would only flicker.
    With a `density` below 1 only that share of the usual labels is placed, above 1 more, and from a smaller
    zoom on.

    Attributes:
        placed: the labels, once `place` has run.
    """

    def __init__(
        self,
        prepared: PreparedScene,
        seen: Projection,
        emphasis: Emphasis,
        metrics: LabelMetrics,
        kept: KeptLabels | None = None,
        density: float = 1.0,
    ) -> None:
        self._kept = kept
        self._density = density
        self._density_scale = seen.camera.scale * max(density, 1.0) ** 2
        self._prepared = prepared
        self._seen = seen
        self._emphasis = emphasis
        self._metrics = metrics
        self._occupancy = Occupancy()
        self._standing_out = emphasis.standing_out(prepared)
        self.placed: list[PlacedLabel] = []

    def place(self) -> list[PlacedLabel]:
        """All labels: names first, then relations, then observations; none over another."""
        nodes = self._candidates()
        self._place_names(nodes)
        self._place_relations()
        if self._density_scale > OBSERVATIONS_SCALE:
            self._place_observations()
        return self.placed

    def _candidates(self) -> NDArray[np.intp]:
        """Nodes in sight by priority, at most `OBSTACLES`."""
        seen, emphasis = self._seen, self._emphasis
        priority = self._prepared.scene.weights.copy()
        if self._standing_out is not None:
            priority[self._standing_out[0]] += 1e6
        hovered = frozenset() if emphasis.hovered is None else frozenset((emphasis.hovered,))
        states = (
            emphasis.pinned,
            emphasis.changed | emphasis.added,
            emphasis.highlighted or frozenset(),
            hovered,
            emphasis.selected,
        )
        for rank, members in enumerate(states, start=7):
            priority[as_nodes(members)] += 10.0**rank
        nodes = seen.visible_nodes
        if len(nodes) > OBSTACLES:
            part = np.argpartition(-priority[nodes], OBSTACLES)[:OBSTACLES]
            nodes = nodes[np.sort(part)]
        order = np.argsort(-priority[nodes], kind="stable")
        return nodes.take(order)

    def _place_names(self, nodes: NDArray[np.intp]) -> None:
        seen, scene = self._seen, self._prepared.scene
        prefers_over = self._have_room_only_over(nodes)
        keys, wanted, selected = [], [], self._emphasis.selected
        places = zip(nodes.tolist(), seen.x[nodes].tolist(), seen.y[nodes].tolist(), strict=True)
        for rank, (node, x, y) in enumerate(places):
            disc = Disc(x, y, float(seen.radii[node]), rank)
            self._occupancy.add_disc(disc)
            if rank < CANDIDATES * max(self._density, 1.0) and (
                self._kept is None or node in self._kept.nodes
            ):
                key = LabelKey(shortened(scene.name(node)), self._name_kind(node))
                is_needed = node == self._emphasis.hovered or (node in selected and len(selected) <= NEEDED)
                keys.append(key)
                wanted.append(NamedDisc(disc, *self._metrics.size(key), bool(prefers_over[node]), is_needed))
        size, ratio = (seen.width, seen.height), seen.device_pixel_ratio
        limit = self._name_limit(len(nodes))
        for index, rectangle in place_names(wanted, self._occupancy, size, ratio, limit).items():
            node = int(nodes[wanted[index].disc.rank])
            self.placed.append(PlacedLabel(keys[index], rectangle, node, self._node_opacity(node)))

    def _name_limit(self, node_count: int) -> int:
        is_overview = self._density_scale < NAMES_SCALE and node_count > SMALL_OVERVIEW
        limit = self._share_of(TOP_NAMES if is_overview else LABEL_LIMIT, node_count)
        # What is selected or hovered comes first and, unless it is a crowd, is named in any case.
        return max(limit, min(len(self._emphasis.selected), NEEDED) + 1)

    def _share_of(self, limit: int, count: int) -> int:
        """How many of `count` things may have labels, where the usual limit is `limit`."""
        return round(self._density * (min(limit, count) if self._density < 1 else limit))

    def _have_room_only_over(self, nodes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """(n,) whether edges leave a node steeply downwards and none upwards: a label would hide them."""
        count = self._prepared.scene.node_count
        edges = self._seen.visible_edges
        if len(edges) > ALWAYS_EXACT_EDGES or not len(nodes):
            return np.zeros(count, bool)
        lines = centre_lines(self._prepared, self._seen, edges)
        across, down = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
        is_steep = np.abs(down) > STEEPNESS * np.abs(across)
        goes_down = is_steep & (down > 0)
        goes_up = is_steep & (down < 0)
        sources, targets = self._prepared.sources[edges], self._prepared.targets[edges]
        under = np.bincount(np.concatenate((sources[goes_down], targets[goes_up])), minlength=count)
        over = np.bincount(np.concatenate((sources[goes_up], targets[goes_down])), minlength=count)
        only_over: NDArray[np.bool_] = np.logical_and(under > 0, over == 0)
        return only_over

    def _place_relations(self) -> None:
        edges = self._labelled_edges()
        room = min(self._room(), self._share_of(LABEL_LIMIT, len(edges)))
        if not len(edges) or room <= 0:
            return
        if self._kept is not None:
            edges = np.array([edge for edge in edges.tolist() if edge in self._kept.edges], np.intp)
        edges = edges[:RELATION_CANDIDATES]
        middles = edge_lines(self._prepared, self._seen, edges).middles
        types, order = self._prepared.scene.relation_types, self._prepared.edge_order
        keys = {edge: LabelKey(shortened(types[order[edge]]), LabelKind.RELATION) for edge in edges.tolist()}
        rows = [
            (edge, x, y, *self._metrics.size(keys[edge]))
            for edge, (x, y) in zip(edges.tolist(), middles.tolist(), strict=True)
        ]
        gap = 2.0 * self._seen.device_pixel_ratio
        for edge, rectangle in place_centred(rows, self._occupancy, gap, room).items():
            self.placed.append(PlacedLabel(keys[edge], rectangle, edge, self._edge_opacity(edge)))

    def _labelled_edges(self) -> NDArray[np.intp]:
        """Drawn edges that may show their verb, those of the hovered and selected nodes first."""
        prepared, scale = self._prepared, self._density_scale
        named = set(self._emphasis.selected)
        if self._emphasis.hovered is not None:
            named.add(self._emphasis.hovered)
        few = prepared.scene.edge_count <= FEW_RELATIONS and scale >= NAMES_SCALE
        everywhere = self._seen.visible_edges if few or scale > RELATIONS_SCALE else np.empty(0, np.intp)
        at_named = prepared.drawn_edges_at(as_nodes(frozenset(named))) if len(named) <= 8 else everywhere[:0]
        return np.concatenate((at_named, everywhere[~np.isin(everywhere, at_named)]))

    def _place_observations(self) -> None:
        room = self._room()
        names = [label for label in self.placed if label.is_name]
        for name in names[: max(room, 0)]:
            observation = self._prepared.scene.first_observations[name.owner]
            if not observation:
                continue
            key = LabelKey(shortened(observation, OBSERVATION_LIMIT), LabelKind.OBSERVATION)
            width, height = self._metrics.size(key)
            left, _, right, bottom = name.rectangle
            start = round((left + right - width) / 2)
            rectangle = (start, bottom, start + width, bottom + height)
            if self._occupancy.is_free(rectangle):
                self._occupancy.add_label(rectangle)
                self.placed.append(PlacedLabel(key, rectangle, name.owner, name.opacity))

    def _room(self) -> int:
        """How many more labels the picture may have."""
        return round(LABEL_LIMIT * max(self._density, 1.0)) - len(self.placed)

    def _name_kind(self, node: int) -> LabelKind:
        return LabelKind.STRONG_NAME if node in self._emphasis.selected else LabelKind.NAME

    def _node_opacity(self, node: int) -> float:
        if self._standing_out is None or node in self._standing_out[0]:
            return 1.0
        return 1.0 - (1.0 - FADED_OPACITY) * self._emphasis.fade

    def _edge_opacity(self, edge: int) -> float:
        if self._standing_out is None or edge in self._standing_out[1]:
            return 1.0
        return 1.0 - (1.0 - FADED_OPACITY) * self._emphasis.fade


def paint_labels(
    painter: QPainter, labels: list[PlacedLabel], atlas: LabelAtlas, budget: float
) -> list[PlacedLabel]:
    """Draw those labels whose pictures are ready after at most `budget` seconds, and return them."""
    ready = atlas.prepare([label.key for label in labels], budget)
    shown = [label for label, is_ready in zip(labels, ready, strict=True) if is_ready]
    if shown:
        rectangles = np.array([label.rectangle for label in shown])
        opacity = np.array([label.opacity for label in shown])
        centres = (rectangles[:, :2] + rectangles[:, 2:]) / 2
        sources = atlas.sources([label.key for label in shown])
        draw_fragments(painter, make_fragments(centres[:, 0], centres[:, 1], sources, opacity), atlas.pixmap)
    return shown
