"""Tidying and spacing, also while scenes come and go."""

from dataclasses import replace

import numpy as np
import pytest


def show(qtbot, view, scene, **options):
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(scene, **options)


def position(view, name):
    return view.state.positions[view.state.scene.node_named(name)].copy()


def edge_lengths(view):
    sources, targets = view.state.scene.edges.T
    apart = view.state.positions[sources] - view.state.positions[targets]
    return np.hypot(apart[:, 0], apart[:, 1])


def test_tidying_keeps_pinned_nodes_where_they_are(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abcd", [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]))
    view.state.set_positions(view.state.positions + np.array([[9, 9], [0, 0], [0, 0], [0, 0]], np.float32))
    view.state.pin([0])
    before = position(view, "a")
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.tidy()
    assert np.allclose(position(view, "a"), before)


def test_another_scene_while_tidying_does_not_end_it(qtbot, view, random_scene):
    scene, scattered = random_scene(3, 60, 90)
    show(qtbot, view, scene)
    tidy = edge_lengths(view).mean()
    view.state.set_positions(scattered * 10)
    view.animation_duration_scale = 1.0
    before = edge_lengths(view).mean()
    view.tidy()
    qtbot.waitUntil(lambda: edge_lengths(view).mean() < 0.95 * before, timeout=20_000)
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(random_scene(3, 60, 90)[0])
    assert edge_lengths(view).mean() == pytest.approx(tidy, rel=0.3)


def test_another_scene_and_a_slider_that_moves_on_keep_the_spacing_that_was_chosen(qtbot, view, make_scene):
    show(qtbot, view, make_scene("abc", [("a", "b"), ("b", "c")]))
    before = edge_lengths(view)
    view.animation_duration_scale = 1.0
    for spacing in (1.5, 3.0):
        view.lay_out_with(replace(view.layout_options, spacing=spacing))
        qtbot.waitUntil(lambda: (edge_lengths(view) > 1.02 * before).all(), timeout=20_000)
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(make_scene("abc", [("a", "b"), ("b", "c")]))
    assert edge_lengths(view) == pytest.approx(3.0 * before, rel=1e-3)


def test_a_smaller_scene_of_a_hidden_canvas_does_not_meet_the_picture_of_the_larger_one(
    qtbot, view, random_scene, make_scene
):
    scene, _ = random_scene(1, 3_000, 6_000)
    show(qtbot, view, scene)
    view.state.set_positions(view.state.positions + np.float32(0.001))
    view.repaint()
    assert not view.presenter.picture_is_exact
    view.hide()
    show(qtbot, view, make_scene("ab", [("a", "b")]))
    view.show()
    qtbot.waitUntil(lambda: view.presenter.picture_is_exact, timeout=20_000)
