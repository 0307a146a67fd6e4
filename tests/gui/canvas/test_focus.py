"""Which nodes a focus shows."""

import pytest

from mnemoscope_gui.canvas.focus import (
    FocusArea,
    can_go_deeper,
    carried_area,
    hidden_neighbour_count,
    shown_nodes,
)

A, B, C, D, E, F = range(6)


@pytest.fixture
def chain(make_scene):
    """a-b-c-d in a row, e beside b, f alone."""
    return make_scene("abcdef", [("a", "b"), ("c", "b"), ("c", "d"), ("b", "e")])


def shown(scene, area):
    return "".join(name for name, _ in (scene.keys[node] for node in shown_nodes(scene, area).nonzero()[0]))


def area(*centres, **options):
    return FocusArea(frozenset(centres), **options)


def test_without_a_focus_everything_is_shown(chain):
    assert shown(chain, None) == "abcdef"


def test_one_step_shows_the_neighbours_in_both_directions(chain):
    assert shown(chain, area(B)) == "abce"


def test_each_step_reaches_one_relation_farther(chain):
    assert shown(chain, area(A)) == "ab"
    assert shown(chain, area(A).deeper_by(1)) == "abce"
    assert shown(chain, area(A).deeper_by(2)) == "abcde"
    assert shown(chain, area(A).deeper_by(2).deeper_by(-1)) == "abce"


def test_a_focus_reaches_at_least_one_step(chain):
    assert area(A).deeper_by(-5).depth == 1


def test_several_centres_show_all_their_neighbours(chain):
    assert shown(chain, area(A, D)) == "abcd"


def test_an_expanded_node_shows_its_neighbours_beyond_the_depth(chain):
    assert shown(chain, area(A).with_neighbours_of(B)) == "abce"
    assert shown(chain, area(A).with_neighbours_of(B).without_neighbours_of(B)) == "ab"


def test_expanded_nodes_lead_on_from_one_another_in_any_order(chain):
    assert shown(chain, area(A).with_neighbours_of(C).with_neighbours_of(B)) == "abcde"


def test_an_expanded_node_that_is_not_shown_shows_nothing(chain):
    assert shown(chain, area(A).with_neighbours_of(C)) == "ab"


def test_a_collapsed_node_keeps_only_neighbours_that_something_else_leads_to(make_scene):
    scene = make_scene("abcd", [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d")])
    assert shown(scene, area(A, depth=2)) == "abcd"
    assert shown(scene, area(A, depth=2).without_neighbours_of(B)) == "abc"


def test_guests_are_shown_wherever_they_are(chain):
    assert shown(chain, area(A).with_guests([F])) == "abf"


def test_hidden_neighbours_are_counted(chain):
    assert hidden_neighbour_count(chain, shown_nodes(chain, area(A)), B) == 2
    assert hidden_neighbour_count(chain, shown_nodes(chain, None), B) == 0


def test_no_step_leads_beyond_a_component(chain):
    assert can_go_deeper(chain, area(A, depth=2))
    assert not can_go_deeper(chain, area(A, depth=3))
    assert not can_go_deeper(chain, area(F))


def test_self_loops_and_parallel_relations_lead_nowhere_else(make_scene):
    scene = make_scene("abc", [("a", "a"), ("a", "b"), ("a", "b")])
    assert shown(scene, area(A)) == "ab"


def test_an_area_follows_its_nodes_into_another_scene():
    old = FocusArea(frozenset({A, B}), 2, frozenset({C}), frozenset({D}), frozenset({E}))
    assert carried_area(old, {A: 3, C: 0, E: 1}) == FocusArea(
        frozenset({3}), 2, frozenset({0}), frozenset(), frozenset({1})
    )


def test_an_area_whose_centres_are_gone_ends():
    assert carried_area(area(A), {B: 0}) is None
    assert carried_area(None, {A: 0}) is None
