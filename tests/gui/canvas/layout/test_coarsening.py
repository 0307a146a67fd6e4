import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.coarsening import (
    COARSEST_NODES,
    coarsened,
    contracted,
    find_communities,
    handshake_matching,
)
from mnemoscope_gui.canvas.layout.communities import modularity, wedge_closure
from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.graph import LayoutGraph


def _never():
    return False


@pytest.fixture
def random():
    return np.random.default_rng(0)


@pytest.fixture
def communities(community_graph):
    return LayoutGraph.from_edges(community_graph.node_count, community_graph.edges)


@pytest.fixture
def grid(grid_graph):
    return LayoutGraph.from_edges(grid_graph.node_count, grid_graph.edges)


def test_contraction_adds_weights_and_keeps_the_mean_mass():
    graph = LayoutGraph.from_edges(5, np.array([[0, 1], [0, 2], [1, 2], [2, 3], [3, 4]]))

    coarse = contracted(graph, np.array([0, 0, 1, 1, 1]))

    assert coarse.node_count == 2
    assert coarse.edge_count == 1
    assert coarse.weights.tolist() == [2]
    np.testing.assert_allclose(coarse.masses, [0.8, 1.2])


def test_levels_shrink_to_a_few_hundred_nodes_and_stay_connected(communities, grid, random):
    for graph in (communities, grid):
        hierarchy = coarsened(graph, 0.3, random, _never)

        sizes = [level.node_count for level in hierarchy.graphs]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] <= COARSEST_NODES
        assert not connected_components(hierarchy.graphs[-1]).any()


def test_matching_joins_neighbours_only(grid, random):
    parents = handshake_matching(grid, random)

    assert parents.max() + 1 < 0.7 * grid.node_count
    for parent in range(20):
        members = grid.subgraph(np.flatnonzero(parents == parent))
        assert not connected_components(members).any()


def test_planted_communities_are_found(community_graph, communities, random):
    found = find_communities(communities, [], random, _never)

    assert found is not None
    true = modularity(communities, community_graph.communities)
    assert modularity(communities, found) > 0.9 * true


def test_communities_of_a_small_graph_are_found(social_graph, random):
    graph = LayoutGraph.from_edges(social_graph.node_count, social_graph.edges)

    found = find_communities(graph, [], random, _never)

    assert found is not None
    assert modularity(graph, found) > 0.9 * modularity(graph, social_graph.communities)


@pytest.mark.parametrize("sample", ["grid_graph", "tree_graph"])
def test_grids_and_trees_have_no_communities(sample, request, random):
    given = request.getfixturevalue(sample)
    graph = LayoutGraph.from_edges(given.node_count, given.edges)

    assert find_communities(graph, [], random, _never) is None
    assert wedge_closure(graph, random) == 0


def test_springs_between_communities_are_weaker(communities, random):
    finest = coarsened(communities, 0.25, random, _never).graphs[0]

    assert sorted(set(finest.weights.tolist())) == [0.25, 1]


def test_coarsening_stops_when_told(communities, random):
    hierarchy = coarsened(communities, 0.3, random, lambda: True)

    assert len(hierarchy.graphs) == 1
