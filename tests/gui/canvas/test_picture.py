"""A picture without any window, looked at by its pixels."""

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from mnemoscope_gui.canvas.picture import render_picture
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = QSize(600, 400)
# At the largest scale of a fitted picture two nodes two edge lengths apart lie at 165 and 435.
POSITIONS = np.array([[-1, 0], [1, 0]], np.float32)
HARD_NAMES = [
    "",
    "\0\x01",
    "\ud800",
    "\udfff x",
    "a\nb\r\n",
    "שלום עולם",
    "مرحبا",
    "👩‍👩‍👧" * 40,
    "x" * 10_000,
    "Z̷̗̓" * 90,
]


def near(color, other, tolerance=12):
    return all(
        abs(one - two) <= tolerance for one, two in zip(color.getRgb()[:3], other.getRgb()[:3], strict=True)
    )


@pytest.mark.parametrize("theme", [Theme.light(), Theme.dark()], ids=["light", "dark"])
def test_nodes_have_the_colour_of_their_type_on_the_canvas(make_scene, theme):
    scene = make_scene([("a", "person"), ("b", "city")], [("a", "b")])
    image = render_picture(scene, POSITIONS, theme, SIZE)
    # Beside the initial, still inside the node.
    assert near(image.pixelColor(165, 191), theme.type_colors[0])
    assert near(image.pixelColor(435, 191), theme.type_colors[1])
    assert near(image.pixelColor(5, 5), theme.canvas)


def test_an_edge_is_drawn_between_its_nodes(make_scene):
    theme = Theme.light()
    with_edge = render_picture(make_scene("ab", [("a", "b")]), POSITIONS, theme, SIZE)
    without = render_picture(make_scene("ab"), POSITIONS, theme, SIZE)
    row = [with_edge.pixelColor(230, y).lightness() for y in range(195, 206)]
    assert min(row) < theme.canvas.lightness() - 20
    assert near(without.pixelColor(230, 200), theme.canvas)


def test_the_arrow_stands_at_the_target(make_scene):
    image = render_picture(make_scene("ab", [("a", "b")]), POSITIONS, Theme.light(), SIZE)

    def ink(left, right):
        return sum(
            image.pixelColor(x, y).lightness() < 215 for x in range(left, right) for y in range(190, 211)
        )

    assert ink(405, 420) > 1.5 * ink(180, 195)


def test_a_ghost_is_hollow_and_dashed(make_scene):
    theme = Theme.light()
    image = render_picture(make_scene("a", [("a", "nobody")]), POSITIONS, theme, SIZE)
    assert near(image.pixelColor(435, 200), theme.canvas)
    rim = [image.pixelColor(x, y) for x in range(420, 451) for y in range(185, 216)]
    assert any(color.lightness() < 160 for color in rim)


def test_twice_the_device_pixels_show_the_same_picture_sharper(make_scene):
    scene = make_scene([("a", "person"), ("b", "city")], [("a", "b")])
    image = render_picture(scene, POSITIONS, Theme.light(), SIZE, device_pixel_ratio=2.0)
    assert (image.width(), image.height()) == (1200, 800)
    assert image.devicePixelRatio() == 2.0
    assert near(image.pixelColor(330, 382), Theme.light().type_colors[0])


def test_an_empty_memory_shows_a_quiet_hint(make_scene):
    theme = Theme.light()
    image = render_picture(make_scene([]), np.empty((0, 2)), theme, SIZE)
    ink = [(x, y) for x in range(600) for y in range(400) if not near(image.pixelColor(x, y), theme.canvas)]
    columns, rows = zip(*ink, strict=True)
    assert abs((min(columns) + max(columns)) / 2 - 300) < 10
    assert abs((min(rows) + max(rows)) / 2 - 200) < 20


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_any_name_and_type_can_be_drawn(make_scene, ratio):
    nodes = [(name, name) for name in HARD_NAMES]
    relations = [(name, HARD_NAMES[0], name) for name in HARD_NAMES]
    positions = np.random.default_rng(0).normal(0, 2, (len(HARD_NAMES), 2))
    image = render_picture(make_scene(nodes, relations), positions, Theme.dark(), SIZE, ratio)
    assert not image.isNull()


def test_nodes_in_one_place_or_far_apart_can_be_drawn(make_scene):
    scene = make_scene("ab", [("a", "b"), ("a", "a")])
    for positions in (np.zeros((2, 2)), np.array([[-1e6, 0], [1e6, 3e6]])):
        assert not render_picture(scene, positions, Theme.light(), SIZE).isNull()


def test_a_crowd_is_drawn_as_dots_of_its_colours(make_scene):
    count = 6_000
    nodes = [(str(node), "person") for node in range(count)]
    side = np.arange(count)
    positions = np.stack((side % 100, side // 100), axis=1).astype(np.float32)
    image = render_picture(make_scene(nodes), positions, Theme.light(), SIZE)
    pixels = [image.pixelColor(x, y) for x in range(150, 450) for y in range(100, 300)]
    blue = QColor(Theme.light().type_colors[0])
    assert sum(near(color, blue) for color in pixels) > len(pixels) // 20
