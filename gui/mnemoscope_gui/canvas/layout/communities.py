"""Communities: groups of nodes that have more edges among them than chance would give."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, Reals, compact_labels, group_starts
from mnemoscope_gui.canvas.layout.callbacks import Stopped
from mnemoscope_gui.canvas.layout.graph import Adjacency, LayoutGraph

ROUNDS = 8
FEW_MOVES = 0.003
"""The rounds end when less than this share of the nodes moves."""

LEAST_MODULARITY = 0.3
LEAST_CLOSURE = 0.03
WEDGES = 4000


def local_moves(graph: LayoutGraph, degrees: Reals, random: np.random.Generator, stopped: Stopped) -> Indices:
    """A community number for each node, (n,), after rounds of moves that raise modularity.

    The first phase of Louvain (Blondel, Guillaume, Lambiotte & Lefebvre, 2008), in which a random half of the
    nodes choose at once. Ends early when `stopped`. `degrees` (n,) are those in the graph at full size, that
    is with the edges inside each node.
    """
    count = graph.node_count
    near = np.concatenate([graph.sources, graph.targets])
    far = np.concatenate([graph.targets, graph.sources])
    weights = np.concatenate([graph.weights, graph.weights])
    labels = np.arange(count)
    for _ in range(ROUNDS):
        half = np.flatnonzero((random.random(count) < 0.5)[near])
        links = near.take(half), far.take(half), weights.take(half)
        chosen, best = _best_communities(*links, labels, degrees, random)
        moves = int((labels[chosen] != best).sum())
        labels[chosen] = best
        if moves < FEW_MOVES * count or stopped():
            break
    return compact_labels(labels)


def _best_communities(
    near: Indices,
    far: Indices,
    weights: Reals,
    labels: Indices,
    degrees: Reals,
    random: np.random.Generator,
) -> tuple[Indices, Indices]:
    """The nodes of `near` that gain by a community of their neighbours, and the one they gain most by."""
    count = len(labels)
    keys = near * count + labels.take(far)
    order = np.argsort(keys)
    starts = group_starts(keys.take(order))
    if not len(starts):
        return near, near
    keys, links = keys.take(order.take(starts)), np.add.reduceat(weights.take(order), starts)
    nodes, communities = keys // count, keys % count
    volumes = np.bincount(labels, degrees, count)
    others = volumes[communities] - np.where(communities == labels[nodes], degrees[nodes], 0)
    gains = links - degrees[nodes] * others / max(float(degrees.sum()), 1e-9)
    gains += 1e-4 * random.random(len(gains))
    rising = np.argsort(gains)
    best = np.full(count, -1, dtype=np.intp)
    best[nodes[rising]] = np.where(gains[rising] > 0, communities[rising], -1)
    chosen = np.flatnonzero(best >= 0)
    return chosen, best[chosen]


def modularity(graph: LayoutGraph, communities: Indices) -> float:
    """The share of edges inside communities minus that expected by chance (Newman & Girvan, 2004)."""
    if not graph.edge_count:
        return 0.0
    inside = float((communities[graph.sources] == communities[graph.targets]).mean())
    ends = np.bincount(communities[np.concatenate([graph.sources, graph.targets])])
    return inside - float(((ends / ends.sum()) ** 2).sum())


def wedge_closure(graph: LayoutGraph, random: np.random.Generator) -> float:
    """The share of sampled paths of two edges whose ends are joined too.

    Grids and trees have none: what modularity finds in them is not a community.
    """
    if graph.edge_count < 3:
        return 0.0
    adjacency = Adjacency.of(graph)
    heads = np.concatenate([graph.sources, graph.targets])
    tails = np.concatenate([graph.targets, graph.sources])
    sample = random.integers(0, len(heads), WEDGES)
    middle, one_end = heads[sample], tails[sample]
    degrees = np.diff(adjacency.starts)[middle]
    chosen = (random.random(WEDGES) * degrees).astype(np.intp)
    other_end = adjacency.neighbours[adjacency.starts[middle] + chosen]
    wedge = one_end != other_end
    if not wedge.any():
        return 0.0
    low = np.minimum(one_end, other_end)[wedge]
    high = np.maximum(one_end, other_end)[wedge]
    # Edges are sorted with source < target. Not np.isin, which holds the interpreter lock for long.
    edges = graph.sources * graph.node_count + graph.targets
    wanted = low * graph.node_count + high
    place = np.minimum(np.searchsorted(edges, wanted), len(edges) - 1)
    return float((edges[place] == wanted).mean())


def weights_between_communities(graph: LayoutGraph, communities: Indices, separation: float) -> Reals:
    """Edge weights (m,): `separation` between two communities, 1 within one."""
    inside = communities[graph.sources] == communities[graph.targets]
    return np.where(inside, 1, separation).astype(np.float32)
