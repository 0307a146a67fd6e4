"""Ever smaller graphs that keep the shape of a large one.

Multilevel layout (Walshaw, "A multilevel algorithm for force-directed graph drawing", 2000; Hu, "Efficient,
high-quality force-directed graph drawing", 2005): nodes that belong together become one heavier node, until
few are left.
"""

from dataclasses import dataclass

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Indices, compact_labels, sum_at
from mnemoscope_gui.canvas.layout.callbacks import Stopped
from mnemoscope_gui.canvas.layout.communities import (
    LEAST_CLOSURE,
    LEAST_MODULARITY,
    local_moves,
    modularity,
    wedge_closure,
    weights_between_communities,
)
from mnemoscope_gui.canvas.layout.graph import LayoutGraph, merge_parallel_edges

COARSEST_NODES = 250
FEWEST_COMMUNITIES = 4
MATCH_ABOVE = 0.85
GIVE_UP_ABOVE = 0.95
MATCHING_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Graphs from fine to coarse, and for each but the last the coarser node of each node.

    `communities` (n,) is the best partition met on the way, None where the graph shows none.
    """

    graphs: list[LayoutGraph]
    parents: list[Indices]
    communities: Indices | None


def coarsened(
    graph: LayoutGraph, separation: float, random: np.random.Generator, stopped: Stopped
) -> Hierarchy:
    """The hierarchy of a graph, with springs between its communities weakened to `separation`.

    When `stopped`, it is the graph alone.
    """
    parents = _parents(graph, COARSEST_NODES, random, stopped)
    if stopped():
        return Hierarchy([graph], [], None)
    communities = find_communities(graph, parents, random, stopped)
    if communities is not None:
        graph = graph.with_weights(weights_between_communities(graph, communities, separation))
    graphs = [graph]
    for parent in parents:
        if stopped():
            return Hierarchy([graph], [], None)
        graphs.append(contracted(graphs[-1], parent))
    return Hierarchy(graphs, parents, communities)


def find_communities(
    graph: LayoutGraph, parents: list[Indices], random: np.random.Generator, stopped: Stopped
) -> Indices | None:
    """The community of each node, (n,), or None where the graph shows none.

    `parents` is the hierarchy of a large graph, which holds its communities; a small one is joined further.
    """
    if not parents:
        parents = _parents(graph, FEWEST_COMMUNITIES, random, stopped)
    communities = _best_communities(graph, parents)
    if communities is None or stopped() or wedge_closure(graph, random) <= LEAST_CLOSURE:
        return None
    return communities


def _parents(
    graph: LayoutGraph, coarsest: int, random: np.random.Generator, stopped: Stopped
) -> list[Indices]:
    parents: list[Indices] = []
    degrees = graph.degrees()
    while graph.node_count > coarsest and graph.edge_count and not stopped():
        parent = local_moves(graph, degrees, random, stopped)
        if stopped():
            break
        if parent.max() + 1 > MATCH_ABOVE * graph.node_count:
            parent = handshake_matching(graph, random)
        if parent.max() + 1 > GIVE_UP_ABOVE * graph.node_count:
            break
        graph = contracted(graph, parent)
        degrees = sum_at(parent, degrees, graph.node_count)
        parents.append(parent)
    return parents


def _best_communities(graph: LayoutGraph, parents: list[Indices]) -> Indices | None:
    """The level of the hierarchy whose nodes are the best communities, if they are good enough."""
    best, highest = None, LEAST_MODULARITY
    labels = np.arange(graph.node_count)
    for parent in parents:
        labels = parent[labels]
        score = modularity(graph, labels)
        if score > highest:
            best, highest = labels, score
    return best


def contracted(graph: LayoutGraph, parent: Indices) -> LayoutGraph:
    """The graph whose nodes are the parents; masses and the weights of merged edges add up.

    Masses are then scaled to a mean of 1, so that each level has the same edge length.
    """
    count = int(parent.max()) + 1
    edges = merge_parallel_edges(count, parent[graph.sources], parent[graph.targets], graph.weights)
    masses = sum_at(parent, graph.masses, count)
    return LayoutGraph(count, *edges, masses / masses.mean())


def handshake_matching(graph: LayoutGraph, random: np.random.Generator) -> Indices:
    """A parent for each node, (n,), where modularity has nothing left to join: heavy-edge matching.

    Each node names its best free neighbour, and two that name each other are joined (Karypis & Kumar, 1998,
    in the parallel form of Fagginger Auer & Bisseling, 2012). Nodes left over join the pair of a neighbour.
    """
    near = np.concatenate([graph.sources, graph.targets])
    far = np.concatenate([graph.targets, graph.sources])
    size = np.sqrt(graph.masses[graph.sources] * graph.masses[graph.targets])
    liking = graph.weights / size * (1 + 0.1 * random.random(graph.edge_count))
    rising = np.argsort(np.concatenate([liking, liking]))
    near, far = near[rising], far[rising]
    parent = np.full(graph.node_count, -1, dtype=np.intp)
    for _ in range(MATCHING_ROUNDS):
        both_free = (parent[near] < 0) & (parent[far] < 0)
        if not both_free.any():
            break
        best = _last_named(graph.node_count, near[both_free], far[both_free])
        named = np.flatnonzero(best >= 0)
        first = named[(best[best[named]] == named) & (named < best[named])]
        parent[first] = first
        parent[best[first]] = first
    absorbed = (parent[near] < 0) & (parent[far] >= 0)
    best = _last_named(graph.node_count, near[absorbed], far[absorbed])
    joining = np.flatnonzero(best >= 0)
    parent[joining] = parent[best[joining]]
    alone = np.flatnonzero(parent < 0)
    parent[alone] = alone
    return compact_labels(parent)


def _last_named(count: int, near: Indices, far: Indices) -> Indices:
    """The last of `far` that stands beside each node in `near`, -1 for none."""
    named = np.full(count, -1, dtype=np.intp)
    named[near] = far
    return named
