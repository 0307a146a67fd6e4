"""A measured picture as a PDF of one page: its SVG document, drawn by Qt. Text stays text."""

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from mnemoscope_gui.canvas.svg import svg_document
from mnemoscope_gui.canvas.vector import VectorPicture

_PIXELS_PER_INCH = 96
_POINTS_PER_PIXEL = 72 / _PIXELS_PER_INCH


def pdf_document(picture: VectorPicture) -> bytes:
    """The file. Unlike an SVG it bears the time at which it was made."""
    width, height = picture.size
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator("Mnemoscope")
    writer.setResolution(_PIXELS_PER_INCH)
    size = QSizeF(width * _POINTS_PER_PIXEL, height * _POINTS_PER_PIXEL)
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "picture", exact))
    writer.setPageMargins(QMarginsF())
    renderer = QSvgRenderer(svg_document(picture).encode())
    with QPainter(writer) as painter:
        renderer.render(painter)
    return bytes(buffer.data().data())
