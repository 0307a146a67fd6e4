"""Draws edges: exactly with fans and arrow heads, as plain lines where there are very many, or standing out.

All lengths are device pixels.
"""

import math
import sys
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

INK_SAMPLE = 2_000
AREA_SAMPLE = 4_000
"""So many edges and nodes tell how much ink there will be and how much area."""

# This thread's own time, which other programs do not lengthen; on Windows it advances every 16 ms only.
_clock = time.perf_counter if sys.platform == "win32" else time.thread_time


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
        painter.setPen(self.pen(prepared, seen))
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
        """Straight lines from centre to centre; returns the CPU time of the drawing, seconds."""
        started = _clock()
        lines = centre_lines(prepared, seen, edges)
        with frame.painter() as painter:
            painter.setPen(self.pen(prepared, seen))
            antialiased = exact and len(seen.visible_edges) <= ANTIALIASED_EDGES
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, antialiased)
            draw_lines(painter, without_short_lines(lines, seen))
        return _clock() - started

    def pen(self, prepared: PreparedScene, seen: Projection) -> QPen:
        """Width 1 for all edges of a picture, and the more transparent the more ink they are."""
        color, is_crowd = QColor(self._theme.edge), len(seen.visible_edges) > ALWAYS_EXACT_EDGES
        if is_crowd:
            color.setAlpha(_alpha(prepared, seen))
        pen = QPen(color, 1.0 if self._ratio < 1.5 or is_crowd else self._ratio)
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


def _alpha(prepared: PreparedScene, seen: Projection) -> int:
    """How strong the lines of a picture are, of 255; a sample tells how much ink there is."""
    lines = centre_lines(prepared, seen, seen.visible_edges[:INK_SAMPLE])
    spans = np.abs(lines[:, 2:] - lines[:, :2]).clip(0, max(seen.width, seen.height))
    ink = float(spans.sum(axis=1).mean()) * 0.8 * min(len(seen.visible_edges), EDGE_CAP)
    return int(np.clip(255 * INK * _covered_area(seen) / max(ink, 1.0), FAINTEST, STRONGEST))


def _covered_area(seen: Projection) -> float:
    """About how much of the picture the graph takes up, square px."""
    sample = seen.visible_nodes[:: max(1, len(seen.visible_nodes) // AREA_SAMPLE)]
    x, y = seen.x[sample], seen.y[sample]
    spread = 16.0 * float(x.std()) * float(y.std()) if len(x) else math.inf
    return min(spread, float(seen.width * seen.height))
