"""Pictures as files: PNG, SVG or PDF, as the name says."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QImage

from mnemoscope_gui.canvas.camera import Camera
from mnemoscope_gui.canvas.pdf import pdf_document
from mnemoscope_gui.canvas.picture import paint_picture
from mnemoscope_gui.canvas.prepared_scene import PreparedScene
from mnemoscope_gui.canvas.svg import svg_document
from mnemoscope_gui.canvas.vector import VectorPicture, vector_picture
from mnemoscope_gui.theme import Theme
from mnemoscope_shared.errors import MnemoscopeError

SUFFIXES = (".png", ".svg", ".pdf")
"""What the name of a picture may end with."""

Picture = QImage | VectorPicture


class PictureNotWritten(MnemoscopeError):
    """The picture cannot be put where it was asked for."""

    def __init__(self, path: Path) -> None:
        kinds = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        super().__init__(f"{path} could not be written. Name a {kinds} file in a folder that exists.")


def check_path(path: Path) -> None:
    """Raise PictureNotWritten where it is plain, before anything is drawn, that no picture can be there."""
    if path.suffix.lower() not in SUFFIXES or not path.parent.is_dir():
        raise PictureNotWritten(path)


def draw_for(
    path: Path,
    prepared: PreparedScene,
    positions: NDArray[np.floating],
    theme: Theme,
    camera: Camera,
    size: QSize,
    device_pixel_ratio: float = 1.0,
) -> Picture:
    """Draw what a file of that name is to hold; (n, 2) `positions` in edge lengths, `size` in logical px."""
    if path.suffix.lower() == ".png":
        return paint_picture(prepared, positions, theme, camera, size, device_pixel_ratio)
    return vector_picture(prepared, positions, theme, camera, (size.width(), size.height()))


def write_picture(picture: Picture, path: Path) -> None:
    """Write a picture; this may be done on any thread.

    Raises:
        PictureNotWritten: the system refused.
    """
    if isinstance(picture, QImage):
        content = _png(picture)
    elif path.suffix.lower() == ".pdf":
        content = pdf_document(picture)
    else:
        content = svg_document(picture).encode()
    try:
        path.write_bytes(content)
    except OSError:
        raise PictureNotWritten(path) from None


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stub of `save` wants bytes for the format where Qt wants text.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
