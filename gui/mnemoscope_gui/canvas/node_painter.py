"""Draws nodes and the rings around them in batches; the smallest nodes of large graphs are dots.

All lengths are device pixels.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont, QPainter

from mnemoscope_gui.canvas.batch import draw_fragments, make_fragments
from mnemoscope_gui.canvas.emphasis import Emphasis, as_nodes
from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.projection import Projection
from mnemoscope_gui.canvas.sprites import NodeSprites, Ring, RingSprites
from mnemoscope_gui.theme import Theme

LARGEST_DOT = 4
"""Nodes of at most this diameter are dots, px at a ratio of 1."""


class NodePainter:
    """Nodes of one prepared scene in one theme at one device pixel ratio."""

    def __init__(self, prepared: PreparedScene, theme: Theme, font: QFont, device_pixel_ratio: float) -> None:
        self._theme = theme
        self._largest_dot = LARGEST_DOT * math.ceil(device_pixel_ratio)
        self._sprites = NodeSprites(theme, font, device_pixel_ratio)
        self._rings = RingSprites(theme, device_pixel_ratio)
        self.set_scene(prepared)

    def set_scene(self, prepared: PreparedScene) -> None:
        """Draw the nodes of another scene from now on; sprites are kept."""
        self._prepared = prepared
        colors = [
            self._theme.secondary_text if look.is_ghost else self._theme.type_color(look.slot)
            for look in prepared.looks
        ]
        by_look = np.array([color.rgb() for color in colors], np.uint32)
        self._dot_colors = by_look[prepared.look_of_node]

    def paint(self, frame: Frame, seen: Projection, nodes: NDArray[np.intp]) -> None:
        """Draw nodes into a frame."""
        is_dot = seen.diameters[nodes] <= self._largest_dot
        if is_dot.any():
            self._paint_dots(frame, seen, nodes[is_dot])
        with frame.painter() as painter:
            self.paint_sprites(painter, seen, nodes[~is_dot])

    def paint_sprites(self, painter: QPainter, seen: Projection, nodes: NDArray[np.intp]) -> None:
        """Draw nodes with a painter, whatever their size."""
        looks = self._prepared.look_of_node[nodes]
        sources = self._sprites.sources(self._prepared.looks, looks, seen.diameters[nodes])
        fragments = make_fragments(seen.x[nodes], seen.y[nodes], sources)
        draw_fragments(painter, fragments, self._sprites.pixmap)

    def paint_rings(self, painter: QPainter, seen: Projection, emphasis: Emphasis) -> None:
        """Draw the rings, badges and pins of nodes in states of their own."""
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

    def _paint_dots(self, frame: Frame, seen: Projection, nodes: NDArray[np.intp]) -> None:
        """Squares without corners written straight into the buffer: many times faster than any other way."""
        pixels = frame.pixels.reshape(-1)
        width, height = frame.size
        side = int(seen.diameters[nodes].min())
        column = (seen.x[nodes] - side / 2).astype(np.int64)
        row = (seen.y[nodes] - side / 2).astype(np.int64)
        inside = (column >= 0) & (column < width - side) & (row >= 0) & (row < height - side)
        first, colors = row[inside] * width + column[inside], self._dot_colors[nodes[inside]]
        for y in range(side):
            for x in range(side):
                is_corner = side >= LARGEST_DOT and x in (0, side - 1) and y in (0, side - 1)
                if not is_corner:
                    pixels[first + (y * width + x)] = colors
