"""A snapshot becomes arrays; records that share a name stay apart, and dangling ends become ghosts."""

from mnemoscope_gui.canvas.scene import empty_scene


def test_records_that_share_a_name_are_nodes_of_their_own(make_scene):
    scene = make_scene(["Alice", "Bob", "Alice"], [("Alice", "Bob")])
    assert scene.keys == (("Alice", 0), ("Bob", 0), ("Alice", 1))
    assert scene.edges.tolist() == [[0, 1]]
    assert scene.nodes_named(["Alice"]).tolist() == [0, 2]


def test_an_end_that_names_no_entity_is_a_ghost(make_scene):
    scene = make_scene(["Alice"], [("Alice", "Nobody"), ("Nobody", "Else")])
    assert scene.is_ghost.tolist() == [False, True, True]
    assert scene.edges.tolist() == [[0, 1], [1, 2]]
    assert scene.types[1] == ""
    assert scene.type_slots[1] == 8


def test_a_self_loop_counts_once(make_scene):
    scene = make_scene(["Alice", "Bob"], [("Alice", "Alice"), ("Alice", "Bob")])
    assert scene.degrees.tolist() == [2, 1]


def test_neighbours_are_one_relation_away_in_either_direction(make_scene):
    scene = make_scene("abcd", [("a", "b"), ("c", "a"), ("a", "a"), ("c", "d")])
    assert scene.neighbours(0).tolist() == [1, 2]
    assert scene.edges_at(0).tolist() == [0, 1, 2]


def test_the_first_observation_of_each_entity_is_kept(make_scene):
    scene = make_scene([("Alice", "person", "likes tea", "likes rain"), "Bob"])
    assert scene.first_observations == ("likes tea", "")


def test_names_of_any_text_are_kept_as_they_are(make_scene):
    names = ["", "\0", "\ud800", "a\nb", "שלום", "👩‍👩‍👧", "x" * 10_000]
    scene = make_scene(names)
    assert [scene.name(node) for node in range(scene.node_count)] == names
    assert scene.node_named("\ud800") == 2
    assert scene.node_named("unknown") is None


def test_an_empty_scene_has_arrays_of_the_right_shape():
    scene = empty_scene()
    assert scene.node_count == scene.edge_count == 0
    assert scene.edges.shape == (0, 2)
