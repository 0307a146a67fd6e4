"""Rows of wrapped plain text with a byline: observations with who added them, writes with who made them."""

from functools import lru_cache
from math import ceil
from unicodedata import bidirectional

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QStaticText, QTextOption
from PySide6.QtWidgets import (
    QListView,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from mnemoscope_gui.canvas.label_text import displayable

LONGEST_SHOWN = 600
"""Characters of a text before it is cut."""

MOST_LINES = 12
SHOWN_ROLE = int(Qt.ItemDataRole.UserRole)
"""The text as it is painted, where that is not the text itself."""

BYLINE_ROLE = SHOWN_ROLE + 1
MORE_ROLE = SHOWN_ROLE + 2
"""What is painted under a text that is cut: “Show all 1,048,576 characters”."""

_TEXT_ROLE = int(Qt.ItemDataRole.DisplayRole)
_AT_START = int(Qt.AlignmentFlag.AlignLeft)
_LINE_SEPARATOR = "\u2028"
"""What breaks a line in a static text."""

_MARGIN_PX = 8
_GAP_PX = 2
_BULLET_PX = 4
TEXT_LEFT_PX = 20
_BYLINE_SCALE = 0.88
_KEPT_TEXTS = 400


def fill_item(item: QListWidgetItem, text: str, draft: str | None = None) -> None:
    """Put a text into a row; what is painted may be a draft of it, or a part, with visible signs."""
    painted = text if draft is None else draft
    shown, is_cut = shown_part(painted)
    more = f"Show all {len(painted):,} characters" if is_cut else None
    item.setText(text)
    # Of the many rows that a list may have, most have neither.
    for role, value in ((SHOWN_ROLE, shown if shown != text else None), (MORE_ROLE, more)):
        if value != item.data(role):
            item.setData(role, value)


def shown_part(text: str) -> tuple[str, bool]:
    """Return what is painted of a text, with visible signs for what does not print, and whether it is cut."""
    if len(text) <= LONGEST_SHOWN and text.isprintable():
        return text, False
    lines = text[:LONGEST_SHOWN].splitlines()
    is_cut = len(text) > LONGEST_SHOWN or len(lines) > MOST_LINES
    shown = "\n".join(displayable(line) for line in lines[:MOST_LINES])
    return (f"{shown}…" if is_cut else shown), is_cut


def reads_from_the_right(text: str) -> bool:
    """Whether the first letter that has a direction belongs to a script that runs from right to left."""
    directions = (bidirectional(character) for character in text)
    return next((one for one in directions if one in ("L", "R", "AL")), "L") != "L"


class BylineDelegate(QStyledItemDelegate):
    """Paints a row: a bullet, the text, under it what leads to the rest of it, and the byline.

    Attributes:
        keeps_place: whether rows without a byline have room for one, as it is not known yet: nothing moves
            once it is.
    """

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self.keeps_place = False
        self._laid_out = lru_cache(maxsize=_KEPT_TEXTS)(self._lay_out)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row; each text runs in its own direction."""
        self.initStyleOption(option, index)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        style = self._view.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view)
        painter.save()
        self._paint_texts(painter, option, index, is_selected=is_selected)
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(option.palette.color(QPalette.ColorRole.Link))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Give each row the height of its text at the width of the view."""
        width = self._view.viewport().width() - 2 * self._view.spacing()
        height = self._height(_shown(index), self._text_width(width))
        if index.data(MORE_ROLE):
            height += self._line_height() + _GAP_PX
        if index.data(BYLINE_ROLE) or self.keeps_place:
            height += self._byline_metrics().lineSpacing() + _GAP_PX
        return QSize(width, height + _MARGIN_PX)

    def forget_sizes(self) -> None:
        """Measure anew, as the font is another."""
        self._laid_out.cache_clear()

    def more_rectangle(self, rectangle: QRect, index: QModelIndex | QPersistentModelIndex) -> QRect:
        """Return where in a row the line is that leads to the rest of a text that is cut."""
        if not index.data(MORE_ROLE):
            return QRect()
        room = self._room(rectangle)
        room.setTop(room.top() + self._height(_shown(index), room.width()) + _GAP_PX)
        room.setHeight(self._line_height())
        return room

    def _paint_texts(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        *,
        is_selected: bool,
    ) -> None:
        palette, room = option.palette, self._room(option.rect)
        self._paint_bullet(painter, option, _secondary(palette, is_selected=is_selected))
        painter.setFont(self._view.font())
        painter.setPen(_primary(palette, is_selected=is_selected))
        painter.drawStaticText(room.topLeft(), self._laid_out(_shown(index), room.width()))
        if more := index.data(MORE_ROLE):
            painter.setPen(_primary(palette, is_selected=True) if is_selected else palette.link().color())
            painter.drawText(self.more_rectangle(option.rect, index), _AT_START, more)
        if byline := index.data(BYLINE_ROLE):
            painter.setFont(self._byline_font())
            painter.setPen(_secondary(palette, is_selected=is_selected))
            metrics = self._byline_metrics()
            room.setTop(room.bottom() + 1 - metrics.lineSpacing())
            fitting = metrics.elidedText(byline, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, _AT_START, fitting)

    def _paint_bullet(self, painter: QPainter, option: QStyleOptionViewItem, color: QColor) -> None:
        top = option.rect.top() + _MARGIN_PX // 2 + (self._line_height() - _BULLET_PX) // 2
        place = QRect(option.rect.left() + 9, top, _BULLET_PX, _BULLET_PX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(QStyle.visualRect(option.direction, option.rect, place))

    def _room(self, rectangle: QRect) -> QRect:
        """Return where in a row its texts are."""
        half = _MARGIN_PX // 2
        room = rectangle.adjusted(TEXT_LEFT_PX, half, -_MARGIN_PX, -half)
        return QStyle.visualRect(self._view.layoutDirection(), rectangle, room)

    def _text_width(self, width: int) -> int:
        return max(width - TEXT_LEFT_PX - _MARGIN_PX, 1)

    def _height(self, text: str, width: int) -> int:
        return max(ceil(self._laid_out(text, width).size().height()), self._line_height())

    def _lay_out(self, text: str, width: int) -> QStaticText:
        """Break a text into lines, between words where that is possible."""
        laid_out, option = QStaticText(text.replace("\n", _LINE_SEPARATOR)), QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if reads_from_the_right(text):
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        laid_out.setTextFormat(Qt.TextFormat.PlainText)
        laid_out.setTextOption(option)
        laid_out.setTextWidth(width)
        laid_out.prepare(font=self._view.font())
        return laid_out

    def _line_height(self) -> int:
        return QFontMetrics(self._view.font()).lineSpacing()

    def _byline_font(self) -> QFont:
        font = QFont(self._view.font())
        font.setPointSizeF(font.pointSizeF() * _BYLINE_SCALE)
        return font

    def _byline_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._byline_font())


def _shown(index: QModelIndex | QPersistentModelIndex) -> str:
    shown = index.data(SHOWN_ROLE)
    return str(shown if shown is not None else index.data(_TEXT_ROLE))


def _primary(palette: QPalette, *, is_selected: bool) -> QColor:
    return palette.color(QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text)


def _secondary(palette: QPalette, *, is_selected: bool) -> QColor:
    role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.PlaceholderText
    return palette.color(role)
