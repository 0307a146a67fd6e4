"""Keeps the last picture of the graph and improves it: shifted at once, then a preview, exact soon after.

Small graphs are always drawn exactly. A large one is shown by its last picture, shifted and scaled, while
the camera moves; by a preview with fewer edges while its nodes move; and exactly after a short rest, drawn
piece by piece so that the window stays responsive.
"""

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter

from mnemoscope_gui.canvas.frame import Frame
from mnemoscope_gui.canvas.painter import GraphPainter
from mnemoscope_gui.canvas.projection import ALWAYS_EXACT_EDGES, CROWD, Projection

REST_MILLISECONDS = 120
"""After the last change the exact picture is begun."""


class FrameKeeper(QObject):
    """Frames of one painter.

    Signals:
        improved(): the exact picture is complete; paint again.
    """

    improved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._size = (1, 1)
        self._front, self._output = Frame(1, 1), Frame(1, 1)
        self._is_stale = True
        self._is_exact = False
        self._is_at_rest = False
        self._seen: Projection | None = None
        self._painter: GraphPainter | None = None
        self._pieces: Iterator[None] | None = None
        self._next: Frame | None = None
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._begin_exact)
        self._work = QTimer(self, singleShot=True, interval=0)
        self._work.timeout.connect(self._continue_exact)

    def resize(self, width: int, height: int) -> None:
        """Frames of another size, device pixels."""
        if (width, height) != self._size:
            self._size = (width, height)
            self._front, self._output = Frame(width, height), Frame(width, height)
            self.invalidate()

    def invalidate(self) -> None:
        """Nodes, edges or colours have changed: the last picture is worth nothing."""
        self._is_stale = True
        self._is_at_rest = False
        # What is known of the scene may not fit the next one: its first picture begins anew.
        self._rest.stop()
        self._give_up_exact()

    def come_to_rest(self) -> None:
        """No change is expected soon: the next picture is followed by the exact one without a pause."""
        self._is_at_rest = True

    def stop(self) -> None:
        """Begin nothing more."""
        self._rest.stop()
        self._work.stop()
        self._give_up_exact()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frames, device pixels."""
        return self._size

    @property
    def is_exact(self) -> bool:
        """Whether the last composed picture is up to date and shows all edges that a picture can show."""
        return self._is_exact and not self._is_stale

    def compose(self, painter: GraphPainter, seen: Projection) -> Frame:
        """The picture without emphasis and labels, in a frame that may be drawn on."""
        self._painter, self._seen = painter, seen
        camera_moved = self._front.camera != seen.camera
        if self._is_stale or (camera_moved and not _is_large(seen)):
            self._give_up_exact()
            self._is_exact = painter.paint_preview(self._front, seen)
            self._is_stale = camera_moved = False
            if not self._is_exact:
                self._rest.start(0 if self._is_at_rest else REST_MILLISECONDS)
        if camera_moved:
            self._give_up_exact()
            self._is_exact = False
            self._rest.start(REST_MILLISECONDS)
            _draw_moved(self._front, self._output, seen, painter)
        else:
            np.copyto(self._output.pixels, self._front.pixels)
        return self._output

    def _begin_exact(self) -> None:
        if self._painter is not None and self._seen is not None and not self._is_exact:
            self._next = Frame(*self._size)
            self._pieces = self._painter.paint_exact_in_pieces(self._next, self._seen)
            self._work.start()

    def _continue_exact(self) -> None:
        if self._pieces is None or self._next is None:
            return
        if next(self._pieces, self) is self:
            self._front = self._next
            self._give_up_exact()
            self._is_exact = True
            self.improved.emit()
        else:
            self._work.start()

    def _give_up_exact(self) -> None:
        """Let the picture in hand go; a frame takes megabytes, so none is kept for the next one."""
        self._pieces = self._next = None


def _is_large(seen: Projection) -> bool:
    return len(seen.visible_edges) > ALWAYS_EXACT_EDGES or len(seen.visible_nodes) > CROWD


def _draw_moved(source: Frame, target: Frame, seen: Projection, painter: GraphPainter) -> None:
    """The last picture as the camera sees it from where it is now."""
    target.clear(painter.theme.canvas)
    old, new = source.camera, seen.camera
    if old is None:
        return
    ratio, zoom = seen.device_pixel_ratio, new.scale / old.scale
    with target.painter() as painting:
        painting.translate(
            (new.offset_x - old.offset_x * zoom) * ratio, (new.offset_y - old.offset_y * zoom) * ratio
        )
        painting.scale(zoom, zoom)
        painting.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painting.drawImage(0, 0, source.image)
