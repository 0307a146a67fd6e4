"""The dots of the minimap as an array."""

import numpy as np

from mnemoscope_gui.canvas.camera import Camera, bounds_of, fit
from mnemoscope_gui.canvas.minimap_image import dots

RED, BLUE = 0xFFFF0000, 0xFF0000FF
SIZE = (168, 112)


def draw(positions, ratio=1.0, camera=None):
    positions = np.array(positions, np.float32)
    camera = camera or fit(bounds_of(positions), SIZE, 8.0, maximum=1.0)
    colors = np.full(len(positions), RED, np.uint32)
    colors[-1:] = BLUE
    return dots(positions, colors, camera, SIZE, ratio)


def test_each_node_is_a_dot_of_its_colour_where_the_camera_sees_it():
    pixels = draw([[0, 0], [1, 0]], camera=Camera(0.5, 30.0, 50.0))
    assert pixels[50, 30] == RED
    assert pixels[50, 75] == BLUE
    assert np.count_nonzero(pixels) == 2 * 9


def test_the_picture_is_in_device_pixels():
    pixels = draw([[0, 0]], ratio=2.0, camera=Camera(1.0, 30.0, 50.0))
    assert pixels.shape == (224, 336)
    assert pixels[100, 60] == BLUE
    assert np.count_nonzero(pixels) == 36


def test_nodes_at_and_beyond_the_border_stay_inside():
    pixels = draw([[-9, -9], [9, 9]], camera=Camera(1.0, 84.0, 56.0))
    assert pixels[0, 0] == RED
    assert pixels[-1, -1] == BLUE


def test_dots_become_smaller_in_large_graphs():
    random = np.random.default_rng(0)
    assert np.count_nonzero(draw(np.tile([[0, 0]], (301, 1)))) == 4
    assert np.count_nonzero(draw(np.tile([[0, 0]], (5_001, 1)))) == 1
    assert np.count_nonzero(draw(random.normal(0, 50, (100_000, 2)))) > 1_000


def test_a_graph_without_nodes_is_an_empty_picture():
    assert not draw(np.empty((0, 2))).any()
