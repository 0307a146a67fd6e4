"""A start that already shows the shape of a small graph: distances in the picture follow those in the graph.

Classical scaling (Torgerson, 1952) of the graph distances gives the first picture; SMACOF, the majorisation
of stress (de Leeuw, 1977; for graphs Gansner, Koren & North, 2004), improves it. Dense: for graphs of a few
hundred nodes. These multiply small matrices: more than one BLAS thread only costs time, so
OPENBLAS_NUM_THREADS is best set to 1 before NumPy is imported.
"""

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Indices, Planar
from mnemoscope_gui.canvas.layout.graph import LayoutGraph

LARGEST_COMPONENT = 600
ROUNDS = 100
SMALLEST_SQUARE = np.float32(1e-12)
"""Added to squared distances, so that points on one another do no harm."""

_Batch = NDArray[np.float64]
_FloatBatch = NDArray[np.float32]


def stress_start(graph: LayoutGraph, components: Indices, random: np.random.Generator) -> Planar:
    """Positions (2, n), each component about the origin, its long axis across.

    Components of more than LARGEST_COMPONENT nodes start at random, for the cost grows with the cube.
    """
    positions = np.zeros((2, graph.node_count), dtype=np.float32)
    sizes = np.bincount(components)
    members = np.argsort(components)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place = np.empty(graph.node_count, dtype=np.intp)
    place[members] = np.arange(graph.node_count) - np.repeat(starts, sizes)
    for size in np.flatnonzero(np.bincount(sizes)):
        if size < 2:
            continue
        batch = np.flatnonzero(sizes == size)
        nodes = members[starts[batch][:, None] + np.arange(size)]
        if size > LARGEST_COMPONENT:
            positions[:, nodes] = random.standard_normal((2, *nodes.shape)) * 0.5 * size**0.5
            continue
        distances = _graph_distances(graph, components, place, batch, int(size))
        scaled = _classical_scaling(distances)
        scaled += random.standard_normal(scaled.shape) * 0.01
        positions[:, nodes] = np.moveaxis(_with_long_axis_across(_majorised(scaled, distances)), -1, 0)
    return positions


def _graph_distances(
    graph: LayoutGraph, components: Indices, place: Indices, batch: Indices, size: int
) -> _Batch:
    """Shortest paths within each component of a batch of equal size, (b, size, size): Floyd-Warshall."""
    number = np.full(int(components.max()) + 1, -1, dtype=np.intp)
    number[batch] = np.arange(len(batch))
    of_edge = number[components[graph.sources]]
    inside = of_edge >= 0
    near, far = place[graph.sources[inside]], place[graph.targets[inside]]
    distances = np.full((len(batch), size, size), np.inf, dtype=np.float32)
    distances[of_edge[inside], near, far] = 1
    distances[of_edge[inside], far, near] = 1
    distances[:, range(size), range(size)] = 0
    detours = np.empty_like(distances)
    for via in range(size):
        np.add(distances[:, :, via, None], distances[:, None, via, :], out=detours)
        np.minimum(distances, detours, out=distances)
    return distances.astype(np.float64)


def _classical_scaling(distances: _Batch) -> _Batch:
    """Points (b, size, 2) from the two largest eigenvectors of the doubly centred squared distances."""
    squared = distances * distances
    of_row = squared.mean(axis=1, keepdims=True)
    of_column = squared.mean(axis=2, keepdims=True)
    centred = -0.5 * (squared - of_row - of_column + squared.mean(axis=(1, 2), keepdims=True))
    values, vectors = np.linalg.eigh(centred)
    points: _Batch = vectors[:, :, :-3:-1] * np.sqrt(np.maximum(values[:, None, :-3:-1], 1e-9))
    return points


def _majorised(points: _Batch, distances: _Batch) -> _Batch:
    """Points of lower stress, weighted by 1 / distance²: repeated Guttman transforms.

    The rounds run in float32 and in place, with x and y apart: a tenth of the time of float64 on (…, 2)
    arrays, for points that hardly differ.
    """
    size = distances.shape[1]
    diagonal = range(size)
    weights = 1 / np.maximum(distances * distances, 1e-9)
    weights[:, diagonal, diagonal] = 0
    laplacian = -weights
    laplacian[:, diagonal, diagonal] = weights.sum(axis=2)
    inverse = (np.linalg.inv(laplacian + 1 / size) - 1 / size).astype(np.float32)
    targets = (weights * distances).astype(np.float32)
    drawn, ratios = np.empty_like(targets), np.empty_like(targets)
    moved = points.astype(np.float32)
    for _ in range(ROUNDS):
        _pairwise_distances(moved, drawn, ratios)
        np.divide(targets, drawn, out=ratios)
        moved = inverse @ (ratios.sum(axis=2, keepdims=True) * moved - ratios @ moved)
    return moved.astype(np.float64)


def _pairwise_distances(points: _FloatBatch, out: _FloatBatch, spare: _FloatBatch) -> None:
    """Write the distances (b, n, n) of points (b, n, 2) into `out`; `spare` is as large."""
    x, y = np.moveaxis(points, 2, 0)
    np.subtract(x[:, :, None], x[:, None, :], out=out)
    np.subtract(y[:, :, None], y[:, None, :], out=spare)
    out *= out
    spare *= spare
    out += spare
    out += SMALLEST_SQUARE
    np.sqrt(out, out=out)


def _with_long_axis_across(points: _Batch) -> _Batch:
    """The points turned to their principal axes."""
    centred = points - points.mean(axis=1, keepdims=True)
    _, axes = np.linalg.eigh(np.swapaxes(centred, 1, 2) @ centred)
    turned: _Batch = centred @ axes[:, :, ::-1]
    return turned
