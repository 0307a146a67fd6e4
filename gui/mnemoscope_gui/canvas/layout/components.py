"""Connected components, and figures for each of them."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar, compact_labels
from mnemoscope_gui.canvas.layout.graph import LayoutGraph


def connected_components(graph: LayoutGraph) -> Indices:
    """The component number of each node, shape (n,), numbered by their lowest node.

    Labels spread as minima over the edges, and every tree of labels is flattened by pointer jumping
    (Shiloach & Vishkin, "An O(log n) parallel connectivity algorithm", 1982).
    """
    labels = np.arange(graph.node_count)
    while True:
        lower = np.minimum(labels[graph.sources], labels[graph.targets])
        spread = labels.copy()
        np.minimum.at(spread, graph.sources, lower)
        np.minimum.at(spread, graph.targets, lower)
        np.minimum.at(spread, labels, spread)
        spread = _flattened(spread)
        if np.array_equal(spread, labels):
            return compact_labels(labels)
        labels = spread


def _flattened(labels: Indices) -> Indices:
    while True:
        jumped = labels[labels]
        if np.array_equal(jumped, labels):
            return labels
        labels = jumped


def component_means(vectors: Planar, components: Indices, count: int) -> Planar:
    """The mean vector of each component, shape (2, count)."""
    sizes = np.maximum(np.bincount(components, minlength=count), 1)
    sums = [np.bincount(components, row, count) for row in vectors]
    return (np.stack(sums) / sizes).astype(np.float32)


def component_bounds(positions: Planar, components: Indices) -> tuple[Planar, Planar]:
    """The lowest and the highest x and y of each component, shapes (2, count)."""
    order = np.argsort(components)
    sizes = np.bincount(components)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    sorted_positions = positions[:, order]
    low = np.minimum.reduceat(sorted_positions, starts, axis=1)
    high = np.maximum.reduceat(sorted_positions, starts, axis=1)
    return low, high
