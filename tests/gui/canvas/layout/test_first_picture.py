import numpy as np

from mnemoscope_gui.canvas.layout.components import component_bounds, connected_components
from mnemoscope_gui.canvas.layout.first_picture import balanced_start, on_shelves
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.scaling import balanced_scales


def _rings(forest_graph):
    graph = LayoutGraph.from_edges(forest_graph.node_count, forest_graph.edges)
    graph = graph.subgraph(np.flatnonzero(graph.degrees()))
    return graph, connected_components(graph)


def test_each_component_starts_at_the_size_of_its_balance(forest_graph):
    graph, components = _rings(forest_graph)

    positions = balanced_start(graph, components, np.random.default_rng(0))

    np.testing.assert_allclose(balanced_scales(graph, positions, components), 1, atol=0.15)


def test_components_start_in_places_of_their_own(forest_graph):
    graph, components = _rings(forest_graph)
    heap = np.random.default_rng(0).normal(size=(2, graph.node_count)).astype(np.float32)
    least = np.full((2, components.max() + 1), 3, dtype=np.float32)

    low, high = component_bounds(on_shelves(heap, components, least, 1.0), components)

    apart = (low[:, :, None] >= high[:, None, :] + 0.99).any(axis=0)
    assert (apart | apart.T | np.eye(len(apart), dtype=bool)).all()
    assert (high - low).max() > 3
