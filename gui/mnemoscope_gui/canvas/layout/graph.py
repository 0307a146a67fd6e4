"""The graph as the layout sees it: an undirected simple graph in arrays."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.arrays import Indices, Reals, group_starts, sum_at


@dataclass(frozen=True, slots=True)
class LayoutGraph:
    """An undirected graph without self-loops or parallel edges.

    `sources` and `targets` (m,) are node indices, `weights` (m,) how hard an edge pulls, `masses` (n,) how
    hard a node repels: 1 for a plain node, more for a node that stands for several.
    """

    node_count: int
    sources: Indices
    targets: Indices
    weights: Reals
    masses: Reals

    @classmethod
    def from_edges(cls, node_count: int, edges: NDArray[np.integer]) -> Self:
        """Build the graph of (m, 2) edges, dropping self-loops and parallel edges.

        Several relations between two entities pull no harder than one. Raises ValueError when an edge names
        a node outside 0 … node_count - 1.
        """
        ends = np.asarray(edges, dtype=np.intp).reshape(-1, 2)
        if len(ends) and not (ends.min() >= 0 and ends.max() < node_count):
            raise ValueError(f"An edge names a node outside 0 to {node_count - 1}.")
        ones = np.ones(len(ends), dtype=np.float32)
        sources, targets, _ = merge_parallel_edges(node_count, ends[:, 0], ends[:, 1], ones)
        return cls(node_count, sources, targets, ones[: len(sources)], np.ones(node_count, dtype=np.float32))

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return len(self.sources)

    def degrees(self) -> Reals:
        """The sum of the weights of the edges at each node, shape (n,)."""
        return sum_at(self.sources, self.weights, self.node_count) + sum_at(
            self.targets, self.weights, self.node_count
        )

    def with_weights(self, weights: Reals) -> "LayoutGraph":
        """The same graph with other edge weights."""
        return LayoutGraph(self.node_count, self.sources, self.targets, weights, self.masses)

    def subgraph(self, nodes: Indices) -> "LayoutGraph":
        """The graph among some nodes, renumbered in their order."""
        number = np.full(self.node_count, -1, dtype=np.intp)
        number[nodes] = np.arange(len(nodes))
        sources, targets = number[self.sources], number[self.targets]
        kept = (sources >= 0) & (targets >= 0)
        return LayoutGraph(len(nodes), sources[kept], targets[kept], self.weights[kept], self.masses[nodes])


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Neighbour lists end to end: those of node i are `neighbours[starts[i]:starts[i + 1]]`."""

    starts: Indices
    neighbours: Indices

    @classmethod
    def of(cls, graph: LayoutGraph) -> Self:
        """The neighbour lists of a graph."""
        near = np.concatenate([graph.sources, graph.targets])
        far = np.concatenate([graph.targets, graph.sources])
        counts = np.bincount(near, minlength=graph.node_count)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)
        return cls(starts, far[np.argsort(near)])


def merge_parallel_edges(
    node_count: int, sources: Indices, targets: Indices, weights: Reals
) -> tuple[Indices, Indices, Reals]:
    """Drop self-loops and merge edges between the same two nodes, adding their weights.

    Returns sources, targets and weights with source < target, sorted.
    """
    apart = sources != targets
    low = np.minimum(sources, targets)[apart]
    high = np.maximum(sources, targets)[apart]
    if not len(low):
        return low, high, weights[apart]
    keys = low * node_count + high
    order = np.argsort(keys)
    keys = keys[order]
    starts = group_starts(keys)
    merged = np.add.reduceat(weights[apart][order], starts)
    return keys[starts] // node_count, keys[starts] % node_count, merged


def hop_distances(graph: LayoutGraph, from_nodes: Indices, limit: int) -> Indices:
    """Hops from the nearest of `from_nodes` to each node, shape (n,); limit + 1 for those farther off."""
    hops = np.full(graph.node_count, limit + 1, dtype=np.intp)
    hops[from_nodes] = 0
    for hop in range(1, limit + 1):
        for near, far in ((graph.sources, graph.targets), (graph.targets, graph.sources)):
            reached = (hops[near] == hop - 1) & (hops[far] > hop)
            hops[far[reached]] = hop
    return hops
