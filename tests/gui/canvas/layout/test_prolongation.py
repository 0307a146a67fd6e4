import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.coarsening import coarsened
from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.prolongation import prolongations, to_finest


@pytest.fixture
def hierarchy(grid_graph):
    graph = LayoutGraph.from_edges(grid_graph.node_count, grid_graph.edges)
    return coarsened(graph, 0.3, np.random.default_rng(0), lambda: False)


def test_a_picture_of_a_coarse_level_is_that_with_which_the_next_begins(hierarchy):
    random = np.random.default_rng(0)
    steps = prolongations(hierarchy, random)
    coarse = random.normal(size=(2, hierarchy.graphs[-1].node_count)).astype(np.float32) * 10

    level_by_level = coarse
    for step in reversed(steps):
        level_by_level = step(level_by_level)
    at_once = to_finest(steps)[-1](coarse)

    np.testing.assert_allclose(at_once, level_by_level, rtol=1e-4, atol=1e-3)


def test_nodes_lie_about_their_coarse_node_and_apart(hierarchy):
    step = prolongations(hierarchy, np.random.default_rng(0))[0]
    coarse = np.zeros((2, hierarchy.graphs[1].node_count), dtype=np.float32)

    fine = step(coarse)

    assert np.abs(fine).max() <= 6 * step.scale * 0.25
    assert len(np.unique(fine, axis=1).T) == hierarchy.graphs[0].node_count


def test_a_scaled_step_leads_to_a_larger_picture(hierarchy):
    step = prolongations(hierarchy, np.random.default_rng(0))[0]
    coarse = np.random.default_rng(1).normal(size=(2, hierarchy.graphs[1].node_count)).astype(np.float32)

    np.testing.assert_allclose(step.scaled(np.float32(3))(coarse), 3 * step(coarse), rtol=1e-4, atol=1e-5)
