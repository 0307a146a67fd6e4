"""The program's own icon, drawn from `resources/mnemoscope.svg`.

Each size is drawn from the vectors, so that no plugin of Qt is needed and 16 px are as sharp as 256.
"""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_RESOURCES = Path(__file__).with_name("resources")
_SIZES_PX = (16, 20, 22, 24, 32, 44, 48, 64, 128, 256)


def application_icon() -> QIcon:
    """Return the icon of windows; needs a running application."""
    return _drawn("mnemoscope.svg")


def tray_icon(platform: str = sys.platform) -> QIcon:
    """Return the icon for the tray: on macOS a shape of one colour, which the menu bar tints."""
    icon = _drawn("mnemoscope-mono.svg" if platform == "darwin" else "mnemoscope.svg")
    icon.setIsMask(platform == "darwin")
    return icon


def _drawn(name: str) -> QIcon:
    renderer = QSvgRenderer(str(_RESOURCES / name))
    icon = QIcon()
    for size in _SIZES_PX:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        icon.addPixmap(pixmap)
    return icon
