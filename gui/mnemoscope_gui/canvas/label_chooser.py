"""Which labels a picture shows, and where.

Below 35 % only the top names, then names, above 120 % the verbs of relations too, above 200 % first
observations.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.edge_geometry import centre_lines, edge_lines
from mnemoscope_gui.canvas.emphasis import FADED_OPACITY, Emphasis, as_nodes
from mnemoscope_gui.canvas.label_metrics import LabelKey, LabelKind, LabelMetrics
from mnemoscope_gui.canvas.label_occupancy import Discs, Occupancy, Rectangle
from mnemoscope_gui.canvas.label_placement import (
    LABEL_LIMIT,
    NO_PLACE,
    WantedNames,
    centred,
    place_names,
    place_where_free,
)
from mnemoscope_gui.canvas.label_text import OBSERVATION_LIMIT, shortened
from mnemoscope_gui.canvas.labels import KeptLabels, PlacedLabel
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, Projection

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

MOST_NAMED = 8
"""With more nodes selected than this the verbs at them do not come first."""

CANDIDATES = 350
"""How many nodes may compete for a label."""

NEEDED = 30
"""Up to so many selected nodes are named even where a label covers others."""

OBSTACLES = 600
"""How many of the most important nodes labels keep clear of."""


class LabelChooser:
    """Places all labels of one picture.

    With `kept` only those nodes and edges may have labels: while nodes move, new ones would only flicker.
    With a `density` below 1 only that share of the usual labels is placed, above 1 more, and from a smaller
    zoom on. None comes under `taken` rectangles, where something else covers the picture.

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
        taken: Sequence[Rectangle] = (),
    ) -> None:
        self._kept = kept
        self._density = density
        self._density_scale = seen.camera.scale * max(density, 1.0) ** 2
        self._prepared = prepared
        self._seen = seen
        self._emphasis = emphasis
        self._metrics = metrics
        self._standing_out = emphasis.standing_out(prepared)
        self._nodes = self._candidates()
        self._occupancy = Occupancy(Discs(seen.x[self._nodes], seen.y[self._nodes], seen.radii[self._nodes]))
        for rectangle in taken:
            self._occupancy.add_label(rectangle)
        self.placed: list[PlacedLabel] = []

    def place(self) -> list[PlacedLabel]:
        """All labels: names first, then relations, then observations; none over another."""
        self._place_names()
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

    def _place_names(self) -> None:
        seen, ranks = self._seen, self._ranks_to_name()
        nodes = self._nodes[ranks].tolist()
        keys = [self._name_key(node) for node in nodes]
        wanted = WantedNames(
            ranks=ranks,
            sizes=self._sizes(keys),
            prefers_over=self._have_room_only_over()[self._nodes[ranks]],
            is_needed=np.array([self._is_needed(node) for node in nodes], bool),
            last_places=np.array([self._last_place(node) for node in nodes], np.int64),
        )
        size, limit = (seen.width, seen.height), self._name_limit(len(self._nodes))
        placed = place_names(wanted, self._occupancy, size, seen.device_pixel_ratio, limit)
        for index, (place, rectangle) in placed.items():
            opacity = self._node_opacity(nodes[index])
            self.placed.append(PlacedLabel(keys[index], rectangle, nodes[index], opacity, place))

    def _ranks_to_name(self) -> NDArray[np.intp]:
        """Which of the nodes, by their rank, compete for a name."""
        count = min(len(self._nodes), math.ceil(CANDIDATES * max(self._density, 1.0)))
        if self._kept is None:
            return np.arange(count)
        kept, nodes = self._kept.nodes, self._nodes[:count].tolist()
        return np.array([rank for rank, node in enumerate(nodes) if node in kept], np.intp)

    def _is_needed(self, node: int) -> bool:
        selected = self._emphasis.selected
        return node == self._emphasis.hovered or (node in selected and len(selected) <= NEEDED)

    def _last_place(self, node: int) -> int:
        return NO_PLACE if self._kept is None else self._kept.nodes[node]

    def _sizes(self, keys: list[LabelKey]) -> NDArray[np.int64]:
        """(k, 2) width and height of labels."""
        return np.array([self._metrics.size(key) for key in keys], np.int64).reshape(-1, 2)

    def _name_limit(self, node_count: int) -> int:
        is_overview = self._density_scale < NAMES_SCALE and node_count > SMALL_OVERVIEW
        limit = self._share_of(TOP_NAMES if is_overview else LABEL_LIMIT, node_count)
        # What is selected or hovered comes first and, unless it is a crowd, is named in any case.
        return max(limit, min(len(self._emphasis.selected), NEEDED) + 1)

    def _share_of(self, limit: int, count: int) -> int:
        """How many of `count` things may have labels, where the usual limit is `limit`."""
        return round(self._density * (min(limit, count) if self._density < 1 else limit))

    def _have_room_only_over(self) -> NDArray[np.bool_]:
        """(n,) whether edges leave a node steeply downwards and none upwards: a label would hide them."""
        count = self._prepared.scene.node_count
        edges = self._seen.visible_edges
        if len(edges) > ALWAYS_EXACT_EDGES or not len(self._nodes):
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
        edges = edges[self._cross_the_picture(edges)][:RELATION_CANDIDATES]
        types, order = self._prepared.scene.relation_types, self._prepared.edge_order
        keys = [LabelKey(shortened(types[order[edge]]), LabelKind.RELATION) for edge in edges.tolist()]
        middles = edge_lines(self._prepared, self._seen, edges).middles
        gap = 2.0 * self._seen.device_pixel_ratio
        placed = place_where_free(centred(middles, self._sizes(keys)), self._occupancy, gap, room)
        for index, rectangle in placed.items():
            edge = int(edges[index])
            self.placed.append(PlacedLabel(keys[index], rectangle, edge, self._edge_opacity(edge)))

    def _cross_the_picture(self, edges: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which edges have their middle, where the verb stands, in the picture."""
        seen, sources, targets = self._seen, self._prepared.sources[edges], self._prepared.targets[edges]
        x, y = (seen.x[sources] + seen.x[targets]) / 2, (seen.y[sources] + seen.y[targets]) / 2
        inside: NDArray[np.bool_] = (x >= 0) & (x <= seen.width) & (y >= 0) & (y <= seen.height)
        return inside

    def _labelled_edges(self) -> NDArray[np.intp]:
        """Drawn edges that may show their verb, those of the hovered and selected nodes first."""
        prepared, scale = self._prepared, self._density_scale
        named = set(self._emphasis.selected)
        if self._emphasis.hovered is not None:
            named.add(self._emphasis.hovered)
        few = prepared.scene.edge_count <= FEW_RELATIONS and scale >= NAMES_SCALE
        everywhere = self._seen.visible_edges if few or scale > RELATIONS_SCALE else np.empty(0, np.intp)
        if not 0 < len(named) <= MOST_NAMED:
            return everywhere
        at_named = prepared.drawn_edges_at(as_nodes(frozenset(named)))
        is_at_named = np.zeros(len(prepared.sources), bool)
        is_at_named[at_named] = True
        return np.concatenate((at_named, everywhere[~is_at_named[everywhere]]))

    def _place_observations(self) -> None:
        observations, room = self._prepared.scene.first_observations, max(self._room(), 0)
        names = [label for label in self.placed if label.is_name][:room]
        names = [name for name in names if observations[name.owner]]
        texts = [shortened(observations[name.owner], OBSERVATION_LIMIT) for name in names]
        keys = [LabelKey(text, LabelKind.OBSERVATION) for text in texts]
        is_above = np.array([name.rectangle[3] <= self._seen.y[name.owner] for name in names], bool)
        rectangles = _beyond([name.rectangle for name in names], self._sizes(keys), is_above)
        for index, rectangle in place_where_free(rectangles, self._occupancy, 0.0, room).items():
            name = names[index]
            self.placed.append(PlacedLabel(keys[index], rectangle, name.owner, name.opacity))

    def _room(self) -> int:
        """How many more labels the picture may have."""
        return round(LABEL_LIMIT * max(self._density, 1.0)) - len(self.placed)

    def _name_key(self, node: int) -> LabelKey:
        is_selected = node in self._emphasis.selected
        kind = LabelKind.STRONG_NAME if is_selected else LabelKind.NAME
        return LabelKey(shortened(self._prepared.scene.name(node)), kind)

    def _node_opacity(self, node: int) -> float:
        if self._standing_out is None or node in self._standing_out[0]:
            return 1.0
        return 1.0 - (1.0 - FADED_OPACITY) * self._emphasis.fade

    def _edge_opacity(self, edge: int) -> float:
        if self._standing_out is None or edge in self._standing_out[1]:
            return 1.0
        return 1.0 - (1.0 - FADED_OPACITY) * self._emphasis.fade


def _beyond(
    names: list[Rectangle], sizes: NDArray[np.int64], is_above: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """(k, 4) rectangles of those (k, 2) sizes, each centred under a name, or over one above its node."""
    name = np.array(names, np.int64).reshape(-1, 4)
    left = np.rint((name[:, 0] + name[:, 2] - sizes[:, 0]) / 2).astype(np.int64)
    top = np.where(is_above, name[:, 1] - sizes[:, 1], name[:, 3])
    corners = np.stack((left, top), axis=1)
    return np.concatenate((corners, corners + sizes), axis=1)
