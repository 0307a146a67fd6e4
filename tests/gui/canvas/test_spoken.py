"""What a screen reader says."""

from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.spoken import (
    describe_graph,
    describe_node,
    describe_node_and_neighbours,
    describe_selection,
    marks_of,
)


def test_a_node_is_spoken_with_type_and_number_of_relations(make_scene):
    scene = make_scene([("Alice", "person"), "Bob"], [("Alice", "Bob"), ("Bob", "Alice"), ("Alice", "Eve")])
    assert describe_node(scene, 0) == "Alice, person, 3 relations"
    assert describe_node(scene, 2) == "Eve, no entity of that name, 1 relation"


def test_what_rings_and_badges_say_is_spoken_too(make_scene):
    scene = make_scene([("Alice", "person")])
    emphasis = Emphasis(added=frozenset({0}), pinned=frozenset({0}))
    spoken = describe_node_and_neighbours(scene, 0, marks_of(emphasis, 0))
    assert spoken == "Alice, person, new, pinned, 0 relations"
    assert marks_of(Emphasis(changed=frozenset({0})), 0) == ["changed"]


def test_a_selection_of_several_is_counted(make_scene):
    scene = make_scene(["Alice", "Bob"])
    assert describe_selection(scene, {1}) == "Bob, thing, 0 relations"
    assert describe_selection(scene, {0, 1}) == "2 entities selected"


def test_a_graph_is_spoken_by_its_size(make_scene):
    assert describe_graph(make_scene(["a"], [("a", "ghost")])) == "1 entity, 1 relation"


def test_names_without_any_letter_can_be_spoken(make_scene):
    describe_node(make_scene(["\ud800\n" * 900]), 0).encode()
