import numpy as np

from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.placement import free_places, placed_beside_neighbours


def test_new_nodes_start_in_the_middle_of_their_neighbours_wave_by_wave():
    graph = LayoutGraph.from_edges(5, np.array([[0, 2], [1, 2], [2, 3]]))
    positions = np.array([[0, 10, 0, 0, 0], [0, 4, 0, 0, 0]], dtype=np.float32)
    known = np.array([True, True, False, False, False])

    result, placed = placed_beside_neighbours(graph, positions, known, np.random.default_rng(0))

    assert placed.tolist() == [True, True, True, True, False]
    np.testing.assert_allclose(result[:, 2], [5, 2], atol=1.5)
    np.testing.assert_allclose(result[:, 3], result[:, 2], atol=1.5)
    assert np.array_equal(result[:, :2], positions[:, :2])


def test_free_places_skip_those_that_are_taken():
    taken = np.array([[0, 2.2, 0], [0, 0.1, 1]], dtype=np.float32)

    places = free_places(taken, np.zeros(2), 3, np.array([2.0, 1.0]), 5)

    assert places.T.tolist() == [[4, 0], [2, 1], [4, 1], [0, 2], [2, 2]]


def test_nodes_outside_the_lattice_take_no_place():
    outside = np.array([[-9, 50], [0, 0]], dtype=np.float32)

    assert free_places(outside, np.zeros(2), 2, np.ones(2), 2).T.tolist() == [[0, 0], [1, 0]]
