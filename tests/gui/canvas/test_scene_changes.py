"""One scene after another: what stays, what grows, what goes."""

import numpy as np
import pytest


def show(qtbot, view, scene, **options):
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(scene, **options)


def position(view, name):
    return view.state.positions[view.state.scene.node_named(name)].copy()


def test_old_nodes_stay_where_they_are_when_new_ones_come(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")]))
    before = {name: position(view, name) for name in "abcd"}
    camera = view.state.camera
    show(qtbot, view, make_scene("abcde", [("a", "b"), ("b", "c"), ("c", "d"), ("a", "e")]))
    moved = [np.hypot(*(position(view, name) - before[name])) for name in "abcd"]
    assert np.median(moved) < 0.2
    assert np.isfinite(position(view, "e")).all()
    assert view.state.camera.scale == pytest.approx(camera.scale, rel=0.5)


def test_a_touched_camera_stays_when_the_file_changes(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abc", [("a", "b"), ("b", "c")]))
    view.zoom_by(1.7)
    camera = view.state.camera
    show(qtbot, view, make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")]))
    assert view.state.camera == camera


def test_removed_nodes_vanish_and_the_rest_does_not_move(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abc", [("a", "b"), ("b", "c")]))
    before = position(view, "b")
    show(qtbot, view, make_scene("bc", [("b", "c")]))
    assert view.state.scene.node_count == 2
    assert np.array_equal(position(view, "b"), before)


def test_selection_and_pins_follow_their_nodes_into_a_new_scene(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abc", [("a", "b"), ("b", "c")]))
    view.select(["c"])
    view.state.pin([1])
    show(qtbot, view, make_scene("xbc", [("b", "c")]))
    assert view.selected_names() == ["c"]
    assert view.state.names(view.state.emphasis.pinned) == ["b"]


def test_a_selected_node_that_goes_leaves_the_selection(qtbot, view, make_scene):
    show(qtbot, view, make_scene("ab"))
    view.select(["a", "b"])
    with qtbot.waitSignal(view.selection_changed) as changed:
        show(qtbot, view, make_scene("b"))
    assert changed.args == [["b"]]


def test_a_ghost_becomes_an_entity_in_its_place(qtbot, view, make_scene):
    show(qtbot, view, make_scene("a", [("a", "b")]))
    before = position(view, "b")
    show(qtbot, view, make_scene("ab", [("a", "b")]))
    assert np.array_equal(position(view, "b"), before)


def test_a_scene_that_comes_during_the_first_layout_is_laid_out_completely(qtbot, view, random_scene):
    large, _ = random_scene(1, 2_000, 5_000)
    view.animation_duration_scale = 1.0
    with qtbot.waitSignal(view.layout_thread.positions_changed, timeout=20_000):
        view.set_scene(large)
    larger, _ = random_scene(1, 2_010, 5_000)
    show(qtbot, view, larger)
    assert np.isfinite(view.state.positions).all()
    assert not view.layout_thread.is_running


def test_a_scene_may_become_empty_and_full_again(qtbot, view, make_scene):
    show(qtbot, view, make_scene("ab", [("a", "b")]))
    view.set_scene(make_scene([]))
    view.grab()
    show(qtbot, view, make_scene("ab", [("a", "b")]))
    assert len(view.label_rectangles()) >= 0
    assert np.isfinite(view.state.positions).all()


def test_what_was_deleted_comes_back_where_it_stood_and_pinned_as_it_was(qtbot, view, make_scene):
    whole = make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")])
    show(qtbot, view, whole)
    view.state.pin([1])
    before = {name: position(view, name) for name in "abcd"}
    show(qtbot, view, make_scene("cd", [("c", "d")]))
    show(qtbot, view, whole)
    assert all(np.array_equal(position(view, name), before[name]) for name in "abcd")
    assert view.state.emphasis.pinned == {1}


def test_a_memory_that_was_gone_looks_as_it_did(qtbot, view, make_scene):
    whole = make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")])
    show(qtbot, view, whole)
    view.zoom_by(1.7)
    before, camera = view.state.positions.copy(), view.state.camera
    show(qtbot, view, make_scene(""))
    show(qtbot, view, whole)
    assert np.array_equal(view.state.positions, before)
    assert view.state.camera == camera


def test_an_isolated_node_moves_beside_its_first_neighbour(qtbot, view, make_scene):
    names = [*"abcd", "new", "other"]
    relations = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    show(qtbot, view, make_scene(names, relations))
    before = {name: position(view, name) for name in names}
    show(qtbot, view, make_scene(names, [*relations, ("new", "a")]))
    assert np.hypot(*(position(view, "new") - position(view, "a"))) < 3
    assert np.hypot(*(position(view, "new") - before["new"])) > 0.5
    assert np.array_equal(position(view, "other"), before["other"])


def test_a_pinned_isolated_node_stays_when_it_gets_a_neighbour(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abc", [("a", "b")]))
    view.state.pin([2])
    before = position(view, "c")
    show(qtbot, view, make_scene("abc", [("a", "b"), ("b", "c")]))
    assert np.allclose(position(view, "c"), before)


def test_a_second_change_while_new_nodes_settle_lets_them_settle_too(qtbot, view, make_scene):
    relations = [("a", "b"), ("b", "c"), ("c", "a")]
    show(qtbot, view, make_scene("abc", relations))
    view.animation_duration_scale = 1.0
    with qtbot.waitSignal(view.layout_thread.positions_changed, timeout=5_000):
        view.set_scene(make_scene("abcd", [*relations, ("a", "d")]))
    show(qtbot, view, make_scene("abcde", [*relations, ("a", "d"), ("b", "e")]))
    for node, neighbour in (("d", "a"), ("e", "b")):
        assert 0.2 < np.hypot(*(position(view, node) - position(view, neighbour))) < 3
    assert not view.state.unsettled


def test_a_change_of_the_file_does_not_stop_the_camera_in_flight(qtbot, view, place, make_scene):
    place(view, make_scene("ab", [("a", "b")]), [[0, 0], [9, 0]])
    view.animation_duration_scale = 1.0
    view.reveal("b")
    goal = view.flight.goal
    assert view.state.camera != goal
    view.set_scene(make_scene("abc", [("a", "b"), ("b", "c")]))
    qtbot.waitUntil(lambda: view.state.camera == goal, timeout=3_000)


def test_new_nodes_that_await_quiet_stay_with_a_neighbour_until_no_change_follows(qtbot, view, make_scene):
    with qtbot.waitSignal(view.settled):
        view.set_scene(make_scene("ab", [("a", "b")]))
    view.layout_thread.awaits_quiet = True
    view.set_scene(make_scene("abc", [("a", "b"), ("b", "c")]))
    view.set_scene(make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d")]))
    assert view.state.positions[2].tolist() == view.state.positions[1].tolist()
    with qtbot.waitSignal(view.settled):
        pass
    positions = view.state.positions
    assert min(np.hypot(*(positions[first] - positions[first + 1])) for first in range(3)) > 0.1
