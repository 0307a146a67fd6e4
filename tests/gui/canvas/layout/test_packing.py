import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.components import component_bounds
from mnemoscope_gui.canvas.layout.packing import (
    IsolatedBlock,
    in_good_order,
    packed,
    shelves,
    turned_to_long_axis,
)


@pytest.fixture
def boxes():
    """Widths and heights of 60 rectangles."""
    return np.random.default_rng(4).lognormal(1, 0.7, size=(2, 60)).astype(np.float32)


@pytest.fixture
def scattered():
    """Eight components of 20 nodes on one another."""
    random = np.random.default_rng(4)
    return random.normal(size=(2, 160)).astype(np.float32) * 3, np.repeat(np.arange(8), 20)


def test_rectangles_on_shelves_keep_their_distance(boxes):
    corners, size = shelves(*boxes, 0.5)

    low, high = corners, corners + boxes
    apart = (low[:, :, None] >= high[:, None, :] + 0.499).any(axis=0)
    assert (apart | apart.T | np.eye(60, dtype=bool)).all()
    assert (corners >= 0).all()
    assert (high.max(axis=1) <= size + 1e-4).all()


def test_shelves_fill_a_wide_picture(boxes):
    _, (width, height) = shelves(*boxes, 0.5)

    assert 1.3 <= width / height <= 1.95
    assert ((boxes[0] + 0.5) * (boxes[1] + 0.5)).sum() > 0.55 * width * height


def test_room_for_what_goes_beneath_makes_the_shelves_flatter(boxes):
    _, (width, height) = shelves(*boxes, 0.5, extra_area=400.0)

    assert 1.3 <= width / (height + 400 / width) <= 1.95


def test_a_long_component_is_turned_across():
    line = np.stack([np.zeros(10), np.arange(10)]).astype(np.float32)

    turned = turned_to_long_axis(line, np.zeros(10, dtype=int), np.array([False]))

    assert np.ptp(turned[0]) == pytest.approx(9, abs=1e-4)
    assert np.ptp(turned[1]) == pytest.approx(0, abs=1e-4)
    np.testing.assert_allclose(turned.mean(axis=1), line.mean(axis=1), atol=1e-4)


def test_kept_and_round_components_are_not_turned():
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles)])
    line = np.stack([np.zeros(60), np.arange(60)])
    positions = np.concatenate([circle, line], axis=1).astype(np.float32)
    components = np.repeat([0, 1], 60)

    turned = turned_to_long_axis(positions, components, np.array([False, True]))

    np.testing.assert_allclose(turned, positions, atol=1e-5)


@pytest.mark.parametrize("degrees", [10, 45, 80])
def test_a_square_that_stands_on_its_corner_is_set_on_its_side(degrees):
    x, y = np.mgrid[:12, :12].reshape(2, -1) - 5.5
    angle = np.radians(degrees)
    tilted = np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y])
    line = np.stack([np.zeros(12), np.arange(12)])
    positions = np.concatenate([line, tilted], axis=1).astype(np.float32)

    turned = turned_to_long_axis(positions, np.repeat([0, 1], [12, 144]), np.array([False, False]))

    assert np.ptp(turned[:, 12:], axis=1) == pytest.approx([11, 11], rel=0.03)
    assert np.ptp(turned[0, :12]) == pytest.approx(11, abs=1e-4)


def test_round_components_are_turned_wherever_they_stand_among_long_ones():
    line = np.stack([np.zeros(2), np.arange(2)])
    triangle = np.array([[0, 1, 0.5], [0, 0, 0.87]])
    positions = np.concatenate([line] * 9 + [triangle], axis=1).astype(np.float32)
    components = np.append(np.repeat(np.arange(9), 2), [9] * 3)

    turned = turned_to_long_axis(positions, components, np.zeros(10, dtype=bool))

    assert np.isfinite(turned).all()
    assert np.ptp(turned[0, :2]) == pytest.approx(1, abs=1e-4)


def test_packed_components_keep_their_form_about_the_origin(scattered):
    positions, components = scattered

    result = packed(positions, components, np.zeros(8, dtype=bool), 1.0)

    np.testing.assert_allclose(result.min(axis=1), -result.max(axis=1), atol=1e-3)
    assert in_good_order(result, components, 1.0)
    assert not in_good_order(positions, components, 1.0)
    for component in range(8):
        members = components == component
        shifts = result[:, members] - positions[:, members]
        np.testing.assert_allclose(shifts, shifts[:, :1] + np.zeros_like(shifts), atol=1e-3)


def test_kept_components_stay_and_the_others_go_beneath(scattered):
    positions, components = scattered
    kept = np.arange(8) == 3

    result = packed(positions, components, kept, 1.0)

    assert np.array_equal(result[:, components == 3], positions[:, components == 3])
    low, high = component_bounds(result, components)
    assert low[1, ~kept].min() >= high[1, 3] + 0.99


def test_the_isolated_block_is_centred_beneath_the_picture():
    block = IsolatedBlock.beneath(23, 14.0, np.array([2.0, 1.0]))

    places = block.positions(np.array([-5, -4]), np.array([9, 6]))

    assert places.shape == (2, 23)
    assert places[1].min() > 6
    assert (places[0].min() + places[0].max()) / 2 == pytest.approx(2)
    assert np.unique(places[0]).size == block.columns == 8


def test_an_isolated_block_alone_is_wide():
    places = IsolatedBlock.beneath(200, 0.0, np.array([1.6, 1.0])).positions(np.zeros(2), np.zeros(2))

    assert 1.2 <= np.ptp(places[0]) / np.ptp(places[1]) <= 2
