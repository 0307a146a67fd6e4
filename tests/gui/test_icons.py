"""The program's icon."""

import pytest
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.icons import application_icon, tray_icon


def image(icon: QIcon, side: int) -> QImage:
    return icon.pixmap(side, side).toImage()


@pytest.mark.parametrize("side", [16, 22, 32, 64, 256])
def test_it_is_drawn_sharply_at_every_size(qapp: QApplication, side: int):
    drawn = image(application_icon(), side)
    assert (drawn.width(), drawn.height()) == (side, side)
    center = drawn.pixelColor(round(side * 27 / 64), round(side * 27 / 64))
    assert center.red() > center.blue() + 60
    corner = drawn.pixelColor(0, 0)
    assert corner.alpha() == 0


def test_macos_gets_a_shape_that_it_can_tint(qapp: QApplication):
    icon = tray_icon("darwin")
    assert icon.isMask()
    drawn = image(icon, 22)
    colors = [drawn.pixelColor(x, y) for x in range(22) for y in range(22)]
    assert {color.lightness() for color in colors if color.alpha() > 200} == {0}
    assert any(color.alpha() == 0 for color in colors)


def test_other_systems_get_the_coloured_one(qapp: QApplication):
    assert not tray_icon("linux").isMask()
    assert image(tray_icon("linux"), 22) == image(application_icon(), 22)
