import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.components import connected_components
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.stress import LARGEST_COMPONENT, stress_start


def _started(node_count, edges):
    graph = LayoutGraph.from_edges(node_count, np.asarray(edges))
    return stress_start(graph, connected_components(graph), np.random.default_rng(0))


def test_a_path_becomes_a_straight_line_across():
    positions = _started(10, np.column_stack([np.arange(9), np.arange(1, 10)]))

    assert np.ptp(positions[0]) == pytest.approx(9, rel=0.02)
    assert np.ptp(positions[1]) < 0.3


def test_a_grid_is_square(grid_graph, procrustes_error):
    positions = _started(grid_graph.node_count // 5, [edge for edge in grid_graph.edges if edge.max() < 125])

    assert procrustes_error(positions.T, grid_graph.true_positions[:125]) < 0.02


def test_it_has_less_stress_than_random_places(social_graph, stress):
    positions = _started(social_graph.node_count, social_graph.edges)
    scattered = np.random.default_rng(0).normal(size=positions.shape)

    assert stress(positions.T, social_graph.edges) < 0.4 * stress(scattered.T, social_graph.edges)


def test_components_of_every_size_are_centred_on_the_origin(forest_graph):
    linked = np.unique(forest_graph.edges)
    positions = _started(len(linked), forest_graph.edges)

    graph = LayoutGraph.from_edges(len(linked), forest_graph.edges)
    components = connected_components(graph)
    for component in range(components.max() + 1):
        np.testing.assert_allclose(positions[:, components == component].mean(axis=1), 0, atol=1e-4)
    assert np.isfinite(positions).all()


def test_the_leaves_of_a_star_get_places_of_their_own():
    positions = _started(30, np.column_stack([np.zeros(29, dtype=int), np.arange(1, 30)]))

    assert len(np.unique(positions, axis=1).T) == 30


def test_a_component_too_large_for_it_starts_at_random():
    count = LARGEST_COMPONENT + 1
    positions = _started(count, np.column_stack([np.arange(count - 1), np.arange(1, count)]))

    assert np.isfinite(positions).all()
    assert len(np.unique(positions, axis=1).T) == count
