"""The figures by which a picture of a graph is judged. Positions are (n, 2); none of them is random."""

import numpy as np

SOURCES, TARGETS = 40, 50
"""Stress is taken between so many nodes and so many others each."""

SAMPLED_NODES = 1_500
NEAREST = 10
DISC_COVERAGE = 0.05
_CHUNK = 2_000_000


class StressSample:
    """Pairs of nodes of one graph and how many edges they are apart."""

    def __init__(self, graph, seed=0):
        random = np.random.default_rng(seed)
        near, neighbours = _neighbour_lists(graph)
        linked = np.flatnonzero(np.diff(near) > 0)
        pairs = []
        for source in random.choice(linked, SOURCES):
            hops = _hops_from(source, near, neighbours)
            reached = np.flatnonzero(hops > 0)
            targets = random.choice(reached, TARGETS)
            pairs.append(np.column_stack([np.full(TARGETS, source), targets, hops[targets]]))
        self._first, self._second, self._hops = np.concatenate(pairs).T

    def stress(self, positions):
        """Return the mean squared relative error of distances, at the scale that suits the picture best."""
        drawn = np.linalg.norm(positions[self._first] - positions[self._second], axis=1) / self._hops
        scale = drawn.sum() / max((drawn * drawn).sum(), 1e-30)
        return float(((scale * drawn - 1) ** 2).mean())


def purity(graph, positions):
    """Return the share of a node's ten nearest that are of its own community (all of a smaller one)."""
    sizes = np.bincount(graph.communities)[graph.communities]
    sample = _sample(np.flatnonzero(sizes >= 5))
    shares = []
    for nodes, distances in _distances_from(sample, positions):
        order = np.argpartition(distances, NEAREST, axis=1)[:, :NEAREST]
        ranks = np.take_along_axis(distances, order, axis=1).argsort(axis=1)
        nearest = np.take_along_axis(order, ranks, axis=1)
        counted = np.arange(NEAREST) < (sizes[nodes] - 1)[:, None]
        own = graph.communities[nearest] == graph.communities[nodes][:, None]
        shares.append((own & counted).sum(axis=1) / counted.sum(axis=1))
    return float(np.concatenate(shares).mean())


def overlap(positions):
    """Return the share of nodes that touch another, were they discs that cover 5 % of the picture."""
    low, high = np.percentile(positions, [0.5, 99.5], axis=0)
    area = float(np.prod(np.maximum(high - low, 1e-9)))
    diameter = 2 * (DISC_COVERAGE * area / (len(positions) * np.pi)) ** 0.5
    sample = _sample(np.arange(len(positions)))
    nearest = [distances.min(axis=1) for _, distances in _distances_from(sample, positions)]
    return float((np.sqrt(np.concatenate(nearest)) < diameter).mean())


def procrustes_error(positions, true_positions):
    """Return the squared error (0 … 1) left after moving, scaling, turning and mirroring onto the truth."""
    one, other = (points - points.mean(axis=0) for points in (positions.astype(float), true_positions))
    product = (other / np.linalg.norm(other)).T @ (one / np.linalg.norm(one))
    return float(1 - np.linalg.svd(product, compute_uv=False).sum() ** 2)


def median_edge_length(edges, positions):
    """Return the median length of the edges."""
    return float(np.median(np.linalg.norm(positions[edges[:, 0]] - positions[edges[:, 1]], axis=1)))


def _sample(nodes):
    if len(nodes) <= SAMPLED_NODES:
        return nodes
    return np.random.default_rng(1).choice(nodes, SAMPLED_NODES, replace=False)


def _distances_from(nodes, positions):
    """Yield some of the nodes at a time, and their squared distances to all others (infinite to itself)."""
    points = positions.astype(np.float32)
    step = max(1, _CHUNK // len(points))
    for start in range(0, len(nodes), step):
        chosen = nodes[start : start + step]
        apart = points[chosen, None] - points[None]
        distances = (apart * apart).sum(axis=2)
        distances[np.arange(len(chosen)), chosen] = np.inf
        yield chosen, distances


def _neighbour_lists(graph):
    """Return where the neighbours of each node start (n + 1,), and the neighbours end to end."""
    near = np.concatenate([graph.edges[:, 0], graph.edges[:, 1]])
    far = np.concatenate([graph.edges[:, 1], graph.edges[:, 0]])
    counts = np.bincount(near, minlength=graph.node_count)
    return np.concatenate([[0], np.cumsum(counts)]), far[np.argsort(near, kind="stable")]


def _hops_from(source, starts, neighbours):
    """Return how many edges each node is away (n,), -1 for those that cannot be reached."""
    hops = np.full(len(starts) - 1, -1)
    hops[source] = 0
    frontier, hop = np.array([source]), 0
    while len(frontier):
        hop += 1
        counts = starts[frontier + 1] - starts[frontier]
        before = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(starts[frontier] - before, counts)
        reached = neighbours[places]
        frontier = np.unique(reached[hops[reached] < 0])
        hops[frontier] = hop
    return hops
