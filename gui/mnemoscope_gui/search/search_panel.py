"""The hits below the search field, over the window."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from mnemoscope_gui.search.hit_list import HitList, ListRow
from mnemoscope_gui.search.search_field import SearchField
from mnemoscope_gui.theme import Theme
from mnemoscope_shared.wording import counted

_WIDTH_PX = 420
_MOST_ROWS = 9
_BORDER_PX = 1


class SearchPanel(QFrame):
    """Floats below its field while there is something to show, and takes no focus.

    Attributes:
        list: the hits.
    """

    def __init__(self, field: SearchField, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setFrameShape(QFrame.Shape.Box)
        self.setLineWidth(_BORDER_PX)
        self.setAutoFillBackground(True)
        self._field = field
        self._window = window
        self._count = QLabel(self)
        self._count.setContentsMargins(8, 4, 8, 4)
        self.list = HitList("Hits", self)
        self.list.setFocusProxy(field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(4 * (_BORDER_PX,)))
        layout.setSpacing(0)
        layout.addWidget(self.list)
        layout.addWidget(self._count)
        window.installEventFilter(self)
        self.set_theme(theme)
        self.hide()

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show hits, or that there are none."""
        self.list.show_rows(rows)
        found = counted(len(rows), "entity", "entities") if rows else "Nothing found"
        self._count.setText(f"{found} · Enter goes there, F3 to the next" if rows else found)
        self.list.setVisible(bool(rows))
        self.setAccessibleName(self._count.text())
        self._place()
        self.show()
        self.raise_()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        # A style sheet would make every row below it several times as slow to paint.
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.field)
        palette.setColor(QPalette.ColorRole.WindowText, theme.edge)
        self.setPalette(palette)
        label = self._count.palette()
        label.setColor(QPalette.ColorRole.WindowText, theme.secondary_text)
        self._count.setPalette(label)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay below the field when the window changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        below = self._field.mapTo(self._window, QPoint(0, self._field.height() + 2))
        width = min(max(_WIDTH_PX, self._field.width()), self._window.width() - 8)
        rows = min(len(self.list.rows), _MOST_ROWS)
        row_height = self.list.sizeHintForRow(0) if rows else 0
        self.list.setFixedHeight(rows * row_height)
        height = rows * row_height + self._count.sizeHint().height() + 2 * _BORDER_PX
        left = min(below.x(), self._window.width() - width - 4)
        self.setGeometry(max(left, 4), below.y(), width, min(height, self._window.height() - below.y() - 8))
