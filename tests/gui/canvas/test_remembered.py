"""The first scene follows the picture that was left, as any later scene follows the one before."""

import numpy as np
import pytest

from mnemoscope_gui.canvas.remembered import RememberedCamera, RememberedPicture


@pytest.fixture
def show(qtbot):
    """A function that shows a scene and waits until its nodes are at rest."""

    def set_scene(canvas, scene):
        with qtbot.waitSignal(canvas.settled, timeout=20_000):
            canvas.set_scene(scene)
        return canvas.state

    return set_scene


def picture(*places, **more):
    """Alice, Bob, … at these places."""
    names = ("Alice", "Bob", "Carol", "Dave")[: len(places)]
    return RememberedPicture(
        keys=tuple((name, 0) for name in names), positions=np.array(places, np.float32), **more
    )


def test_nodes_are_where_they_were_and_pins_hold(view, make_scene, show):
    view.state.remembered = picture([0, 0], [3, -2], pinned=frozenset({1}))
    state = show(view, make_scene(["Bob", "Alice"], [("Alice", "Bob")]))
    assert state.positions.tolist() == [[3, -2], [0, 0]]
    assert state.emphasis.pinned == {0}


def test_an_isolated_node_that_has_a_relation_now_goes_to_its_neighbour(view, make_scene, show):
    view.state.remembered = picture([0, 0], [1, 0], [40, 0], isolated=frozenset({2}))
    state = show(view, make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob"), ("Bob", "Carol")]))
    assert np.hypot(*(state.positions[2] - state.positions[1])) < 3


def test_a_pinned_isolated_node_stays_though_it_has_a_relation_now(view, make_scene, show):
    view.state.remembered = picture([0, 0], [1, 0], [40, 0], isolated=frozenset({2}), pinned=frozenset({2}))
    state = show(view, make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob"), ("Bob", "Carol")]))
    assert state.positions[2].tolist() == [40, 0]


def test_the_camera_shows_the_same_place_in_a_window_of_another_size(view, make_scene, show):
    view.state.remembered = picture([0, 0], [1, 0], camera=RememberedCamera(2.0, (5.0, 7.0)))
    state = show(view, make_scene(["Alice", "Bob"], [("Alice", "Bob")]))
    assert state.camera.scale == 2
    assert state.camera.to_screen((5.0, 7.0)) == pytest.approx((400, 300))


def test_without_a_camera_everything_is_shown(view, make_scene, show):
    view.state.remembered = picture([0, 0], [30, 0])
    show(view, make_scene(["Alice", "Bob"], [("Alice", "Bob")]))
    assert view.names_off_screen(["Alice", "Bob"]) == []


def test_a_graph_that_is_mostly_new_is_laid_out_with_pins_where_they_were(view, make_scene, show):
    view.state.remembered = picture([9, 9], pinned=frozenset({0}))
    state = show(view, make_scene(["Alice", "X", "Y", "Z"], [("Alice", "X"), ("X", "Y"), ("Y", "Z")]))
    assert state.positions[0].tolist() == [9, 9]
    assert np.isfinite(state.positions).all()


def test_a_picture_of_another_graph_is_passed_over(view, make_scene, show):
    view.state.remembered = picture([100, 100], camera=RememberedCamera(3.0, (0.0, 0.0)))
    state = show(view, make_scene(["X", "Y"], [("X", "Y")]))
    assert state.emphasis.pinned == frozenset()
    assert view.names_off_screen(["X", "Y"]) == []


def test_a_picture_that_comes_late_is_passed_over(view, make_scene, show):
    scene = make_scene(["Alice", "Bob"], [("Alice", "Bob")])
    before = show(view, scene).positions.tolist()
    view.state.remembered = picture([100, 100], [200, 200])
    assert show(view, scene).positions.tolist() == before


def test_what_is_remembered_brings_back_the_same(view, make_scene, show):
    scene = make_scene(["Alice", "Bob", "Carol"], [("Alice", "Bob")])
    state = show(view, scene)
    state.pin([0])
    view.zoom_by(2)
    kept = view.picture_to_remember()
    assert (kept.keys, kept.pinned, kept.isolated) == (scene.keys, {0}, {2})
    assert kept.positions.tolist() == state.positions.tolist()
    assert kept.camera.scale == state.camera.scale


def test_nothing_is_remembered_while_there_is_nothing_to_see(view, make_scene, show):
    assert view.picture_to_remember() is None
    show(view, make_scene([]))
    assert view.picture_to_remember() is None
