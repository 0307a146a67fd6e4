"""Draws a scene into a frame: edges, arrow heads and nodes, then what stands out, then labels.

The frame without emphasis and labels can be kept while those change. All lengths are device pixels.
"""

import math
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from mnemoscope_gui.canvas.batch import draw_fragments, draw_lines, make_fragments
from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.edge_geometry import EdgeLines, arrow_length, centre_lines, edge_lines
from mnemoscope_gui.canvas.emphasis import FADED_OPACITY, Emphasis, as_nodes
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.label_atlas import LabelAtlas
from mnemoscope_gui.canvas.labels import LabelChooser, PlacedLabel, paint_labels
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, Projection, project
from mnemoscope_gui.canvas.scene import empty_scene
from mnemoscope_gui.canvas.sprites import ArrowSprites, NodeSprites, Ring, RingSprites
from mnemoscope_gui.theme import Theme

EDGE_CAP = 60_000
"""No picture draws more: beyond it they would only be a grey blob, and a prefix is a fair sample."""

ANTIALIASED_EDGES = 30_000
DETAILED_EDGES = 4_000
"""Up to this many edges in sight are fanned, cut at the nodes' rims and given arrow heads."""

SMALLEST_DETAILED_RADIUS = 3.5
LARGEST_DOT = 4
PREVIEW_SECONDS = 0.012
"""What a preview may spend on edges."""

LABEL_SECONDS = 0.006
"""What a frame may spend on painting labels that have no picture yet."""

MOST_ACTIVE_NODES = 8
"""With more nodes selected than this their edges are drawn as all others."""

_CHUNK_SECONDS = 0.008
_ACTIVE_EDGE_WIDTH = 2.0


