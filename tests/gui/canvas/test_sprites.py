"""Pictures of nodes and rings: painted once, and no more of them kept than a frame shows."""

import numpy as np
import pytest
from PySide6.QtGui import QFont

from mnemoscope_gui.canvas.atlas import FIRST_HEIGHT
from mnemoscope_gui.canvas.prepared_scene import NodeLook
from mnemoscope_gui.canvas.sprites import NodeSprites, Ring, RingSprites
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")

LOOKS = [NodeLook(slot, initial, False) for slot in range(8) for initial in "ABCDE"]
ZOOMS = range(12, 400, 3)


@pytest.fixture
def nodes():
    return NodeSprites(Theme.light(), QFont(), 1.0)


@pytest.fixture
def rings():
    return RingSprites(Theme.light(), 1.0)


def test_zooming_for_long_does_not_make_the_atlas_of_nodes_grow(nodes):
    for diameter in ZOOMS[: len(ZOOMS) // 4]:
        nodes.sources(LOOKS, np.arange(len(LOOKS)), np.full(len(LOOKS), diameter))
        assert nodes.pixmap.height() == FIRST_HEIGHT


def test_zooming_for_long_does_not_make_the_atlas_of_rings_grow(rings):
    for diameter in ZOOMS:
        for ring in Ring:
            rings.sources(ring, np.array([diameter, diameter + 1]))
        assert rings.pixmap.height() == FIRST_HEIGHT


def test_the_atlas_grows_where_one_frame_shows_more_than_it_holds(nodes):
    diameters = np.repeat([80, 90, 100], len(LOOKS))
    sources = nodes.sources(LOOKS, np.tile(np.arange(len(LOOKS)), 3), diameters)
    assert nodes.pixmap.height() > FIRST_HEIGHT
    assert len(np.unique(sources[:, :2], axis=0)) == len(sources)
    assert (sources[:, 1] + sources[:, 3] <= nodes.pixmap.height()).all()


def test_nodes_of_one_look_and_size_share_a_picture(nodes):
    sources = nodes.sources(LOOKS[:2], np.array([0, 1, 0]), np.array([20, 20, 20]))
    assert (sources[0] == sources[2]).all()
    assert (sources[0] != sources[1]).any()
