"""The program's icons for each system, from one drawing: PNG files, an .ico for Windows, an .icns for macOS.

python packaging/icons.py DRAWING.svg FOLDER
"""

import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

PNG_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Sizes of the hicolor theme of Linux desktops, in px."""
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
"""Sizes that Windows asks for at its usual scales, in px."""
ICNS_TYPES = {
    b"ic11": 32,
    b"ic12": 64,
    b"ic07": 128,
    b"ic08": 256,
    b"ic13": 256,
    b"ic09": 512,
    b"ic14": 512,
    b"ic10": 1024,
}
"""Sizes in px of the types that hold a PNG, as Apple's icon format names them."""

Pictures = Mapping[int, bytes]
"""PNG files by their side in px."""


def ico_file(pictures: Pictures) -> bytes:
    """Return an icon for Windows that holds these PNG files, each at most 256 px."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    directory, body = b"", b""
    for side, png in sorted(pictures.items()):
        # 256 is written as 0; 32 bits a pixel, and no palette.
        entry = (side % 256, side % 256, 0, 0, 1, 32, len(png), offset + len(body))
        directory += struct.pack("<BBBBHHII", *entry)
        body += png
    return header + directory + body


def icns_file(pictures: Pictures) -> bytes:
    """Return an icon for macOS that holds those of these PNG files that it has a type for."""
    parts = [
        kind + struct.pack(">I", 8 + len(pictures[side])) + pictures[side]
        for kind, side in ICNS_TYPES.items()
        if side in pictures
    ]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def draw(renderer: QSvgRenderer, side: int) -> bytes:
    """Return a drawing as a PNG file of `side` px on transparent ground."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload, unused-ignore] # the stubs know no text here
    return bytes(content.data())


def write_icons(drawing: Path, folder: Path) -> None:
    """Write `<side>.png`, `mnemoscope.ico` and `mnemoscope.icns` to a folder.

    Raises:
        ValueError: the drawing cannot be read.
    """
    application = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer(str(drawing))
    if not renderer.isValid():
        raise ValueError(f"{drawing} is no drawing that Qt can read.")
    sides = {*PNG_SIZES, *ICO_SIZES, *ICNS_TYPES.values()}
    pictures = {side: draw(renderer, side) for side in sides}
    folder.mkdir(parents=True, exist_ok=True)
    for side in PNG_SIZES:
        (folder / f"{side}.png").write_bytes(pictures[side])
    (folder / "mnemoscope.ico").write_bytes(ico_file({side: pictures[side] for side in ICO_SIZES}))
    (folder / "mnemoscope.icns").write_bytes(icns_file(pictures))
    del application


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]), Path(sys.argv[2]))
