"""The two schemes are readable, and an application takes them on at once."""

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from mnemoscope_gui import theme as themes
from mnemoscope_gui.theme import Theme, contrast_ratio, readable_on

BOTH = pytest.mark.parametrize("theme", [Theme.light(), Theme.dark()], ids=["light", "dark"])


@pytest.fixture
def restored_palette(qapp):
    palette = QPalette(qapp.palette())
    yield
    qapp.setPalette(palette)


@BOTH
def test_every_type_colour_stands_out_from_the_canvas(theme):
    assert len(theme.type_colors) == themes.TYPE_SLOT_COUNT + 1
    assert all(round(contrast_ratio(color, theme.canvas), 2) >= 3 for color in theme.type_colors)


@BOTH
def test_texts_have_the_contrast_that_reading_needs(theme):
    for ground in (theme.canvas, theme.window, theme.field, theme.alternate_field):
        assert contrast_ratio(theme.text, ground) >= 7
        assert contrast_ratio(theme.secondary_text, ground) >= 4.5
    assert contrast_ratio(theme.text, theme.button) >= 7
    assert contrast_ratio(theme.highlighted_text, theme.highlight) >= 4.5


@BOTH
def test_states_and_the_focus_stand_out_from_the_canvas(theme):
    for color in (theme.focus_ring, theme.added, theme.changed, theme.removed, theme.edge_active):
        assert contrast_ratio(color, theme.canvas) >= 3


@BOTH
def test_initials_can_be_read_on_every_type_colour(theme):
    assert all(contrast_ratio(readable_on(color), color) >= 4.5 for color in theme.type_colors)


def test_a_slot_beyond_the_hues_is_the_grey_of_other_types():
    theme = Theme.light()
    assert theme.type_color(8) == theme.type_color(99) == theme.type_color(-1) == QColor("#7A828C")


def test_only_the_dark_scheme_is_dark():
    assert Theme.dark().is_dark
    assert not Theme.light().is_dark


def test_applying_a_theme_changes_the_palette_of_the_application(qapp, restored_palette):
    assert isinstance(qapp, QApplication)
    for theme in (Theme.dark(), Theme.light()):
        themes.apply(qapp, theme)
        assert qapp.palette().color(QPalette.ColorRole.Window) == theme.window
        assert qapp.palette().color(QPalette.ColorRole.Text) == theme.text


def test_a_system_that_does_not_say_counts_as_light(qapp):
    assert themes.system_prefers_dark(qapp) is False
