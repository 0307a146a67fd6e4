"""Graphs to lay out, and the figures by which a picture is judged."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from mnemoscope_gui.canvas.layout.engine import lay_out

Positions = NDArray[np.float32]
Edges = NDArray[np.intp]


@dataclass(frozen=True)
class SampleGraph:
    """A graph with its communities (n,), or the picture it ought to have (n, 2), where there is one."""

    node_count: int
    edges: Edges
    communities: NDArray[np.intp] | None = None
    true_positions: NDArray[np.float64] | None = None


def planted_communities(community_count: int, size: int, seed: int = 7) -> SampleGraph:
    """Communities of `size` nodes: a tree and as many random edges in each, few between them."""
    random = np.random.default_rng(seed)
    edges = []
    for community in range(community_count):
        first = community * size
        inside = np.arange(1, size)
        edges.append(first + np.column_stack([inside, (random.random(size - 1) * inside).astype(int)]))
        edges.append(first + random.integers(0, size, (2 * size, 2)))
    node_count = community_count * size
    edges.append(random.integers(0, node_count, (node_count // 4, 2)))
    return SampleGraph(
        node_count, np.concatenate(edges), communities=np.repeat(np.arange(community_count), size)
    )


def square_grid(side: int) -> SampleGraph:
    numbers = np.arange(side * side).reshape(side, side)
    across = np.column_stack([numbers[:, :-1].ravel(), numbers[:, 1:].ravel()])
    down = np.column_stack([numbers[:-1].ravel(), numbers[1:].ravel()])
    true = np.column_stack(np.divmod(np.arange(side * side), side)).astype(float)
    return SampleGraph(side * side, np.concatenate([across, down]), true_positions=true)


def random_tree(node_count: int, seed: int = 7) -> SampleGraph:
    random = np.random.default_rng(seed)
    children = np.arange(1, node_count)
    parents = np.maximum(0, children - 1 - random.integers(0, 6, node_count - 1))
    return SampleGraph(node_count, np.column_stack([children, parents]))


def small_components(count: int, isolated: int) -> SampleGraph:
    """Rings of 2, 3, … 6 nodes in turn, then nodes without edges."""
    edges, first = [], 0
    for ring in range(count):
        size = 2 + ring % 5
        around = np.arange(size)
        edges.append(first + np.column_stack([around, (around + 1) % size]))
        first += size
    return SampleGraph(first + isolated, np.concatenate(edges))


@pytest.fixture(scope="session")
def social_graph() -> SampleGraph:
    """About the size that people look at most of the time."""
    return planted_communities(4, 20)


@pytest.fixture(scope="session")
def community_graph() -> SampleGraph:
    return planted_communities(20, 50)


@pytest.fixture(scope="session")
def grid_graph() -> SampleGraph:
    return square_grid(25)


@pytest.fixture(scope="session")
def tree_graph() -> SampleGraph:
    return random_tree(150)


@pytest.fixture(scope="session")
def forest_graph() -> SampleGraph:
    return small_components(30, isolated=25)


@pytest.fixture(scope="session")
def picture_of() -> Callable[[SampleGraph], Positions]:
    """The picture of a graph laid out with the default options, drawn once and handed out as copies."""
    drawn: dict[int, Positions] = {}

    def picture(graph: SampleGraph) -> Positions:
        if id(graph) not in drawn:
            drawn[id(graph)] = lay_out(graph.node_count, graph.edges)
        return drawn[id(graph)].copy()

    return picture


@pytest.fixture(scope="session")
def median_edge_length() -> Callable[[Positions, Edges], float]:
    def measure(positions: Positions, edges: Edges) -> float:
        ends = edges[edges[:, 0] != edges[:, 1]]
        return float(np.median(np.linalg.norm(positions[ends[:, 0]] - positions[ends[:, 1]], axis=1)))

    return measure


@pytest.fixture(scope="session")
def graph_distances() -> Callable[[int, Edges], NDArray[np.float64]]:
    def measure(node_count: int, edges: Edges) -> NDArray[np.float64]:
        linked = np.zeros((node_count, node_count), dtype=np.float32)
        linked[edges[:, 0], edges[:, 1]] = linked[edges[:, 1], edges[:, 0]] = 1
        distances = np.full((node_count, node_count), np.inf)
        reached, hops = np.eye(node_count, dtype=np.float32), 0
        while reached.any():
            distances[reached > 0] = hops
            hops += 1
            reached = ((reached @ linked > 0) & np.isinf(distances)).astype(np.float32)
        return distances

    return measure


@pytest.fixture(scope="session")
def stress(graph_distances) -> Callable[[Positions, Edges], float]:
    """The mean squared relative error of distances in the picture, at the scale that suits it best."""

    def measure(positions: Positions, edges: Edges) -> float:
        wanted = graph_distances(len(positions), edges)
        pair = np.isfinite(wanted) & (wanted > 0)
        wanted = wanted[pair]
        drawn = np.linalg.norm(positions[:, None] - positions[None], axis=2)[pair]
        scale = (drawn / wanted).sum() / (drawn * drawn / wanted**2).sum()
        return float(((scale * drawn / wanted - 1) ** 2).mean())

    return measure


@pytest.fixture(scope="session")
def overlap_share() -> Callable[[Positions], float]:
    """The share of nodes that touch another, were they discs that cover 5 % of the picture.

    A few stray nodes do not make the picture larger.
    """

    def measure(positions: Positions) -> float:
        count = len(positions)
        size = np.ptp(np.percentile(positions, [0.5, 99.5], axis=0), axis=0)
        diameter = 2 * np.sqrt(0.05 * size.prod() / (count * np.pi))
        distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
        np.fill_diagonal(distances, np.inf)
        return float((distances.min(axis=1) < diameter).mean())

    return measure


@pytest.fixture(scope="session")
def purity() -> Callable[[Positions, NDArray[np.intp]], float]:
    """The share of the ten nearest nodes that are of a node's own community."""

    def measure(positions: Positions, communities: NDArray[np.intp]) -> float:
        distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
        nearest = np.argsort(distances, axis=1)[:, 1:11]
        return float((communities[nearest] == communities[:, None]).mean())

    return measure


@pytest.fixture(scope="session")
def procrustes_error() -> Callable[[Positions, NDArray[np.float64]], float]:
    """What is left of the difference between two pictures after the best turn, shift and scale."""

    def measure(positions: Positions, true: NDArray[np.float64]) -> float:
        first, second = (picture - picture.mean(axis=0) for picture in (positions, true))
        overlap = (first / np.linalg.norm(first)).T @ (second / np.linalg.norm(second))
        return 1 - float(np.linalg.svd(overlap, compute_uv=False).sum()) ** 2

    return measure
