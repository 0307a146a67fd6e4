"""The two canvases that are compared: ours, and pyqtgraph's GraphItem. Both are widgets of one size."""

import statistics
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QApplication
from python_packages import install_python

from mnemoscope_gui.canvas import painter as painter_module
from mnemoscope_gui.canvas.edge_painter import EdgePainter
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

SIZE = (1600, 1000)
EXPOSED_SECONDS = 5
PYQTGRAPH = ("pyqtgraph==0.14.0", "colorama==0.4.6")


class OwnCanvas:
    """The canvas of the window, shown, with a scene at given positions and without a layout."""

    def __init__(self, scene, positions):
        self.view = GraphView(Theme.light())
        self.view.resize(*SIZE)
        _show(self.view)
        self.view.state.replace_scene(scene, {})
        self.view.state.set_positions(positions)
        self.view.state.set_camera(self.view.state.camera_for_all())

    def paint(self, positions):
        """Paint a frame of nodes that have moved, and do what timers ask for."""
        self.view.state.set_positions(positions)
        self.view.repaint()
        QApplication.processEvents()

    def close(self):
        """End its timers."""
        self.view.stop()
        self.view.close()


class PyqtgraphCanvas:
    """GraphItem as fast as it goes: no antialiasing, no outlines, one colour, no axes."""

    def __init__(self, scene, positions):
        import pyqtgraph

        self._edges = scene.edges
        self._look = {"size": 6, "symbolPen": None, "symbolBrush": (40, 80, 200), "pxMode": True}
        self._widget = pyqtgraph.GraphicsView()
        self._widget.setAntialiasing(False)
        box = pyqtgraph.ViewBox(enableMenu=False, defaultPadding=0.02, lockAspect=True)
        self._widget.setCentralItem(box)
        self._item = pyqtgraph.GraphItem()
        box.addItem(self._item)
        self._widget.resize(*SIZE)
        _show(self._widget)
        self._set(positions)
        low, high = positions.min(axis=0).astype(float), positions.max(axis=0).astype(float)
        box.setRange(xRange=(low[0], high[0]), yRange=(low[1], high[1]))

    def paint(self, positions):
        """Paint a frame of nodes that have moved, and do what timers ask for."""
        self._set(positions)
        self._widget.viewport().repaint()
        QApplication.processEvents()

    def close(self):
        """Take it off the screen."""
        self._widget.close()

    def _set(self, positions):
        points = positions.astype(np.float64)
        self._item.setData(pos=points, adj=self._edges, pen=(120, 120, 120, 80), **self._look)


def _show(widget):
    """Show a widget; before it is exposed nothing would be painted."""
    widget.show()
    deadline = time.monotonic() + EXPOSED_SECONDS
    while not widget.windowHandle().isExposed() and time.monotonic() < deadline:
        QApplication.processEvents()


def install_pyqtgraph():
    """Make pyqtgraph importable; return whether it can be had."""
    home = install_python(*PYQTGRAPH)
    if home is None:
        return False
    if str(home) not in sys.path:
        sys.path.append(str(home))
    return True


def frame_milliseconds(canvas, frames, clock=time.process_time):
    """Return how long each frame took, ms."""
    times = []
    for positions in frames:
        start = clock()
        canvas.paint(positions)
        times.append((clock() - start) * 1000)
    return times


def median_frame_milliseconds(canvas, frames, warm_up=3):
    """Return the median CPU time of a frame, ms; the first few only prepare caches and budgets."""
    return statistics.median(frame_milliseconds(canvas, frames)[warm_up:])


@dataclass
class DrawnEdges:
    """Counts, while in a `with` statement, the share of visible edges that each frame of ours draws."""

    shares: list

    def __enter__(self):
        self._original = original = EdgePainter.paint_plain

        def counting(painter, frame, prepared, seen, edges, *, exact):
            if not exact:
                self.shares.append(len(edges) / max(len(seen.visible_edges), 1))
            return original(painter, frame, prepared, seen, edges, exact=exact)

        EdgePainter.paint_plain = counting
        return self

    def __exit__(self, *_):
        EdgePainter.paint_plain = self._original

    def median(self):
        """Return the share in the median frame; 1 where every frame was exact."""
        return statistics.median(self.shares) if self.shares else 1.0


@contextmanager
def unlimited_previews():
    """Let frames take as long as all edges that a picture may show need."""
    budget = painter_module.PREVIEW_SECONDS
    painter_module.PREVIEW_SECONDS = 10.0
    try:
        yield
    finally:
        painter_module.PREVIEW_SECONDS = budget
