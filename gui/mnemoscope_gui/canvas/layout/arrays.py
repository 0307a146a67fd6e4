"""The array types that the layout modules pass to each other.

Inside the engine, points are planar: shape (2, n), a row of x and a row of y. Each coordinate is contiguous,
which NumPy works through about twice as fast as an (n, 2) array. One unit is one edge length.
"""

import numpy as np
from numpy.typing import NDArray

Planar = NDArray[np.float32]
"""Points or vectors, shape (2, n)."""

Reals = NDArray[np.float32]
"""One number for each node or edge, shape (n,) or (m,)."""

Indices = NDArray[np.intp]
"""Node, edge, community or component numbers, shape (n,) or (m,)."""

Flags = NDArray[np.bool_]
"""A yes or no for each node, shape (n,)."""


def lengths(vectors: Planar) -> Reals:
    """The Euclidean length of each vector of a planar array, shape (n,)."""
    squared: Reals = vectors[0] * vectors[0] + vectors[1] * vectors[1]
    return np.sqrt(squared)


def has_place(positions: Planar) -> Flags:
    """Which points are finite, (n,): NaN marks a node that has no place yet."""
    placed: Flags = np.isfinite(positions[0]) & np.isfinite(positions[1])
    return placed


def sum_at(indices: Indices, values: Reals, size: int) -> Reals:
    """Sum `values` by their index; shape (size,). The sum itself runs in float64."""
    return np.bincount(indices, values, size).astype(np.float32)


def compact_labels(labels: Indices) -> Indices:
    """Renumber labels (each below their count) to 0, 1, 2, … in the same order."""
    used = np.zeros(len(labels), dtype=np.bool_)
    used[labels] = True
    return (np.cumsum(used) - 1)[labels]


def group_starts(sorted_keys: Indices) -> Indices:
    """Where each run of equal keys begins in a sorted array."""
    if not len(sorted_keys):
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(np.concatenate([[True], sorted_keys[1:] != sorted_keys[:-1]]))
