"""Pictures of labels are painted once, kept while they are shown, and forgotten when there are too many."""

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont

from mnemoscope_gui.canvas.atlas import FIRST_HEIGHT
from mnemoscope_gui.canvas.label_atlas import LabelAtlas
from mnemoscope_gui.canvas.label_metrics import LabelKey, LabelKind
from mnemoscope_gui.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def atlas():
    return LabelAtlas(Theme.light(), QFont(), 1.0)


def names(first, count):
    return [LabelKey(f"Entity {number}", LabelKind.NAME) for number in range(first, first + count)]


def picture_of(atlas, key):
    x, y, width, height = atlas.sources([key])[0].astype(int).tolist()
    return atlas.pixmap.copy(QRect(x, y, width, height)).toImage()


def test_labels_that_have_long_been_out_of_sight_are_forgotten(atlas):
    for first in range(0, 8_000, 200):
        assert all(atlas.prepare(names(first, 200)))
        assert atlas.pixmap.height() == FIRST_HEIGHT


def test_the_atlas_grows_where_one_picture_shows_more_labels_than_it_holds(atlas):
    shown = names(0, 2_000)
    assert all(atlas.prepare(shown))
    assert atlas.pixmap.height() > FIRST_HEIGHT
    assert len(np.unique(atlas.sources(shown)[:, :2], axis=0)) == len(shown)


def test_labels_that_are_shown_keep_their_pictures_when_others_are_forgotten(atlas):
    shown = names(0, 3)
    atlas.prepare(shown)
    before = [picture_of(atlas, key) for key in shown]
    others = names(10, 2_000)
    for first in range(0, len(others), 100):
        atlas.prepare([*shown, *others[first : first + 100]])
    assert atlas.prepare(others[:1], budget=-1.0) == [False]
    assert all(atlas.prepare(shown, budget=-1.0))
    assert [picture_of(atlas, key) for key in shown] == before


def test_a_label_without_time_for_its_picture_is_not_ready(atlas):
    assert atlas.prepare(names(0, 2), budget=-1.0) == [False, False]
