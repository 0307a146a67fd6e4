"""The labels of a picture, kept and painted."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from mnemoscope_gui.canvas.batch import draw_fragments, make_fragments
from mnemoscope_gui.canvas.label_atlas import LabelAtlas
from mnemoscope_gui.canvas.label_metrics import LabelKey, LabelKind
from mnemoscope_gui.canvas.label_occupancy import Rectangle
from mnemoscope_gui.canvas.label_placement import NO_PLACE
from mnemoscope_gui.canvas.scene import Scene


@dataclass(frozen=True)
class PlacedLabel:
    """A label of the picture.

    Attributes:
        key: the text and its kind.
        rectangle: left, top, right, bottom in device pixels.
        owner: the node, or for relations the drawn edge, that it belongs to.
        opacity: 1, or less where it is faded.
        place: of a name, which of the places around its node it has.
    """

    key: LabelKey
    rectangle: Rectangle
    owner: int
    opacity: float
    place: int = NO_PLACE

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
    """The nodes that had labels in an earlier picture, each with its place around the node, and drawn edges.

    A label that keeps its place rides with its node.
    """

    nodes: dict[int, int]
    edges: frozenset[int]

    @classmethod
    def of(cls, labels: list[PlacedLabel]) -> "KeptLabels":
        """Those of a picture."""
        return cls(
            nodes={label.owner: label.place for label in labels if label.is_name},
            edges=frozenset(label.owner for label in labels if label.key.kind is LabelKind.RELATION),
        )


def carried_labels(labels: list[PlacedLabel], old: Scene, new: Scene) -> list[PlacedLabel]:
    """The names among `labels`, as labels of the same nodes in another scene."""
    if old is new:
        return labels
    nodes = ((label, new.node_of_key.get(old.keys[label.owner])) for label in labels if label.is_name)
    return [replace(label, owner=node) for label, node in nodes if node is not None]


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
