"""The field in which an observation is edited: it grows with its text."""

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from mnemoscope_gui.typing_undo import leave_undo_to_window

_FEWEST_LINES, _MOST_LINES = 2, 14
_LONGEST_LINE = 4_000
"""Characters; at each keystroke Qt breaks the whole line anew in which it is."""

_FOLD = "\u2060"
"""Ends a part of a longer line: takes no room, does not print, and hardly ever ends a line of anyone's."""


class ObservationEditor(QPlainTextEdit):
    """Plain text in a frame, as high as its lines need, up to a limit.

    Attributes:
        is_filled: whether a text has been shown; from then on it belongs to the person.

    Signals:
        height_changed: it wants to be higher or less high.
    """

    height_changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Observation")
        self.setTabChangesFocus(True)
        self.setStyleSheet("QPlainTextEdit { border: 1px solid palette(highlight); }")
        self.is_filled = False
        self._lines = 0
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._follow_size())
        leave_undo_to_window(self)

    @property
    def wanted_height(self) -> int:
        """The height in px at which all lines are seen, within limits."""
        lines = min(max(self._lines, _FEWEST_LINES), _MOST_LINES)
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        return lines * QFontMetrics(self.font()).lineSpacing() + around + 2

    @property
    def text(self) -> str:
        """What is typed; unlike Qt's plain text it keeps spaces that do not break."""
        return _unfolded(self._raw_text)

    @property
    def _raw_text(self) -> str:
        return self.document().toRawText().replace("\u2029", "\n")

    def show_text(self, text: str) -> None:
        """Show a text as one that is not typed, the cursor at its end."""
        self.blockSignals(True)
        self.setPlainText(_folded(text))
        self.blockSignals(False)
        self.document().setModified(False)
        self.is_filled = True
        self.moveCursor(self.textCursor().MoveOperation.End)

    def parts_at_cursor(self) -> tuple[str, str]:
        """Return the text before and after the cursor."""
        # Qt counts characters beyond the basic plane twice.
        encoded = self._raw_text.encode("utf-16-le", "surrogatepass")
        place = 2 * self.textCursor().position()
        before, after = (
            part.decode("utf-16-le", "surrogatepass") for part in (encoded[:place], encoded[place:])
        )
        return _unfolded(before), _unfolded(after)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the text as it is."""
        data = QMimeData()
        data.setText(_unfolded(self.textCursor().selectedText().replace("\u2029", "\n")))
        return data

    def _follow_size(self) -> None:
        # A plain text document measures itself in lines.
        lines = round(self.document().size().height())
        if lines != self._lines:
            self._lines = lines
            self.height_changed.emit()


def _folded(text: str) -> str:
    """Return a text whose very long lines are broken into parts; one that has our own sign stays as it is."""
    if len(text) <= _LONGEST_LINE or _FOLD in text:
        return text
    return "\n".join(_in_parts(line) for line in text.split("\n"))


def _in_parts(line: str) -> str:
    starts = range(0, max(len(line), 1), _LONGEST_LINE)
    return f"{_FOLD}\n".join(line[start : start + _LONGEST_LINE] for start in starts)


def _unfolded(text: str) -> str:
    """Put the parts of long lines together again."""
    return text.replace(f"{_FOLD}\n", "")
