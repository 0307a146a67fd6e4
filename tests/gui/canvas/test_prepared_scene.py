"""Sizes by degree, looks by type, fans of parallel edges."""

import numpy as np

from mnemoscope_gui.canvas.prepared_scene import PreparedScene, base_radii


def test_radii_grow_with_the_degree_between_six_and_twenty_two():
    radii = base_radii(np.array([0, 1, 4, 9, 28, 1000]))
    assert radii[0] == 6
    assert radii[-1] == radii[-2] == 22
    assert (np.diff(radii[:5]) > 0).all()
    assert len(np.unique(base_radii(np.arange(2000)))) <= 8


def test_parallel_edges_fan_out_symmetrically_and_single_ones_are_straight(make_scene):
    prepared = PreparedScene(make_scene("abc", [("a", "b"), ("b", "a"), ("b", "c")]))
    bends = prepared.bends[np.argsort(prepared.edge_order)]
    # Beside the line as seen from its source: equal bends of opposite edges lie on opposite sides.
    assert bends[0] == bends[1] != 0
    assert bends[2] == 0


def test_a_hundred_parallel_edges_stay_within_the_widest_fan(make_scene):
    prepared = PreparedScene(make_scene("ab", [("a", "b")] * 100))
    assert np.ptp(prepared.bends) <= 140


def test_nodes_of_one_type_share_a_look(make_scene):
    scene = make_scene([("a", "person"), ("b", "person"), ("c", "city")], [("a", "nobody")])
    prepared = PreparedScene(scene)
    looks = [prepared.looks[look] for look in prepared.look_of_node]
    assert looks[0] == looks[1] != looks[2]
    assert [look.initial for look in looks] == ["P", "P", "C", ""]
    assert looks[3].is_ghost


def test_drawn_edges_are_a_permutation_of_all(make_scene):
    prepared = PreparedScene(make_scene("abc", [("a", "b"), ("b", "c"), ("c", "a")]))
    drawn = np.stack((prepared.sources, prepared.targets), axis=1)
    assert drawn.tolist() == prepared.scene.edges[prepared.edge_order].tolist()


def test_small_graphs_keep_their_nodes_large_when_zoomed_out(make_scene):
    small = PreparedScene(make_scene([str(node) for node in range(50)]))
    large = PreparedScene(make_scene([str(node) for node in range(1000)]))
    assert small.size_floor > large.size_floor == 0


def test_an_edge_is_drawn_only_where_both_its_ends_are_shown(make_scene):
    scene = make_scene("abc", [("a", "b"), ("b", "c"), ("b", "b"), ("a", "c")])
    prepared = PreparedScene(scene, np.array([True, True, False]))
    ends = sorted(zip(prepared.sources.tolist(), prepared.targets.tolist(), strict=True))
    assert ends == [(0, 1), (1, 1)]
    assert scene.edges[prepared.edge_order].tolist() == [
        list(pair) for pair in zip(prepared.sources.tolist(), prepared.targets.tolist(), strict=True)
    ]
