import numpy as np
import pytest

from mnemoscope_gui.canvas.layout.collisions import pairs_closer_than_one, separate_overlaps
from mnemoscope_gui.canvas.layout.room import SMALL_GRAPH, Room


@pytest.fixture
def crowd():
    return np.random.default_rng(6).random((2, 400)).astype(np.float32) * 24


def _close_pairs(positions, width, height):
    apart = (positions[:, :, None] - positions[:, None, :]) / np.array([width, height])[:, None, None]
    return np.argwhere(np.triu(np.hypot(*apart) < 0.98, k=1))


def test_every_close_pair_is_found_once(crowd):
    first, second = pairs_closer_than_one(crowd)

    found = {tuple(sorted(pair)) for pair in zip(first, second, strict=True)}
    distances = np.linalg.norm(crowd[:, :, None] - crowd[:, None, :], axis=0)
    assert len(found) == len(first)
    assert found == {tuple(pair) for pair in np.argwhere(np.triu(distances < 1, k=1))}


@pytest.mark.parametrize("room", [Room(0.6, 0.6, 1, 1), Room(1.2, 0.4, 1, 1)])
def test_overlapping_nodes_come_apart(crowd, room):
    assert len(_close_pairs(crowd, room.width, room.height)) > 40

    separated = separate_overlaps(crowd, room)

    assert len(_close_pairs(separated, room.width, room.height)) <= 2


def test_tight_clumps_come_apart():
    random = np.random.default_rng(6)
    middles = np.stack(np.meshgrid(np.arange(8), np.arange(8))).reshape(2, 64, 1) * 30.0
    clumps = (middles + random.normal(size=(2, 64, 60))).reshape(2, -1).astype(np.float32)

    separated = separate_overlaps(clumps, Room(1, 1, 1, 1))

    assert len(_close_pairs(separated, 1, 1)) <= 0.005 * clumps.shape[1]


def test_nodes_with_room_stay_where_they_are():
    lattice = np.stack(np.meshgrid(np.arange(10), np.arange(10))).reshape(2, -1).astype(np.float32)

    np.testing.assert_allclose(separate_overlaps(lattice, Room(0.9, 0.9, 1, 1)), lattice, atol=1e-6)


def test_nodes_on_one_another_come_apart():
    heap = np.zeros((2, 9), dtype=np.float32)

    separated = separate_overlaps(heap, Room(1.0, 1.0, 1, 1), rounds=200)

    assert not len(_close_pairs(separated, 1, 1))


def test_pinned_nodes_stay_and_the_others_give_way(crowd):
    pinned = np.arange(400) % 10 == 0

    separated = separate_overlaps(crowd, Room(0.6, 0.6, 1, 1), pinned=pinned)

    assert np.array_equal(separated[:, pinned], crowd[:, pinned])
    pairs = _close_pairs(separated, 0.6, 0.6)
    assert (pinned[pairs].all(axis=1)).sum() >= len(pairs) - 2


def test_in_a_small_picture_a_node_has_room_for_a_name(crowd):
    small, large = Room.within(crowd, 50), Room.within(crowd, SMALL_GRAPH + 1)

    assert small.width > 2 * small.height
    assert large.width == large.height
