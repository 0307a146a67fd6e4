import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.graph import Adjacency, LayoutGraph, hop_distances


def test_self_loops_and_parallel_edges_are_dropped():
    graph = LayoutGraph.from_edges(4, np.array([[2, 1], [1, 2], [3, 3], [0, 2], [1, 2]]))

    assert list(zip(graph.sources, graph.targets, strict=True)) == [(0, 2), (1, 2)]
    assert graph.weights.tolist() == [1, 1]
    assert graph.degrees().tolist() == [1, 1, 2, 0]


@pytest.mark.parametrize("edge", [(0, 4), (-1, 2)])
def test_an_edge_to_an_unknown_node_is_refused(edge):
    with pytest.raises(ValueError, match="outside 0 to 3"):
        LayoutGraph.from_edges(4, np.array([edge]))


def test_a_subgraph_keeps_the_edges_among_its_nodes():
    graph = LayoutGraph.from_edges(5, np.array([[0, 1], [1, 4], [4, 3]]))

    part = graph.subgraph(np.array([4, 1, 2]))

    assert part.node_count == 3
    assert {frozenset(edge) for edge in zip(part.sources, part.targets, strict=True)} == {frozenset({0, 1})}


def test_neighbour_lists_hold_both_ends_of_every_edge():
    adjacency = Adjacency.of(LayoutGraph.from_edges(4, np.array([[0, 1], [0, 2]])))

    lists = [set(part.tolist()) for part in np.split(adjacency.neighbours, adjacency.starts[1:-1])]

    assert lists == [{1, 2}, {0}, {0}, set()]


def test_hops_are_counted_from_the_nearest_node_up_to_a_limit():
    path = LayoutGraph.from_edges(7, np.column_stack([np.arange(6), np.arange(1, 7)]))

    assert hop_distances(path, np.array([0, 6]), 2).tolist() == [0, 1, 2, 3, 2, 1, 0]
