"""Draws a scene into a frame: edges and nodes, then what stands out, then labels.

The frame without emphasis and labels can be kept while those change. All lengths are device pixels.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QFont

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.edge_painter import EDGE_CAP, EdgePainter
from mnemoscope_gui.canvas.emphasis import FADED_OPACITY, Emphasis, as_nodes
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.label_atlas import LabelAtlas
from mnemoscope_gui.canvas.label_chooser import LabelChooser
from mnemoscope_gui.canvas.label_occupancy import Rectangle
from mnemoscope_gui.canvas.labels import KeptLabels, PlacedLabel, paint_labels
from mnemoscope_gui.canvas.node_painter import NodePainter
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, Projection, project
from mnemoscope_gui.canvas.scene import empty_scene
from mnemoscope_gui.theme import Theme

PREVIEW_SECONDS = 0.014
"""What a preview may spend on edges, CPU time."""

LABEL_SECONDS = 0.006
"""What a frame may spend on painting labels that have no picture yet."""

PIECE_SECONDS = 0.008
SMALLEST_PIECE, LARGEST_PIECE = 500, 20_000
"""An exact picture comes in pieces of about this duration, and between that many edges."""

MOST_ACTIVE_NODES = 8
"""With more nodes selected than this their edges are drawn as all others."""


class GraphPainter:
    """Draws one scene in one theme at one device pixel ratio.

    Attributes:
        prepared: the scene that is drawn.
        theme: its colours.
        label_density: 1 for the usual labels, less for a share of them, more for more.
        labels_missing: whether the last labels were cut short by their budget and need another frame.
    """

    def __init__(self, theme: Theme, device_pixel_ratio: float = 1.0, font: QFont | None = None) -> None:
        self._ratio = device_pixel_ratio
        self._font = QFont() if font is None else font
        self._seconds_per_edge = 1e-6
        self.prepared = PreparedScene(empty_scene())
        self.labels_missing = False
        self.label_density = 1.0
        self.set_theme(theme)

    @property
    def device_pixel_ratio(self) -> float:
        """Device pixels per logical pixel."""
        return self._ratio

    def set_scene(self, prepared: PreparedScene) -> None:
        """Draw another scene from now on."""
        self.prepared = prepared
        self._nodes.set_scene(prepared)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours from now on."""
        self.theme = theme
        self._edges = EdgePainter(theme, self._ratio)
        self._nodes = NodePainter(self.prepared, theme, self._font, self._ratio)
        self._labels = LabelAtlas(theme, self._font, self._ratio)

    def project(self, positions: NDArray[np.floating], camera: Camera, size: tuple[int, int]) -> Projection:
        """Where the nodes at (n, 2) scene `positions` are in a picture of `size`."""
        return project(self.prepared, positions, camera, size, self._ratio)

    def paint_exact(self, frame: Frame, seen: Projection) -> None:
        """The complete picture without emphasis and labels, at once."""
        for _ in self.paint_exact_in_pieces(frame, seen):
            pass

    def paint_exact_in_pieces(self, frame: Frame, seen: Projection) -> Iterator[None]:
        """The complete picture, as a generator that yields after every few milliseconds of drawing."""
        frame.clear(self.theme.canvas)
        edges = seen.visible_edges[:EDGE_CAP]
        if self._edges.is_detailed(seen):
            with frame.painter() as painter:
                self._edges.paint_detailed(painter, self.prepared, seen, edges)
        else:
            count, start = ALWAYS_EXACT_EDGES, 0
            while start < len(edges):
                piece = edges[start : start + count]
                seconds = self._edges.paint_plain(frame, self.prepared, seen, piece, exact=True)
                start += count
                affordable = count * PIECE_SECONDS / max(seconds, 1e-4)
                count = int(np.clip(affordable, SMALLEST_PIECE, LARGEST_PIECE))
                yield
        self._nodes.paint(frame, seen, seen.visible_nodes)
        frame.camera = seen.camera

    def paint_preview(self, frame: Frame, seen: Projection) -> bool:
        """As much of the picture as a moving graph allows; whether it is the exact picture already."""
        if len(seen.visible_edges) <= ALWAYS_EXACT_EDGES:
            self.paint_exact(frame, seen)
            return True
        frame.clear(self.theme.canvas)
        affordable = max(int(PREVIEW_SECONDS / self._seconds_per_edge), ALWAYS_EXACT_EDGES)
        edges = seen.visible_edges[: min(affordable, EDGE_CAP)]
        seconds = self._edges.paint_plain(frame, self.prepared, seen, edges, exact=False)
        self._seconds_per_edge = 0.7 * self._seconds_per_edge + 0.3 * seconds / len(edges)
        self._nodes.paint(frame, seen, seen.visible_nodes)
        frame.camera = seen.camera
        return False

    def paint_emphasis(self, frame: Frame, seen: Projection, emphasis: Emphasis) -> None:
        """Rings and the edges of a selection; then all but a neighbourhood or hits fade."""
        standing_out = emphasis.standing_out(self.prepared)
        with frame.painter() as painter:
            if 0 < len(emphasis.selected) <= MOST_ACTIVE_NODES:
                selected = as_nodes(emphasis.selected)
                edges = self.prepared.drawn_edges_at(selected)
                self._edges.paint_active(painter, self.prepared, seen, edges)
                self._nodes.paint_sprites(painter, seen, self.prepared.with_ends(selected, edges))
            self._nodes.paint_rings(painter, seen, emphasis)
            if standing_out is not None:
                nodes, edges = standing_out
                veil = QColor(self.theme.canvas)
                veil.setAlphaF((1.0 - FADED_OPACITY) * emphasis.fade)
                painter.fillRect(0, 0, seen.width, seen.height, veil)
                self._edges.paint_active(painter, self.prepared, seen, edges)
                self._nodes.paint_sprites(painter, seen, nodes)
                self._nodes.paint_rings(painter, seen, emphasis.among(nodes))

    def paint_labels(
        self,
        frame: Frame,
        seen: Projection,
        emphasis: Emphasis,
        budget: float = LABEL_SECONDS,
        kept: KeptLabels | None = None,
        taken: Sequence[Rectangle] = (),
    ) -> list[PlacedLabel]:
        """Draw all labels that find a place, painting new ones for at most about `budget` seconds.

        With `kept` only those nodes and edges may have labels. None comes under `taken` rectangles.
        """
        metrics, density = self._labels.metrics, self.label_density
        chosen = LabelChooser(self.prepared, seen, emphasis, metrics, kept, density, taken).place()
        with frame.painter() as painter:
            shown = paint_labels(painter, chosen, self._labels, budget)
        self.labels_missing = len(shown) < len(chosen)
        return shown
