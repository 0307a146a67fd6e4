"""Painting one line of text in which some places stand out."""

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from mnemoscope_gui.search.snippet import Snippet

_WIDEST = 1e6


def paint_snippet(
    painter: QPainter, area: QRect, snippet: Snippet, font: QFont, colour: QColor, *, right_to_left: bool
) -> None:
    """Paint a snippet on one line, its matches bold and underlined; what does not fit is cut off.

    Hue is not the only sign: people see the weight too.
    """
    layout = QTextLayout(snippet.text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignAbsolute)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    if right_to_left:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    layout.setTextOption(option)
    layout.setFormats([_bold(start, end - start) for start, end in snippet.places])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(_WIDEST)
    layout.endLayout()
    with_clip = QRect(area)
    painter.save()
    painter.setClipRect(with_clip)
    painter.setPen(colour)
    width = line.naturalTextWidth()
    left = area.right() - width if right_to_left else area.left()
    top = area.top() + (area.height() - line.height()) / 2
    layout.draw(painter, QPointF(left - line.x(), top))
    painter.restore()


def _bold(start: int, length: int) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setFontWeight(QFont.Weight.Bold)
    style.setFontUnderline(True)
    part = QTextLayout.FormatRange()
    # Both fields are missing from the stub of the class.
    part.start = start
    part.length = length
    part.format = style
    return part
