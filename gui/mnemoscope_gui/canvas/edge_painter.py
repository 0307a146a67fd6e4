"""Draws edges: exactly with fans and arrow heads, as plain lines where there are very many, or standing out.

All lengths are device pixels.
"""

import math
import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from mnemoscope_gui.canvas.batch import draw_fragments, draw_lines, make_fragments
from mnemoscope_gui.canvas.edge_geometry import EdgeLines, arrow_length, centre_lines, edge_lines
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, Projection
from mnemoscope_gui.canvas.sprites import ArrowSprites
from mnemoscope_gui.theme import Theme

EDGE_CAP = 60_000
"""No picture draws more: beyond it they would only be a grey blob, and a prefix is a fair sample."""

ANTIALIASED_EDGES = 30_000
DETAILED_EDGES = 4_000
"""Up to this many edges in sight are fanned, cut at the nodes' rims and given arrow heads."""

SMALLEST_DETAILED_RADIUS = 3.5
"""With smaller nodes only `ALWAYS_EXACT_EDGES` are: arrow heads could hardly be seen."""

ACTIVE_WIDTH = 2.0
INK = 0.55
"""Many edges are so transparent that together they cover about this share of the graph's area."""

FAINTEST, STRONGEST = 14, 200
"""Between these alpha values, of 255."""


class EdgePainter:
    """Edges of any prepared scene in one theme at one device pixel ratio."""

    def __init__(self, theme: Theme, device_pixel_ratio: float) -> None:
        self._theme = theme
        self._ratio = device_pixel_ratio
        self._arrows = ArrowSprites(arrow_color(theme))
        self._active_arrows = ArrowSprites(theme.edge_active)

    def is_detailed(self, seen: Projection) -> bool:
        """Whether this picture shows fans and arrow heads."""
        has_large_nodes = len(seen.radii) > 0 and (
            float(np.median(seen.radii)) >= SMALLEST_DETAILED_RADIUS * self._ratio
        )
        return len(seen.visible_edges) <= (DETAILED_EDGES if has_large_nodes else ALWAYS_EXACT_EDGES)

    def paint_detailed(
        self, painter: QPainter, prepared: PreparedScene, seen: Projection, edges: NDArray[np.intp]
    ) -> None:
        """Exact lines and arrow heads."""
        lines = edge_lines(prepared, seen, edges)
        painter.setPen(self.pen(lines.segments, len(edges), seen))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lines(painter, lines.segments)
        _paint_arrows(painter, seen, lines, self._arrows)

    def paint_active(
        self, painter: QPainter, prepared: PreparedScene, seen: Projection, edges: NDArray[np.intp]
    ) -> None:
        """Edges that stand out: wider and stronger, at most `DETAILED_EDGES` of them."""
        edges = edges[:DETAILED_EDGES]
        lines = edge_lines(prepared, seen, edges)
        # Pens wider than 1 are several times slower.
        width = ACTIVE_WIDTH * self._ratio if len(edges) <= ALWAYS_EXACT_EDGES else 1.0
        pen = QPen(self._theme.edge_active, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lines(painter, lines.segments)
        _paint_arrows(painter, seen, lines, self._active_arrows)

    def paint_plain(
        self,
        frame: Frame,
        prepared: PreparedScene,
        seen: Projection,
        edges: NDArray[np.intp],
        *,
        exact: bool,
    ) -> float:
        """Straight lines from centre to centre; returns how long the drawing took, seconds."""
        lines = centre_lines(prepared, seen, edges)
        count = min(len(seen.visible_edges), EDGE_CAP)
        started = time.perf_counter()
        with frame.painter() as painter:
            painter.setPen(self.pen(lines, count, seen))
            antialiased = exact and count <= ANTIALIASED_EDGES
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, antialiased)
            draw_lines(painter, without_short_lines(lines, seen))
        return time.perf_counter() - started

    def pen(self, segments: NDArray[np.float64], count: int, seen: Projection) -> QPen:
        """Width 1 and the more transparent the more ink there is, estimated from a fair sample."""
        color = QColor(self._theme.edge)
        if len(segments) and count > ALWAYS_EXACT_EDGES:
            spans = np.abs(segments[:, 2:] - segments[:, :2]).clip(0, max(seen.width, seen.height))
            ink = float(spans.sum(axis=1).mean()) * 0.8 * count
            alpha = 255 * INK * _covered_area(seen) / max(ink, 1.0)
            color.setAlpha(int(np.clip(alpha, FAINTEST, STRONGEST)))
        pen = QPen(color, 1.0 if self._ratio < 1.5 or count > ALWAYS_EXACT_EDGES else self._ratio)
        pen.setCosmetic(True)
        return pen


def without_short_lines(lines: NDArray[np.float64], seen: Projection) -> NDArray[np.float64]:
    """Those of (e, 4) lines that can be seen between their nodes."""
    lengths = np.abs(lines[:, 2] - lines[:, 0]) + np.abs(lines[:, 3] - lines[:, 1])
    return lines[lengths > 2 * float(np.min(seen.radii))]


def arrow_color(theme: Theme) -> QColor:
    """Arrow heads at rest are stronger than their lines: they are small."""
    first, second = theme.edge, theme.edge_active
    return QColor(
        (first.red() + second.red()) // 2,
        (first.green() + second.green()) // 2,
        (first.blue() + second.blue()) // 2,
    )


def _paint_arrows(painter: QPainter, seen: Projection, lines: EdgeLines, arrows: ArrowSprites) -> None:
    length = arrow_length(seen)
    tips, directions = lines.tips[lines.has_room], lines.directions[lines.has_room]
    x = tips[:, 0] - np.cos(directions) * (length / 2)
    y = tips[:, 1] - np.sin(directions) * (length / 2)
    fragments = make_fragments(x, y, arrows.sources(length, directions))
    draw_fragments(painter, fragments, arrows.sheet(length))


def _covered_area(seen: Projection) -> float:
    """About how much of the picture the graph takes up, square px."""
    x, y = seen.x[seen.visible_nodes], seen.y[seen.visible_nodes]
    spread = 16.0 * float(x.std()) * float(y.std()) if len(x) else math.inf
    return min(spread, float(seen.width * seen.height))
