import numpy as np

from mnemoscope_gui.canvas.layout.components import component_bounds, component_means, connected_components
from mnemoscope_gui.canvas.layout.graph import LayoutGraph


def test_components_are_numbered_by_their_lowest_node():
    graph = LayoutGraph.from_edges(6, np.array([[5, 0], [1, 4], [4, 2]]))

    assert connected_components(graph).tolist() == [0, 1, 1, 2, 1, 0]


def test_a_long_path_in_any_order_of_nodes_is_one_component():
    order = np.random.default_rng(0).permutation(2000)
    graph = LayoutGraph.from_edges(2000, np.column_stack([order[:-1], order[1:]]))

    assert not connected_components(graph).any()


def test_a_graph_without_nodes_has_no_component():
    assert connected_components(LayoutGraph.from_edges(0, np.zeros((0, 2), dtype=int))).size == 0


def test_means_and_bounds_are_those_of_each_component():
    positions = np.array([[0, 9, 2, 4], [1, 1, 3, 5]], dtype=np.float32)
    components = np.array([0, 1, 0, 0])

    low, high = component_bounds(positions, components)

    assert component_means(positions, components, 2).tolist() == [[2, 9], [3, 1]]
    assert low.tolist() == [[0, 9], [1, 1]]
    assert high.tolist() == [[4, 9], [5, 1]]
