"""How a cell of the table is painted: Qt's own way takes half as long again, at every letter of a filter."""

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from mnemoscope_gui.completion import CompletingDelegate, Texts

_MARGIN_PX = 9
"""As the header has it."""

_GAP_PX = 6
_NARROWEST_LETTER_PX = 3
_KEPT_TEXTS = 400
# Python's flags are slow, and each cell asks twice.
_SELECTED: int = QStyle.StateFlag.State_Selected.value
_HAS_FOCUS: int = QStyle.StateFlag.State_HasFocus.value
_TEXT = QPalette.ColorRole.Text
_SELECTED_TEXT = QPalette.ColorRole.HighlightedText
_ICON = int(Qt.ItemDataRole.DecorationRole)


class CellDelegate(CompletingDelegate):
    """Paints one line of text, with an icon before it where the model has one."""

    def __init__(
        self, name: str, texts: Texts, icon_px: int, parent: QWidget, *, at_the_end: bool = False
    ) -> None:
        """`name` and `texts` are about editors, see `CompletingDelegate`; numbers stand at the end."""
        super().__init__(name, texts, parent)
        self._icon_px = icon_px
        self._at_the_end = at_the_end
        self._view = parent
        self._fitting = lru_cache(maxsize=_KEPT_TEXTS)(self._fit)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell; the view has painted the ground of its row."""
        state, palette, rectangle = option.state.value, option.palette, option.rect
        is_selected = bool(state & _SELECTED)
        if is_selected:
            painter.fillRect(rectangle, palette.highlight())
        painter.setPen(palette.color(_SELECTED_TEXT if is_selected else _TEXT))
        room = rectangle.adjusted(_MARGIN_PX, 0, -_MARGIN_PX, 0)
        is_mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        icon = index.data(_ICON)
        if icon is not None:
            room = self._paint_icon(painter, icon, room, is_selected=is_selected, is_mirrored=is_mirrored)
        self._paint_text(painter, index.data(), room, option, at_right=self._at_the_end != is_mirrored)
        if state & _HAS_FOCUS:
            # The pen that the text has: it stands out on a selected row too.
            painter.drawRect(rectangle.adjusted(1, 1, -2, -2))

    def forget_texts(self) -> None:
        """Fit texts anew, as the font is another."""
        self._fitting.cache_clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """With the margins, for a double click on the border of a header."""
        return super().sizeHint(option, index) + QSize(2 * _MARGIN_PX, 0)

    def _paint_text(
        self, painter: QPainter, text: str, room: QRect, option: QStyleOptionViewItem, *, at_right: bool
    ) -> None:
        metrics = option.fontMetrics
        fitting, width = self._fitting(text, room.width())
        x = room.right() + 1 - width if at_right else room.left()
        baseline = room.top() + (room.height() + metrics.ascent() - metrics.descent()) // 2
        painter.drawText(x, baseline, fitting)

    def _fit(self, text: str, width: int) -> tuple[str, int]:
        """Return what of a text fits, and how wide that is, px."""
        metrics, most = self._view.fontMetrics(), width // _NARROWEST_LETTER_PX
        # Qt measures everything it gets.
        start = text if len(text) <= most else f"{text[:most]}…"
        fitting = metrics.elidedText(start, Qt.TextElideMode.ElideRight, width)
        return fitting, metrics.horizontalAdvance(fitting)

    def _paint_icon(
        self, painter: QPainter, icon: QIcon, room: QRect, *, is_selected: bool, is_mirrored: bool
    ) -> QRect:
        """Paint the icon where reading begins; return what is left for the text."""
        taken = self._icon_px + _GAP_PX
        left = room.right() + 1 - self._icon_px if is_mirrored else room.left()
        mode = QIcon.Mode.Selected if is_selected else QIcon.Mode.Normal
        place = QRect(left, room.top(), self._icon_px, room.height())
        icon.paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode)
        return room.adjusted(0, 0, -taken, 0) if is_mirrored else room.adjusted(taken, 0, 0, 0)
