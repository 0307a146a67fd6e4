"""The short notice over the canvas, which offers an answer such as Undo for a few seconds."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.theme import Theme

SHOWN_MS = 8000
_MARGIN_PX = 16
_SMALLEST_PX = 120


class Toast(QFrame):
    """Floats at the bottom of its parent.

    Attributes:
        button: the answer to the notice; hidden where it asks for none.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = parent
        self._neighbours: tuple[QWidget, ...] = ()
        self.setObjectName("toast")
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(self)
        self.button.clicked.connect(without_arguments(self._take_answer))
        self._answer: Callable[[], object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self._end)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.addWidget(self._label)
        layout.addWidget(self.button)
        parent.installEventFilter(self)
        self.set_theme(theme)
        self.hide()

    def stay_above(self, *neighbours: QWidget) -> None:
        """Cover none of these widgets at the bottom of the canvas where there is no room between them."""
        self._neighbours = neighbours

    @property
    def text(self) -> str:
        """The notice that is shown."""
        return self._label.text()

    def show_notice(self, text: str, *, answer: str = "", action: Callable[[], object] | None = None) -> None:
        """Show a notice for eight seconds, and where there is an `action` a button that does it."""
        self._label.setText(text)
        self._answer = action
        self.button.setText(answer)
        self.button.setVisible(action is not None)
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self._place()
        self._timer.start()
        announce(self, text)

    def withdraw(self, answer: str) -> None:
        """Hide the notice if it offers this answer, which would not mean the same any more."""
        if self.isVisible() and self.button.text() == answer:
            self._end()

    def set_theme(self, theme: Theme) -> None:
        """Take on the colours of a theme."""
        self.setStyleSheet(
            f"#toast {{ background: {theme.window.name()}; border: 1px solid {theme.edge.name()};"
            " border-radius: 8px; }"
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom when the parent changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self._fit_text()
        self.adjustSize()
        x = max((self._canvas.width() - self.width()) // 2, _MARGIN_PX)
        self.move(x, self._canvas.height() - self.height() - _MARGIN_PX - self._height_beside(x))

    def _fit_text(self) -> None:
        """Break a text into lines where it is wider than the canvas."""
        beside = self.button.sizeHint().width() if self.button.isVisibleTo(self) else 0
        room = max(self._canvas.width() - 4 * _MARGIN_PX - beside, _SMALLEST_PX)
        needed = self._label.fontMetrics().horizontalAdvance(self.text) + 2
        self._label.setWordWrap(needed > room)
        self._label.setFixedWidth(min(needed, room))

    def _height_beside(self, x: int) -> int:
        """How far up the neighbours reach that would be covered at `x`; they are in the corners."""
        room = min(x, self._canvas.width() - x - self.width()) - _MARGIN_PX
        shown = [one for one in self._neighbours if one.isVisible() and one.width() > room]
        return max((one.height() for one in shown), default=0)

    def _take_answer(self) -> None:
        answer = self._answer
        self._end()
        if answer is not None:
            answer()

    def _end(self) -> None:
        self._answer = None
        self.hide()
