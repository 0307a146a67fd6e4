"""A picture as shapes instead of pixels: the painter's edges, arrow heads, nodes and labels, measured.

Measuring needs Qt's fonts and so the main thread; what comes of it can be spelt (see `svg`) on any thread.
All lengths are logical pixels.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPen

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.edge_geometry import arrow_length, centre_lines, edge_lines
from mnemoscope_gui.canvas.edge_painter import EDGE_CAP, EdgePainter, without_short_lines
from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.label_chooser import LabelChooser
from mnemoscope_gui.canvas.label_metrics import SIDE_MARGIN, LabelKind, LabelMetrics
from mnemoscope_gui.canvas.labels import PlacedLabel
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import Projection, project
from mnemoscope_gui.canvas.sprites import ARROW_HALF_WIDTH, INITIAL_WEIGHT, initial_pixels
from mnemoscope_gui.theme import Theme


@dataclass(frozen=True)
class VectorPicture:
    """A picture that is measured and has only to be spelt.

    Attributes:
        prepared, seen, theme: what is drawn, where and in which colours.
        family: the name of the font that was measured.
        labels: the labels that have found a place.
        edges: a polyline, (p, 2), for each edge.
        edge_pen: what all edges are drawn with.
        arrows: (k, 3, 2) arrow heads.
        initials: for each diameter with room for one, the font size of initials, and how far under the centre
            they stand.
    """

    prepared: PreparedScene
    seen: Projection
    theme: Theme
    family: str
    labels: tuple["VectorLabel", ...]
    edges: list[NDArray[np.float64]]
    edge_pen: QPen
    arrows: NDArray[np.float64]
    initials: dict[int, tuple[int, float]]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.seen.width, self.seen.height


@dataclass(frozen=True)
class VectorLabel:
    """A label: its text centred at x on the baseline at y, running over `length`, in letters of `pixels`."""

    kind: LabelKind
    text: str
    x: float
    y: float
    length: float
    pixels: int


def vector_picture(
    prepared: PreparedScene,
    positions: NDArray[np.floating],
    theme: Theme,
    camera: Camera,
    size: tuple[int, int],
) -> VectorPicture:
    """Measure what `camera` sees of the nodes at (n, 2) `positions` (edge lengths) in a picture of `size`.

    It needs a QGuiApplication. Nothing that stands out for the moment, such as a selection, is drawn.
    """
    font = QFont()
    seen = project(prepared, positions, camera, size, 1.0)
    metrics = LabelMetrics(font, 1.0)
    placed = LabelChooser(prepared, seen, Emphasis(), metrics).place()
    edges, pen, arrows = _measured_edges(prepared, seen, theme)
    diameters = np.unique(seen.diameters[seen.visible_nodes]).tolist()
    sizes = [diameter for diameter in diameters if initial_pixels(diameter, 1.0)]
    return VectorPicture(
        prepared=prepared,
        seen=seen,
        theme=theme,
        family=QFontInfo(font).family(),
        labels=tuple(_measured_label(label, metrics) for label in placed),
        edges=edges,
        edge_pen=pen,
        arrows=arrows,
        initials={diameter: _measured_initial(font, diameter) for diameter in sizes},
    )


def _measured_edges(
    prepared: PreparedScene, seen: Projection, theme: Theme
) -> tuple[list[NDArray[np.float64]], QPen, NDArray[np.float64]]:
    edges = seen.visible_edges[:EDGE_CAP]
    painter = EdgePainter(theme, 1.0)
    arrows = np.empty((0, 3, 2))
    if painter.is_detailed(seen):
        lines = edge_lines(prepared, seen, edges)
        segments = lines.segments
        changes = np.flatnonzero(np.diff(lines.owners)) + 1
        pieces = np.split(segments, changes) if len(segments) else []
        shapes = [np.concatenate((piece[:1, :2], piece[:, 2:])) for piece in pieces]
        arrows = _arrow_heads(lines.tips[lines.has_room], lines.directions[lines.has_room], seen)
    else:
        segments = centre_lines(prepared, seen, edges)
        shapes = list(without_short_lines(segments, seen).reshape(-1, 2, 2))
    return shapes, painter.pen(prepared, seen), arrows


def _arrow_heads(
    tips: NDArray[np.float64], directions: NDArray[np.float64], seen: Projection
) -> NDArray[np.float64]:
    length = arrow_length(seen)
    along = np.stack((np.cos(directions), np.sin(directions)), axis=1)
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) * (length * ARROW_HALF_WIDTH)
    back = tips - along * length
    return np.stack((back - across, tips, back + across), axis=1)


def _measured_label(label: PlacedLabel, metrics: LabelMetrics) -> VectorLabel:
    left, top, _, _ = label.rectangle
    kind, length = label.key.kind, metrics.advance(label.key)
    return VectorLabel(
        kind=kind,
        text=metrics.text(label.key),
        x=left + SIDE_MARGIN + length / 2,
        y=top + metrics.baseline(kind),
        length=length,
        pixels=metrics.font(kind).pixelSize(),
    )


def _measured_initial(font: QFont, diameter: int) -> tuple[int, float]:
    styled = QFont(font)
    styled.setPixelSize(initial_pixels(diameter, 1.0))
    styled.setWeight(INITIAL_WEIGHT)
    metrics = QFontMetricsF(styled)
    return styled.pixelSize(), (metrics.ascent() - metrics.descent()) / 2
