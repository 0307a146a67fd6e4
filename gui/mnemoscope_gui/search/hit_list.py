"""The list of hits: an entity a row, with the text that answered the query."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope_gui.search.matched_text import paint_snippet
from mnemoscope_gui.search.snippet import Snippet

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROW = Qt.ItemDataRole.UserRole
_MARGIN_PX = 8
_GAP_PX = 8
_DETAIL_SHARE = 0.92
"""The size of the second line, as a share of the first's."""


@dataclass(frozen=True)
class ListRow:
    """One row.

    Attributes:
        title: what it is.
        detail: a second, quieter line; may be empty.
        remark: stands at the end of the first line: a type, a shortcut.
        icon: before both lines, or None.
        key: whatever the row stands for.
    """

    title: Snippet
    detail: Snippet
    remark: str
    key: object
    icon: Any = None


class HitList(QListView):
    """Rows of one or two lines, in which what matched stands out.

    Signals:
        chosen: the key of the row that was clicked, or on which Enter was pressed.
    """

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Make a list; `name` is what screen readers call it."""
        super().__init__(parent)
        self._rows = _Rows(self)
        self.setModel(self._rows)
        self.setItemDelegate(_RowDelegate(self))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.clicked.connect(lambda index: self.chosen.emit(self._rows.row(index).key))

    @property
    def rows(self) -> Sequence[ListRow]:
        """What is listed."""
        return self._rows.rows

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """List these rows, the first of them current."""
        self._rows.show(rows)
        if rows:
            self.setCurrentIndex(self._rows.index(0))

    def current_key(self) -> object | None:
        """What the current row stands for."""
        index = self.currentIndex()
        return self._rows.row(index).key if index.isValid() else None

    def move(self, step: int) -> object | None:  # type: ignore[override]
        """Go `step` rows on, around the ends; return what the row there stands for."""
        count = len(self.rows)
        if not count:
            return None
        index = self._rows.index((self.currentIndex().row() + step) % count)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return self.current_key()


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: Sequence[ListRow] = ()

    def show(self, rows: Sequence[ListRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def row(self, index: Index) -> ListRow:
        return self.rows[index.row()]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if role == _ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (row.title.text, row.remark, row.detail.text)))
        return None


class _RowDelegate(QStyledItemDelegate):
    """Paints a row as plain text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Give room for two lines, or for one where no row has a second."""
        has_details = any(row.detail.text for row in self._list().rows)
        height = option.fontMetrics.height() * (2 if has_details else 1) + 2 * _MARGIN_PX
        return QSize(1, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground, icon, title, remark and detail."""
        row: ListRow = index.data(_ROW)
        style = option.widget.style() if option.widget is not None else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        area = option.rect.adjusted(_MARGIN_PX, _MARGIN_PX // 2, -_MARGIN_PX, -_MARGIN_PX // 2)
        area = self._paint_icon(painter, row, area, option)
        first = QRect(area)
        if row.detail.text:
            first.setHeight(area.height() // 2)
            second = QRect(area)
            second.setTop(first.bottom() + 1)
            paint_snippet(
                painter,
                second,
                row.detail,
                _detail_font(option.font),
                _colour(option, quiet=True),
                right_to_left=is_rtl,
            )
        first = self._paint_remark(painter, row, first, option)
        paint_snippet(painter, first, row.title, option.font, _colour(option), right_to_left=is_rtl)

    def _paint_icon(
        self, painter: QPainter, row: ListRow, area: QRect, option: QStyleOptionViewItem
    ) -> QRect:
        if row.icon is None:
            return area
        size = option.fontMetrics.height()
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        left = area.right() - size if is_rtl else area.left()
        top = area.top() if row.detail.text else area.center().y() - size // 2
        row.icon.paint(painter, QRect(left, top, size, size))
        step = size + _GAP_PX
        return area.adjusted(0, 0, -step, 0) if is_rtl else area.adjusted(step, 0, 0, 0)

    def _paint_remark(
        self, painter: QPainter, row: ListRow, area: QRect, option: QStyleOptionViewItem
    ) -> QRect:
        if not row.remark:
            return area
        width = min(option.fontMetrics.horizontalAdvance(row.remark) + 2, area.width() // 2)
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        place = QRect(area)
        place.setWidth(width)
        if not is_rtl:
            place.moveRight(area.right())
        painter.setPen(_colour(option, quiet=True))
        text = option.fontMetrics.elidedText(row.remark, Qt.TextElideMode.ElideRight, width)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        step = width + _GAP_PX
        return area.adjusted(step, 0, 0, 0) if is_rtl else area.adjusted(0, 0, -step, 0)

    def _list(self) -> HitList:
        parent = self.parent()
        if not isinstance(parent, HitList):
            raise TypeError("the delegate belongs to a list of hits")
        return parent


def _detail_font(font: QFont) -> QFont:
    smaller = QFont(font)
    if font.pointSizeF() > 0:
        smaller.setPointSizeF(font.pointSizeF() * _DETAIL_SHARE)
    return smaller


def _colour(option: QStyleOptionViewItem, *, quiet: bool = False) -> Any:
    palette: QPalette = option.palette
    if option.state & QStyle.StateFlag.State_Selected:
        return palette.color(QPalette.ColorRole.HighlightedText)
    return palette.color(QPalette.ColorRole.PlaceholderText if quiet else QPalette.ColorRole.Text)
