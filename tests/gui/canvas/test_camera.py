"""The camera keeps what is under the pointer, stays within its limits and shows everything when asked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit, minimum_scale

SIZE = (800.0, 600.0)
places = st.tuples(st.floats(-500, 500), st.floats(-500, 500))


@given(point=places, scale=st.floats(0.05, 8), offset=places)
def test_to_scene_undoes_to_screen(point, scale, offset):
    camera = Camera(scale, *offset)
    assert camera.to_scene(camera.to_screen(point)) == pytest.approx(point, abs=1e-6)


@given(point=places, factor=st.floats(0.01, 100))
def test_zooming_keeps_the_scene_under_the_pointer(point, factor):
    camera = Camera(1.0, 17.0, -4.0)
    assert camera.zoom_at(point, factor).to_scene(point) == pytest.approx(camera.to_scene(point), abs=1e-6)


def test_zooming_stops_at_eight_times_and_at_the_minimum():
    assert Camera().zoom_at((0, 0), 1000).scale == 8.0
    assert Camera().zoom_at((0, 0), 1e-6).scale == 0.05
    assert Camera().zoom_at((0, 0), 1e-6, minimum=0.01).scale == 0.01


def test_one_edge_length_is_ninety_pixels_at_full_size():
    assert Camera().to_screen((1.0, 0.0)) == (90.0, 0.0)


@given(left=st.floats(-50, 50), top=st.floats(-50, 50), width=st.floats(0, 90), height=st.floats(0, 90))
def test_fitting_shows_all_of_the_bounds(left, top, width, height):
    camera = fit((left, top, left + width, top + height), SIZE)
    for corner in ((left, top), (left + width, top + height)):
        x, y = camera.to_screen(corner)
        assert -1e-6 <= x <= SIZE[0] + 1e-6
        assert -1e-6 <= y <= SIZE[1] + 1e-6


def test_a_single_node_is_not_blown_up():
    assert fit((3, 3, 3, 3), SIZE).scale == 1.5


def test_one_can_always_zoom_out_to_everything():
    assert minimum_scale((0, 0, 1, 1), SIZE) == 0.05
    wide = (0, 0, 1000, 1)
    assert minimum_scale(wide, SIZE) == fit(wide, SIZE).scale < 0.05


def test_bounds_pass_over_nodes_without_a_place():
    assert bounds_of(np.array([[0, 1], [np.nan, np.nan], [2, -3]])) == (0, -3, 2, 1)
    assert bounds_of(np.empty((0, 2))) == (-0.5, -0.5, 0.5, 0.5)


def test_a_flight_begins_and_ends_where_it_should():
    start, goal = Camera(0.5, 10, 20), Camera(2.0, -300, 50)
    middle = (SIZE[0] / 2, SIZE[1] / 2)
    assert start.toward(goal, 0.0, SIZE).to_scene(middle) == pytest.approx(start.to_scene(middle))
    assert start.toward(goal, 1.0, SIZE) == goal
    assert start.toward(goal, 0.5, SIZE).scale == pytest.approx(1.0)


def test_on_a_flight_between_equal_zooms_the_centre_moves_evenly():
    start, goal = Camera(1.0, 0, 0), Camera(1.0, -200, 100)
    halfway = start.toward(goal, 0.5, SIZE)
    assert (halfway.offset_x, halfway.offset_y) == pytest.approx((-100, 50))
