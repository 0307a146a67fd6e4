"""The canvas as the window uses it: scenes come and go, and what people know stays where it is."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from mnemoscope_gui.canvas import frame_keeper, presenter
from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.theme import Theme

HOUR_MILLISECONDS = 3_600_000


def show(qtbot, view, scene, **options):
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(scene, **options)


def position(view, name):
    return view.state.positions[view.state.scene.node_named(name)].copy()


def test_the_first_scene_is_laid_out_and_all_in_sight(qtbot, view, random_scene):
    scene, _ = random_scene(1, 40, 60)
    show(qtbot, view, scene)
    seen = view.state.seen
    assert (seen.x >= 0).all()
    assert (seen.x <= view.width()).all()
    assert (seen.y >= 0).all()
    assert (seen.y <= view.height()).all()


def test_the_camera_follows_an_animated_layout_until_it_is_touched(qtbot, view, random_scene):
    scene, _ = random_scene(1, 40, 60)
    view.animation_duration_scale = 1.0
    show(qtbot, view, scene)
    assert view.state.camera == view.state.camera_for_all()


def test_another_theme_is_painted_at_once(qtbot, view, make_scene):
    show(qtbot, view, make_scene("a"))
    view.set_theme(Theme.dark())
    assert view.grab().toImage().pixelColor(3, 3) == Theme.dark().canvas


def test_revealing_brings_a_node_to_the_middle(view, place, make_scene):
    place(view, make_scene("ab"), [[0, 0], [40, 30]])
    view.reveal("b")
    assert view.state.seen.x[1] == pytest.approx(view.width() / 2)
    assert view.state.seen.y[1] == pytest.approx(view.height() / 2)
    view.reveal("unknown")


def test_zooming_keeps_to_its_limits(view, place, make_scene):
    place(view, make_scene("ab"), [[0, 0], [1, 0]])
    view.zoom_by(1_000)
    assert view.zoom == 8.0
    view.zoom_to_actual_size()
    assert view.zoom == pytest.approx(1.0)
    view.zoom_by(1e-6)
    assert view.zoom == 0.05


def test_framing_a_selection_shows_it_whole(view, place, make_scene):
    place(view, make_scene("abc"), [[0, 0], [40, 30], [44, 31]])
    view.select(["b", "c"])
    view.frame_selection()
    assert ((view.state.seen.x[1:] > 0) & (view.state.seen.x[1:] < view.width())).all()
    assert view.zoom > 1


def test_changed_nodes_keep_their_mark_until_they_are_selected(view, place, make_scene):
    place(view, make_scene("abc"), [[0, 0], [1, 0], [2, 0]])
    view.mark_changed(["a", "b"], added=["b", "c"])
    assert view.state.names(view.state.emphasis.changed) == ["a"]
    assert view.state.names(view.state.emphasis.added) == ["b", "c"]
    view.select(["a", "c"])
    assert view.state.names(view.state.emphasis.changed | view.state.emphasis.added) == ["b"]


def test_nodes_outside_the_window_are_told(view, place, make_scene):
    place(view, make_scene("ab"), [[0, 0], [50, 0]])
    assert view.names_off_screen(["a", "b"]) == ["b"]


def test_highlighting_fades_the_others_and_can_be_ended(view, place, make_scene):
    place(view, make_scene([("a", "-"), ("b", "-")]), [[-1, 0], [1, 0]])
    plain = view.grab().toImage()
    view.set_highlight(["a"])
    faded = view.grab().toImage()
    assert faded.pixelColor(310, 300) == plain.pixelColor(310, 300)
    assert faded.pixelColor(490, 300) != plain.pixelColor(490, 300)
    view.set_highlight(None)
    assert view.grab().toImage() == plain


def test_a_selected_node_has_a_ring(view, place, make_scene):
    place(view, make_scene("a"), [[0, 0]])
    before = view.grab().toImage()
    view.select(["a"])
    assert view.grab().toImage().pixelColor(400, 300 - 9) != before.pixelColor(400, 300 - 9)


def test_a_screen_reader_can_tell_what_is_selected(view, place, make_scene):
    place(view, make_scene([("Alice", "person"), ("Acme", "company")], [("Alice", "Acme")]), [[0, 0], [1, 0]])
    assert view.accessibleName()
    assert view.accessibleDescription() == "2 entities, 1 relation"
    view.select(["Alice"])
    assert view.accessibleDescription() == "Alice, person, 1 relation"


def test_any_name_can_be_shown_selected_and_told(qtbot, view, place, make_scene):
    names = ["", "\0", "\ud800", "a\nb", "שלום", "👩‍👩‍👧", "x" * 10_000, "a"]
    scene = make_scene([(name, name) for name in names], [(name, "\udfff", name) for name in names])
    place(view, scene, np.random.default_rng(0).normal(0, 2, (scene.node_count, 2)))
    for name in names:
        with qtbot.waitSignal(view.selection_changed) as changed:
            view.select([name])
        assert changed.args == [[name]]
        view.reveal(name)
        view.grab()


def test_no_labels_overlap_while_the_layout_settles(qtbot, view, random_scene):
    scene, _ = random_scene(8, 80, 120)
    view.animation_duration_scale = 1.0
    overlaps = []

    def check():
        view.grab()
        rectangles = view.label_rectangles()
        overlaps.extend(
            (one, other)
            for index, one in enumerate(rectangles)
            for other in rectangles[:index]
            if one.intersects(other)
        )

    view.layout_thread.positions_changed.connect(check)
    show(qtbot, view, scene)
    assert not overlaps


def test_a_large_graph_is_drawn_exactly_soon_after_it_was_moved(qtbot, view, place, random_scene):
    scene, positions = random_scene(9, 3_000, 12_000)
    place(view, scene, positions)
    view.fit_all()
    view.grab()
    qtbot.waitUntil(lambda: view.presenter.picture_is_exact, timeout=10_000)
    exact = view.grab().toImage()
    view.state.set_camera(view.state.camera.panned(30, 0))
    moved = view.grab().toImage()
    assert not view.presenter.picture_is_exact
    assert moved != exact
    qtbot.waitUntil(lambda: view.presenter.picture_is_exact, timeout=10_000)


def test_a_picture_of_nodes_that_have_moved_since_is_not_exact(view, place, make_scene):
    place(view, make_scene("ab"), [[0, 0], [1, 0]])
    assert view.presenter.picture_is_exact
    view.state.set_positions(view.state.positions + np.float32(1))
    assert not view.presenter.picture_is_exact


def test_when_the_first_layout_has_settled_the_picture_is_completed_without_a_pause(
    qtbot, random_scene, monkeypatch
):
    monkeypatch.setattr(frame_keeper, "REST_MILLISECONDS", HOUR_MILLISECONDS)
    monkeypatch.setattr(presenter, "CHOICE_MILLISECONDS", HOUR_MILLISECONDS)
    view = GraphView(Theme.light())
    qtbot.addWidget(view, before_close_func=lambda widget: widget.stop())
    with qtbot.waitExposed(view):
        view.show()
    scene, _ = random_scene(9, 3_000, 12_000)
    show(qtbot, view, scene)
    qtbot.waitUntil(
        lambda: view.presenter.picture_is_exact and view.presenter.labels_are_final, timeout=20_000
    )


def test_stopping_ends_all_movement(view, random_scene, qtbot):
    scene, _ = random_scene(2, 2_000, 6_000)
    view.set_scene(scene)
    view.stop()
    assert not view.layout_thread.is_running


def colours_in_the_middle(view):
    image = view.grab().toImage()
    return {image.pixel(x, y) for x in range(300, 500) for y in range(270, 330)}


def test_an_empty_scene_shows_the_hint(qtbot, view, make_scene):
    show(qtbot, view, make_scene(""))
    assert len(colours_in_the_middle(view)) > 2


def test_the_first_node_of_an_empty_canvas_comes_where_it_was_wanted(qtbot, view, make_scene):
    show(qtbot, view, make_scene(""))
    view.expect("a", (5.0, 7.0))
    show(qtbot, view, make_scene("a"))
    assert position(view, "a") == pytest.approx([5, 7])
    view.state.set_positions(np.array([[1, 2]], np.float32))
    show(qtbot, view, make_scene("ab"))
    assert position(view, "a") == pytest.approx([1, 2])


def test_a_canvas_that_waits_long_for_its_first_picture_says_for_what(qtbot, view, make_scene):
    view.presenter.show_waiting("Reading…")
    assert len(colours_in_the_middle(view)) > 2
    view.presenter.show_waiting("")
    assert len(colours_in_the_middle(view)) == 1
    show(qtbot, view, make_scene("a"))
    plain = view.grab().toImage()
    view.presenter.show_waiting("Arranging…")
    assert view.grab().toImage() == plain, "a picture is shown alone"


def test_a_camera_that_was_moved_before_there_is_a_picture_still_follows_the_layout(
    qtbot, view, random_scene
):
    view.state.set_camera(view.state.camera.panned(500, 500))
    view.animation_duration_scale = 1.0
    scene, _ = random_scene(1, 40, 60)
    with qtbot.waitSignal(view.settled, timeout=20_000):
        view.set_scene(scene)
        view.state.set_camera(view.state.camera.panned(500, 500))
        view.zoom_by(2.0)
    assert view.state.camera == view.state.camera_for_all()


def test_a_canvas_without_a_scene_is_blank_and_takes_events(qtbot, view):
    assert len(colours_in_the_middle(view)) == 1
    view.fit_all()
    view.frame_selection()
    view.tidy()
    view.reveal("nobody")
    assert view.selected_names() == []


def test_positions_of_new_entities_are_told_in_scene_coordinates(view, place, make_scene, qtbot):
    place(view, make_scene("a"), [[0, 0]])
    x, y = view.state.camera.to_scene((490.0, 300.0))
    assert QPointF(x, y) == QPointF(1.0, 0.0)


def test_reduced_motion_follows_the_style(qtbot):
    canvas = GraphView(Theme.light())
    qtbot.addWidget(canvas)
    assert canvas.animation_duration_scale in (0.0, 1.0)


def test_all_names_that_fit_are_shown_again_when_a_large_graph_has_come_to_rest(
    qtbot, view, place, random_scene
):
    scene, positions = random_scene(4, 400, 600)
    place(view, scene, positions)
    view.fit_all()
    qtbot.waitUntil(lambda: view.presenter.labels_are_final, timeout=20_000)
    view.grab()
    qtbot.waitUntil(lambda: view.presenter.labels_are_final, timeout=20_000)
    at_rest = view.label_rectangles()
    # Seen from far away hardly any name fits; back at the old place they must come back.
    view.state.set_positions(positions / 50)
    view.grab()
    view.state.set_positions(positions)
    view.grab()
    qtbot.waitUntil(
        lambda: view.presenter.labels_are_final and view.label_rectangles() == at_rest, timeout=20_000
    )
