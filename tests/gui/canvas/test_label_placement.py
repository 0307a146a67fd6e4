"""Labels never overlap one another, nor a node of higher rank."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.canvas.label_placement import (
    Disc,
    NamedDisc,
    Occupancy,
    covers,
    overlaps,
    place_centred,
    place_names,
)

SIZE = (800.0, 600.0)


def wanted_at(places, width=60, height=16):
    return [NamedDisc(Disc(x, y, radius, rank), width, height) for rank, (x, y, radius) in enumerate(places)]


def placed(wanted, limit=250):
    occupancy = Occupancy()
    for item in wanted:
        occupancy.add_disc(item.disc)
    return place_names(wanted, occupancy, SIZE, limit=limit), occupancy


def test_a_label_with_room_goes_under_its_node():
    rectangles, _ = placed(wanted_at([(400, 300, 10)]))
    left, top, right, bottom = rectangles[0]
    assert (left + right) / 2 == 400
    assert 310 < top < 315
    assert bottom - top == 16


def test_a_label_goes_over_its_node_where_something_is_under_it():
    rectangles, _ = placed(wanted_at([(400, 300, 10), (400, 325, 8)]))
    assert rectangles[0][3] < 290


def test_a_label_stays_in_the_picture_at_its_border():
    rectangles, _ = placed(wanted_at([(5, 300, 10), (795, 100, 10)], width=100))
    assert rectangles[0][0] >= 0
    assert rectangles[1][2] <= SIZE[0]


def test_a_label_beside_the_border_goes_where_it_is_whole():
    rectangles, _ = placed(wanted_at([(400, 595, 10)]))
    assert rectangles[0][3] <= SIZE[1]


def test_the_more_important_label_wins():
    rectangles, _ = placed(wanted_at([(400, 300, 5)] * 12))
    assert 0 in rectangles
    assert len(rectangles) < 12


def test_no_more_labels_are_placed_than_the_limit():
    rectangles, _ = placed(wanted_at([(20 + 70 * index, 300, 5) for index in range(10)]), limit=3)
    assert len(rectangles) == 3


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 200), st.floats(3, 22)), max_size=40))
def test_labels_overlap_neither_labels_nor_more_important_nodes(places):
    wanted = wanted_at(places)
    rectangles, _ = placed(wanted)
    assert not any(overlaps(*pair) for pair in combinations(rectangles.values(), 2))
    for index, rectangle in rectangles.items():
        assert not any(covers(rectangle, item.disc) for item in wanted[:index])


def test_labels_of_relations_keep_clear_of_everything():
    rectangles, occupancy = placed(wanted_at([(400, 300, 10)]))
    under = (rectangles[0][0] + 30, rectangles[0][1] + 8)
    rows = [
        (1, 400.0, 300.0, 40, 14),
        (2, *under, 40, 14),
        (3, 200.0, 100.0, 40, 14),
        (4, 205.0, 100.0, 40, 14),
    ]
    assert list(place_centred(rows, occupancy, gap=2, limit=9)) == [3]


def crowd_around(centre_radius, radius):
    """A node with neighbours so near that every place for its label covers one."""
    around = [(400 + 14 * column, 300 + 14 * row, radius) for column in range(-6, 7) for row in range(-3, 4)]
    return wanted_at([(400, 300, centre_radius), *(place for place in around if place[:2] != (400, 300))])


def test_an_important_name_would_rather_cover_small_nodes_than_go_missing():
    rectangles, _ = placed(crowd_around(5, radius=4))
    assert 0 in rectangles


def test_large_nodes_are_not_covered_but_for_a_needed_name():
    wanted = crowd_around(7, radius=6.5)
    assert 0 not in placed(wanted)[0]
    needed = [NamedDisc(wanted[0].disc, 60, 16, is_needed=True), *wanted[1:]]
    assert 0 in placed(needed)[0]
