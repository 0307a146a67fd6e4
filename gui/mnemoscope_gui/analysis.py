"""What can be said about a graph as a whole: paths, components, communities, and how central nodes are. Pure.

Everything is about the scene's nodes, ghosts included, and takes relations as going both ways. The
methods are NetworkX's, apart from PageRank, which there needs SciPy.
"""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.coarsening import coarsened
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.scene import Scene

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped,unused-ignore]

FloatArray = NDArray[np.float64]
Progress = Callable[[float], None]
"""Is told the share that is done, 0 to 1."""

Stopped = Callable[[], bool]
"""Says whether the answer is no longer wanted."""

LOUVAIN_NODES = 5_000
EXACT_BETWEENNESS_NODES = 2_000
SAMPLE, SMALLEST_SAMPLE = 200, 20
"""In a graph of more nodes than the first, shortest paths are counted only from so many, chosen at random;
above 10,000 nodes from fewer and fewer, so that it ends in a time that people wait."""

_SAMPLE_TIMES_NODES = SAMPLE * 10_000
_BATCH_TIMES_NODES = 20_000
"""So many paths are counted between two looks at `stopped`: a fraction of a second."""

_DAMPING = 0.85
_PAGERANK_STEPS = 100
_PAGERANK_TOLERANCE = 1e-10
_SEED = 0


def shortest_path(scene: Scene, source: int, target: int) -> list[int] | None:
    """The nodes of a shortest path from `source` to `target`, both included; None where none leads there."""
    import networkx as nx

    try:
        path: list[int] = nx.bidirectional_shortest_path(_graph(scene), source, target)
    except nx.NetworkXNoPath:
        return None
    return path


def components(scene: Scene) -> list[NDArray[np.intp]]:
    """The sets of nodes that hang together, largest first, each ascending."""
    import networkx as nx

    return _largest_first(nx.connected_components(_graph(scene)))


def communities(scene: Scene, stopped: Stopped) -> list[NDArray[np.intp]]:
    """The groups of nodes that are closer to one another than to the rest, largest first, each ascending.

    By Louvain's method (Blondel, Guillaume, Lambiotte, Lefebvre 2008), where parallel relations weigh more;
    for more than `LOUVAIN_NODES` nodes by the layout's quicker variant of it.
    """
    if scene.node_count > LOUVAIN_NODES:
        graph = LayoutGraph.from_edges(scene.node_count, scene.edges)
        found = coarsened(graph, 1.0, np.random.default_rng(_SEED), stopped).communities
        return [] if found is None else _largest_first(_groups(found))
    import networkx as nx

    best: list[set[int]] = []
    for coarser in nx.community.louvain_partitions(_graph(scene), seed=_SEED):
        if stopped():
            return []
        best = coarser
    return _largest_first(best)


def sample_size(scene: Scene) -> int:
    """From how many nodes `betweenness` counts shortest paths: all of a graph that is not large."""
    count = scene.node_count
    if count <= EXACT_BETWEENNESS_NODES:
        return count
    return min(max(_SAMPLE_TIMES_NODES // count, SMALLEST_SAMPLE), SAMPLE)


def betweenness(scene: Scene, progress: Progress, stopped: Stopped) -> FloatArray | None:
    """(n,) how many shortest paths lead through each node, by Brandes' method (2001); None once stopped."""
    import networkx as nx

    graph = _graph(scene)
    sources = np.random.default_rng(_SEED).permutation(scene.node_count)[: sample_size(scene)]
    step = max(_BATCH_TIMES_NODES // max(scene.node_count, 1), 1)
    total = np.zeros(scene.node_count)
    for start in range(0, len(sources), step):
        if stopped():
            return None
        batch = sources[start : start + step].tolist()
        counted = nx.betweenness_centrality_subset(graph, batch, list(graph))
        total += [counted[node] for node in range(scene.node_count)]
        progress(min(start + step, len(sources)) / len(sources))
    return total


def pagerank(scene: Scene) -> FloatArray:
    """(n,) the share of its time that a walk along relations spends at each node (Brin and Page 1998).

    With 15 % at each step the walk begins anew anywhere; the sum is 1.
    """
    count = scene.node_count
    if not count:
        return np.zeros(0)
    edges = scene.edges[scene.edges[:, 0] != scene.edges[:, 1]]
    near, far = np.concatenate((edges, edges[:, ::-1])).T
    ways = np.bincount(near, minlength=count)
    rank = np.full(count, 1 / count)
    for _ in range(_PAGERANK_STEPS):
        handed_on = np.bincount(far, rank[near] / ways[near], minlength=count)
        stranded = rank[ways == 0].sum() / count
        following: FloatArray = (1 - _DAMPING) / count + _DAMPING * (handed_on + stranded)
        if np.abs(following - rank).sum() < _PAGERANK_TOLERANCE:
            return following
        rank = following
    return rank


def _graph(scene: Scene) -> "nx.Graph[int]":
    """The scene without directions and self-loops; the weight says how many relations an edge stands for."""
    import networkx as nx

    ends = np.sort(scene.edges[scene.edges[:, 0] != scene.edges[:, 1]], axis=1)
    pairs, counts = np.unique(ends, axis=0, return_counts=True)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(scene.node_count))
    weighted = np.column_stack((pairs, counts)).tolist()
    graph.add_weighted_edges_from(weighted)
    return graph


def _groups(labels: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The nodes of each label."""
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)


def _largest_first(groups: Iterable[Collection[int]]) -> list[NDArray[np.intp]]:
    arrays = [np.array(sorted(group), np.intp) for group in groups]
    return sorted(arrays, key=lambda nodes: (-len(nodes), int(nodes[0])))
