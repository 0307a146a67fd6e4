"""Labels never overlap one another, nor a node of higher rank."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.canvas.label_occupancy import Discs, Occupancy, overlaps
from mnemoscope_gui.canvas.label_placement import (
    NO_PLACE,
    OVER,
    PLACES,
    UNDER,
    WantedNames,
    centred,
    place_names,
    place_where_free,
)

SIZE = (800.0, 600.0)


def taken_by(places):
    """Discs at (x, y, radius), the most important first."""
    return Occupancy(Discs(*np.array(places, float).reshape(-1, 3).T))


def placed(places, width=60, limit=250, needed=(), last_places=None):
    """The rectangles of labels 16 px high for all of these discs, by rank, and what is taken then."""
    count, occupancy = len(places), taken_by(places)
    wanted = WantedNames(
        ranks=np.arange(count),
        sizes=np.full((count, 2), (width, 16)),
        prefers_over=np.zeros(count, bool),
        is_needed=np.isin(np.arange(count), needed),
        last_places=np.full(count, NO_PLACE) if last_places is None else np.array(last_places),
    )
    names = place_names(wanted, occupancy, SIZE, limit=limit)
    return {rank: name.rectangle for rank, name in names.items()}, occupancy


def covers(rectangle, place):
    """Whether a rectangle covers any of a disc."""
    x, y, radius = place
    left, top, right, bottom = rectangle
    return (min(max(x, left), right) - x) ** 2 + (min(max(y, top), bottom) - y) ** 2 < radius**2


def test_a_label_with_room_goes_under_its_node():
    rectangles, _ = placed([(400, 300, 10)])
    left, top, right, bottom = rectangles[0]
    assert (left + right) / 2 == 400
    assert 310 < top < 315
    assert bottom - top == 16


def test_a_label_goes_over_its_node_where_something_is_under_it():
    rectangles, _ = placed([(400, 300, 10), (400, 325, 8)])
    assert rectangles[0][3] < 290


def test_a_label_stays_in_the_picture_at_its_border():
    rectangles, _ = placed([(5, 300, 10), (795, 100, 10)], width=100)
    assert rectangles[0][0] >= 0
    assert rectangles[1][2] <= SIZE[0]


def test_a_label_beside_the_border_goes_where_it_is_whole():
    rectangles, _ = placed([(400, 595, 10)])
    assert rectangles[0][3] <= SIZE[1]


def test_the_more_important_label_wins():
    rectangles, _ = placed([(400, 300, 5)] * 12)
    assert 0 in rectangles
    assert len(rectangles) < 12


def test_no_more_labels_are_placed_than_the_limit():
    rectangles, _ = placed([(20 + 70 * index, 300, 5) for index in range(10)], limit=3)
    assert len(rectangles) == 3


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 200), st.floats(3, 22)), max_size=40))
def test_labels_overlap_neither_labels_nor_more_important_nodes(places):
    rectangles, _ = placed(places)
    assert not any(overlaps(*pair) for pair in combinations(rectangles.values(), 2))
    for rank, rectangle in rectangles.items():
        assert not any(covers(rectangle, place) for place in places[:rank])


@given(
    st.lists(st.tuples(st.floats(0, 300), st.floats(0, 200), st.floats(3, 22)), min_size=1, max_size=40),
    st.randoms(use_true_random=False),
)
def test_a_place_from_an_earlier_picture_is_no_excuse_for_covering(places, random):
    last = [random.randrange(NO_PLACE, PLACES) for _ in places]
    rectangles, _ = placed(places, last_places=last)
    assert not any(overlaps(*pair) for pair in combinations(rectangles.values(), 2))
    for rank, rectangle in rectangles.items():
        assert not any(covers(rectangle, place) for place in places[:rank])


def test_a_label_keeps_its_place_while_it_is_free():
    under, over, right = (
        placed([(400, 300, 10)], last_places=[place])[0][0] for place in (UNDER, OVER, OVER + 1)
    )
    assert under[1] > 310
    assert over[3] < 290
    assert right[0] > 410


def test_a_label_leaves_its_place_when_something_comes_there():
    rectangles, _ = placed([(400, 280, 10), (400, 300, 10)], last_places=[UNDER, OVER])
    assert rectangles[1][1] > 310


def test_labels_of_relations_keep_clear_of_everything():
    rectangles, occupancy = placed([(400, 300, 10)])
    under = (rectangles[0][0] + 30, rectangles[0][1] + 8)
    centres = np.array([(400.0, 300.0), under, (200.0, 100.0), (205.0, 100.0)])
    wanted = centred(centres, np.full((4, 2), (40, 14)))
    assert list(place_where_free(wanted, occupancy, gap=2, limit=9)) == [2]


def crowd_around(centre_radius, radius):
    """A node with neighbours so near that every place for its label covers one."""
    around = [(400 + 14 * column, 300 + 14 * row, radius) for column in range(-6, 7) for row in range(-3, 4)]
    return [(400, 300, centre_radius), *(place for place in around if place[:2] != (400, 300))]


def test_an_important_name_would_rather_cover_small_nodes_than_go_missing():
    rectangles, _ = placed(crowd_around(5, radius=4))
    assert 0 in rectangles


def test_large_nodes_are_not_covered_but_for_a_needed_name():
    crowd = crowd_around(7, radius=6.5)
    assert 0 not in placed(crowd)[0]
    assert 0 in placed(crowd, needed=[0])[0]


def test_without_nodes_there_is_nothing_to_place():
    assert placed([])[0] == {}