class GraphPainter:
    """Draws one scene in one theme at one device pixel ratio.

    Attributes:
        prepared: the scene that is drawn.
        theme: its colours.
        labels_missing: whether the last labels were cut short by their budget and need another frame.
    """

    def __init__(self, theme: Theme, device_pixel_ratio: float = 1.0, font: QFont | None = None) -> None:
        self._ratio = device_pixel_ratio
        self._font = QFont() if font is None else font
        self._seconds_per_edge = 1e-6
        self.prepared = PreparedScene(empty_scene())
        self.labels_missing = False
        self.set_theme(theme)

    @property
    def device_pixel_ratio(self) -> float:
        """Device pixels per logical pixel."""
        return self._ratio

    def set_scene(self, prepared: PreparedScene) -> None:
        """Draw another scene from now on."""
        self.prepared = prepared
        self._prepare_dots()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours from now on."""
        self.theme = theme
        self._nodes = NodeSprites(theme, self._font, self._ratio)
        self._rings = RingSprites(theme, self._ratio)
        self._arrows = ArrowSprites(_between(theme.edge, theme.edge_active))
        self._active_arrows = ArrowSprites(theme.edge_active)
        self._labels = LabelAtlas(theme, self._font, self._ratio)
        self._prepare_dots()

    def project(self, positions: NDArray[np.floating], camera: Camera, size: tuple[int, int]) -> Projection:
        """Where the nodes at (n, 2) scene `positions` are in a picture of `size`."""
        return project(self.prepared, positions, camera, size, self._ratio)

    # The frame

    def paint_exact(self, frame: Frame, seen: Projection) -> None:
        """The complete picture without emphasis and labels, at once."""
        for _ in self.paint_exact_in_pieces(frame, seen):
            pass

    def paint_exact_in_pieces(self, frame: Frame, seen: Projection) -> Iterator[None]:
        """The complete picture, as a generator that yields after every few milliseconds of drawing."""
        frame.clear(self.theme.canvas)
        edges = seen.visible_edges[:EDGE_CAP]
        if self._is_detailed(seen):
            with frame.painter() as painter:
                self._paint_detailed_edges(painter, seen, edges)
        else:
            count, start = ALWAYS_EXACT_EDGES, 0
            while start < len(edges):
                seconds = self._paint_plain_edges(frame, seen, edges[start : start + count], exact=True)
                start += count
                count = int(np.clip(count * _CHUNK_SECONDS / max(seconds, 1e-4), 500, 20_000))
                yield
        self._paint_nodes(frame, seen, seen.visible_nodes)
        frame.camera = seen.camera

    def paint_preview(self, frame: Frame, seen: Projection) -> bool:
        """As much of the picture as a moving graph allows; whether it is the exact picture already."""
        if len(seen.visible_edges) <= ALWAYS_EXACT_EDGES:
            self.paint_exact(frame, seen)
            return True
        frame.clear(self.theme.canvas)
        affordable = max(int(PREVIEW_SECONDS / self._seconds_per_edge), ALWAYS_EXACT_EDGES)
        edges = seen.visible_edges[: min(affordable, EDGE_CAP)]
        seconds = self._paint_plain_edges(frame, seen, edges, exact=False)
        self._seconds_per_edge = 0.7 * self._seconds_per_edge + 0.3 * seconds / max(len(edges), 1)
        self._paint_nodes(frame, seen, seen.visible_nodes)
        frame.camera = seen.camera
        return False

    # What stands out

    def paint_emphasis(self, frame: Frame, seen: Projection, emphasis: Emphasis) -> None:
        """Fade everything but the neighbourhood or the hits, then draw active edges and rings."""
        standing_out = emphasis.standing_out(self.prepared)
        with frame.painter() as painter:
            selected = as_nodes(emphasis.selected)
            if 0 < len(selected) <= MOST_ACTIVE_NODES:
                self._paint_active_edges(painter, seen, self.prepared.drawn_edges_at(selected))
                self._paint_fragments(painter, seen, self._ends_of(selected))
            if standing_out is not None:
                nodes, edges = standing_out
                veil = QColor(self.theme.canvas)
                veil.setAlphaF((1.0 - FADED_OPACITY) * emphasis.fade)
                painter.fillRect(0, 0, seen.width, seen.height, veil)
                self._paint_active_edges(painter, seen, edges)
                self._paint_fragments(painter, seen, nodes)
            self._paint_rings(painter, seen, emphasis)

    def _ends_of(self, nodes: NDArray[np.intp]) -> NDArray[np.intp]:
        edges = self.prepared.drawn_edges_at(nodes)
        ends = (nodes, self.prepared.sources[edges], self.prepared.targets[edges])
        return np.unique(np.concatenate(ends)).astype(np.intp)

    def _paint_rings(self, painter: QPainter, seen: Projection, emphasis: Emphasis) -> None:
        hovered = frozenset() if emphasis.hovered is None else frozenset((emphasis.hovered,))
        focused = frozenset() if emphasis.focused is None else frozenset((emphasis.focused,))
        rings = (
            (Ring.HOVERED, hovered - emphasis.selected),
            (Ring.SELECTED, emphasis.selected),
            (Ring.FOCUSED, focused),
            (Ring.CHANGED, emphasis.changed),
            (Ring.ADDED, emphasis.added),
            (Ring.PINNED, emphasis.pinned),
        )
        for ring, nodes in rings:
            shown = seen.in_sight(as_nodes(nodes))
            if len(shown):
                sources = self._rings.sources(ring, seen.diameters[shown])
                fragments = make_fragments(seen.x[shown], seen.y[shown], sources)
                draw_fragments(painter, fragments, self._rings.pixmap)

    # Labels

    def paint_labels(
        self, frame: Frame, seen: Projection, emphasis: Emphasis, budget: float = LABEL_SECONDS
    ) -> list[PlacedLabel]:
        """Draw all labels that find a place, painting new ones for at most about `budget` seconds."""
        chosen = LabelChooser(self.prepared, seen, emphasis, self._labels).place()
        with frame.painter() as painter:
            shown = paint_labels(painter, chosen, self._labels, budget)
        self.labels_missing = len(shown) < len(chosen)
        return shown

    # Edges

    def _is_detailed(self, seen: Projection) -> bool:
        smallest = SMALLEST_DETAILED_RADIUS * self._ratio
        is_small = len(seen.radii) == 0 or float(np.median(seen.radii)) < smallest
        return len(seen.visible_edges) <= (ALWAYS_EXACT_EDGES if is_small else DETAILED_EDGES)

    def _paint_detailed_edges(self, painter: QPainter, seen: Projection, edges: NDArray[np.intp]) -> None:
        lines = edge_lines(self.prepared, seen, edges)
        painter.setPen(self._edge_pen(lines.segments, len(edges), seen))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lines(painter, lines.segments)
        self._paint_arrows(painter, seen, lines, self._arrows)

    def _paint_active_edges(self, painter: QPainter, seen: Projection, edges: NDArray[np.intp]) -> None:
        edges = edges[:DETAILED_EDGES]
        lines = edge_lines(self.prepared, seen, edges)
        width = _ACTIVE_EDGE_WIDTH * self._ratio if len(edges) <= ALWAYS_EXACT_EDGES else 1.0
        pen = QPen(self.theme.edge_active, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lines(painter, lines.segments)
        self._paint_arrows(painter, seen, lines, self._active_arrows)

    def _paint_arrows(
        self, painter: QPainter, seen: Projection, lines: EdgeLines, arrows: ArrowSprites
    ) -> None:
        length = arrow_length(seen)
        tips, directions = lines.tips[lines.has_room], lines.directions[lines.has_room]
        x = tips[:, 0] - np.cos(directions) * (length / 2)
        y = tips[:, 1] - np.sin(directions) * (length / 2)
        fragments = make_fragments(x, y, arrows.sources(length, directions))
        draw_fragments(painter, fragments, arrows.sheet(length))

    def _paint_plain_edges(
        self, frame: Frame, seen: Projection, edges: NDArray[np.intp], *, exact: bool
    ) -> float:
        """Straight lines from centre to centre; returns how long the drawing took, s."""
        lines = centre_lines(self.prepared, seen, edges)
        lengths = np.abs(lines[:, 2] - lines[:, 0]) + np.abs(lines[:, 3] - lines[:, 1])
        started = time.perf_counter()
        with frame.painter() as painter:
            count = min(len(seen.visible_edges), EDGE_CAP)
            painter.setPen(self._edge_pen(lines, count, seen))
            antialiased = exact and count <= ANTIALIASED_EDGES
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, antialiased)
            draw_lines(painter, lines[lengths > 2 * float(np.min(seen.radii))])
        return time.perf_counter() - started

    def _edge_pen(self, segments: NDArray[np.float64], count: int, seen: Projection) -> QPen:
        """Width 1 and the more transparent the more ink there is, estimated from a fair sample."""
        color = QColor(self.theme.edge)
        if len(segments) and count > ALWAYS_EXACT_EDGES:
            spans = np.abs(segments[:, 2:] - segments[:, :2]).clip(0, max(seen.width, seen.height))
            ink = float(spans.sum(axis=1).mean()) * 0.8 * count
            alpha = 255 * 0.55 * _covered_area(seen) / max(ink, 1.0)
            color.setAlpha(int(np.clip(alpha, 14, 200)))
        pen = QPen(color, 1.0 if self._ratio < 1.5 or count > ALWAYS_EXACT_EDGES else self._ratio)
        pen.setCosmetic(True)
        return pen

    # Nodes

    def _paint_nodes(self, frame: Frame, seen: Projection, nodes: NDArray[np.intp]) -> None:
        if not len(nodes):
            return
        if int(seen.diameters[nodes].min()) <= LARGEST_DOT * math.ceil(self._ratio):
            small = seen.diameters[nodes] <= LARGEST_DOT * math.ceil(self._ratio)
            self._paint_dots(frame, seen, nodes[small])
            nodes = nodes[~small]
        with frame.painter() as painter:
            self._paint_fragments(painter, seen, nodes)

    def _paint_fragments(self, painter: QPainter, seen: Projection, nodes: NDArray[np.intp]) -> None:
        looks = self.prepared.look_of_node[nodes]
        sources = self._nodes.sources(self.prepared.looks, looks, seen.diameters[nodes])
        fragments = make_fragments(seen.x[nodes], seen.y[nodes], sources)
        draw_fragments(painter, fragments, self._nodes.pixmap)

    def _prepare_dots(self) -> None:
        colors = [
            self.theme.secondary_text if look.is_ghost else self.theme.type_color(look.slot)
            for look in self.prepared.looks
        ]
        by_look = np.array([color.rgb() for color in colors], np.uint32)
        self._dot_colors = by_look[self.prepared.look_of_node] if len(by_look) else by_look

    def _paint_dots(self, frame: Frame, seen: Projection, nodes: NDArray[np.intp]) -> None:
        """Squares without corners written straight into the buffer: many times faster than any other way."""
        pixels = frame.pixels.reshape(-1)
        width, height = frame.size
        side = int(seen.diameters[nodes].min()) if len(nodes) else 1
        column = (seen.x[nodes] - side / 2).astype(np.int64)
        row = (seen.y[nodes] - side / 2).astype(np.int64)
        inside = (column >= 0) & (column < width - side) & (row >= 0) & (row < height - side)
        first, colors = row[inside] * width + column[inside], self._dot_colors[nodes[inside]]
        for y in range(side):
            for x in range(side):
                is_corner = side >= LARGEST_DOT and x in (0, side - 1) and y in (0, side - 1)
                if not is_corner:
                    pixels[first + (y * width + x)] = colors


def _covered_area(seen: Projection) -> float:
    """About how much of the picture the graph takes up, square px."""
    x, y = seen.x[seen.visible_nodes], seen.y[seen.visible_nodes]
    spread = 16.0 * float(x.std()) * float(y.std()) if len(x) else math.inf
    return min(spread, float(seen.width * seen.height))


def _between(first: QColor, second: QColor) -> QColor:
    return QColor(
        (first.red() + second.red()) // 2,
        (first.green() + second.green()) // 2,
        (first.blue() + second.blue()) // 2,
    )
