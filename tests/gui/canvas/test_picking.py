"""What is under the pointer, in the rubber band, and where arrow keys lead."""

import numpy as np

from mnemoscope_gui.canvas.picking import edge_at, nearest_in_direction, node_at, nodes_in_rectangle

X = np.array([0.0, 100.0, 105.0])
Y = np.array([0.0, 0.0, 0.0])
RADII = np.array([3.0, 30.0, 3.0])


def test_a_small_node_has_a_target_of_twenty_four_pixels():
    assert node_at(X, Y, RADII, (11.9, 0)) == 0
    assert node_at(X, Y, RADII, (12.1, 0)) is None


def test_a_large_node_is_hit_anywhere_inside():
    assert node_at(X, Y, RADII, (75.0, 0)) == 1


def test_of_nodes_that_overlap_the_nearest_centre_is_hit():
    assert node_at(X, Y, RADII, (104, 1)) == 2


def test_nothing_is_hit_where_there_are_no_nodes():
    assert node_at(X[:0], Y[:0], RADII[:0], (0, 0)) is None


def test_a_rectangle_takes_in_the_centres_it_holds():
    assert nodes_in_rectangle(X, Y, -1, -1, 100, 1).tolist() == [0, 1]


def test_an_edge_is_hit_within_reach_of_its_line_but_not_beyond_its_ends():
    segments, owners = np.array([[0.0, 0, 100, 0], [0, 50, 100, 50]]), np.array([7, 9])
    assert edge_at(segments, owners, (50, 4), reach=5) == 7
    assert edge_at(segments, owners, (50, 46), reach=5) == 9
    assert edge_at(segments, owners, (50, 25), reach=5) is None
    assert edge_at(segments, owners, (110, 0), reach=5) is None


def test_an_arrow_key_leads_to_the_nearest_node_that_way():
    #      3
    #  1   0   2      4 is farther right, and lower
    x = np.array([0.0, -50, 50, 0, 200])
    y = np.array([0.0, 0, 0, -50, 60])
    ways = {(-1, 0): 1, (1, 0): 2, (0, -1): 3, (0, 1): None}
    assert {way: nearest_in_direction(x, y, 0, way) for way in ways} == ways
    assert nearest_in_direction(x, y, 2, (1, 0)) == 4
