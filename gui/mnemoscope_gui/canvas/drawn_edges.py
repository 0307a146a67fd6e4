"""The edges of a picture in the order in which they are drawn, and how parallel ones keep apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FAN_STEP = 20.0
"""Between the middles of parallel edges, px at 100 %."""

FAN_WIDTH = 140.0
"""The widest fan of parallel edges, px at 100 %; a larger number of them lies closer."""


@dataclass(frozen=True, eq=False)
class DrawnEdges:
    """The edges that are drawn, in a random order: any prefix of it is a fair sample of the graph.

    Attributes:
        order: (k,) the number of each among all edges of the scene.
        sources, targets: (k,) int32, their ends.
        bends: (k,) float64, how far the middle of an edge lies beside the straight line, px at 100 %.
        loop_ordinals: (k,) int32, -1 for edges between two nodes, else which self-loop of its node it is.
    """

    order: NDArray[np.intp]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    bends: NDArray[np.float64]
    loop_ordinals: NDArray[np.int32]

    @classmethod
    def among(cls, edges: NDArray[np.int32], is_drawn: NDArray[np.bool_] | None = None) -> "DrawnEdges":
        """Those of (m, 2) edges that are drawn, by a mask (m,); all where it is None."""
        order = np.random.default_rng(0).permutation(len(edges))
        if is_drawn is not None:
            order = order[is_drawn[order]]
        ordered = edges[order]
        sources, targets = np.ascontiguousarray(ordered[:, 0]), np.ascontiguousarray(ordered[:, 1])
        return cls(order, sources, targets, *_fan_out(sources, targets))


def _fan_out(
    sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """How far each edge bends to keep parallel ones apart, and the ordinal of each self-loop at its node."""
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    ordinals, counts = _ordinals_in_group(low.astype(np.int64) << 32 | high)
    step = np.minimum(FAN_STEP, FAN_WIDTH / np.maximum(counts, 1))
    side = np.where(sources <= targets, 1.0, -1.0)
    is_loop = sources == targets
    bends = np.where(is_loop, 0.0, (ordinals - (counts - 1) / 2) * step * side)
    return bends, np.where(is_loop, ordinals, -1).astype(np.int32)


def _ordinals_in_group(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every item, which of its group it is and how many its group has."""
    if not len(keys):
        return keys, keys
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    ordinals, counts = np.empty_like(keys), np.empty_like(keys)
    ordinals[order] = np.arange(len(keys)) - np.repeat(starts, sizes)
    counts[order] = np.repeat(sizes, sizes)
    return ordinals, counts
