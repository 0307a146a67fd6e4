import numpy as np

from mnemoscope_gui.canvas.layout.graph import LayoutGraph
from mnemoscope_gui.canvas.layout.placement import Lattice, placed_beside_neighbours


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

    places = Lattice(np.zeros(2), 3, np.array([2.0, 1.0])).free_places(taken, 5)

    assert places.T.tolist() == [[4, 0], [2, 1], [4, 1], [0, 2], [2, 2]]


def test_nodes_outside_the_lattice_take_no_place():
    outside = np.array([[-9, 50], [0, 0]], dtype=np.float32)

    assert Lattice(np.zeros(2), 2, np.ones(2)).free_places(outside, 2).T.tolist() == [[0, 0], [1, 0]]


def test_a_lattice_continues_the_block_of_isolated_nodes():
    block = np.stack(np.meshgrid([1, 3, 5], [10, 11])).reshape(2, -1).astype(np.float32)

    lattice = Lattice.beneath(block, np.zeros(2), np.array([5, 11]), np.array([1.7, 1.2]))

    assert lattice.first.tolist() == [1, 10]
    assert lattice.pitch.tolist() == [2, 1]
    assert lattice.columns == 3


def test_without_isolated_nodes_a_lattice_begins_beneath_the_picture():
    lattice = Lattice.beneath(np.zeros((2, 0)), np.zeros(2), np.array([9, 6]), np.array([3.0, 1.0]))

    assert lattice.first.tolist() == [0, 8]
    assert lattice.columns == 4
