"""The palette: one line in which commands, entities and recent files are found by typing."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.search.hit_list import HitList, ListRow
from mnemoscope_gui.search.hit_rows import HitRows
from mnemoscope_gui.search.palette_commands import matching_actions
from mnemoscope_gui.search.search_field import SearchField
from mnemoscope_gui.search.searcher import Searcher
from mnemoscope_gui.search.snippet import Snippet
from mnemoscope_shared.folding import fold
from mnemoscope_shared.ranked_search import Hit

_WIDTH_PX, _HEIGHT_PX = 560, 420
_TOP_PX = 90
_MARGIN_PX = 20
_ENTITIES = 12
_ACTIONS = 8
_FILES = 5
_FOLDER_LENGTH = 50


class Palette(QDialog):
    """Opens over the window; Enter does what is current, Esc closes.

    Attributes:
        field, list: what is typed, and what fits.

    Signals:
        action_chosen: a command.
        entity_chosen: a name.
        file_chosen: a path.
    """

    action_chosen = Signal(object)
    entity_chosen = Signal(object)
    file_chosen = Signal(object)

    def __init__(
        self,
        actions: Callable[[], Sequence[QAction]],
        files: Callable[[], Sequence[Path]],
        searcher: Searcher,
        rows: HitRows,
        window: QWidget,
    ) -> None:
        super().__init__(window, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle("Commands, entities and files")
        self._window = window
        self._actions = actions
        self._files = files
        self._searcher = searcher
        self._rows = rows
        self.field = SearchField(self)
        self.field.setPlaceholderText("Type a command, an entity or a recent file")
        self.field.setAccessibleName("Command, entity or recent file")
        self.field.setMaximumWidth(_WIDTH_PX)
        self.list = HitList("What fits", self)
        self.list.setFocusProxy(self.field)
        frame = QFrame(self)
        frame.setFrameShape(QFrame.Shape.StyledPanel)
        inner = QVBoxLayout(frame)
        inner.addWidget(self.field)
        inner.addWidget(self.list, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)
        self.field.textChanged.connect(self._search)
        self.field.moved.connect(self.list.move)
        self.field.entered.connect(lambda: self._choose(self.list.current_key()))
        self.field.escaped.connect(self.reject)
        self.list.chosen.connect(self._choose)

    def begin(self) -> None:
        """Open anew over the middle of the window."""
        window = self._window
        width = min(_WIDTH_PX, window.width() - 2 * _MARGIN_PX)
        self.resize(width, min(_HEIGHT_PX, window.height() - _TOP_PX - _MARGIN_PX))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, _TOP_PX)))
        self.field.clear()
        self._show("", ())
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
        else:
            super().keyPressEvent(event)

    def _search(self, text: str) -> None:
        self._show(text, ())
        if text.strip():
            self._searcher.ask(text, _ENTITIES, lambda hits: self._show(text, hits))

    def _show(self, text: str, hits: Sequence[Hit]) -> None:
        """List what fits; a late answer to another text is passed over."""
        if text != self.field.text():
            return
        actions = matching_actions(self._actions(), text)
        files = self._matching_files(text)
        entities = self._rows.rows(hits)
        if text.strip():
            actions = actions[:_ACTIONS]
        first, rest = (entities, actions) if _is_name(hits, text) else (actions, entities)
        self.list.show_rows([*first, *rest, *files])

    def _matching_files(self, text: str) -> list[ListRow]:
        words = fold(text).split()
        fitting = [path for path in self._files() if all(word in fold(str(path)) for word in words)]
        return [_file_row(path) for path in fitting[:_FILES]]

    def _choose(self, key: object) -> None:
        if key is None:
            return
        self.accept()
        if isinstance(key, QAction):
            self.action_chosen.emit(key)
        elif isinstance(key, Path):
            self.file_chosen.emit(key)
        else:
            self.entity_chosen.emit(key)


def _is_name(hits: Sequence[Hit], text: str) -> bool:
    """Whether the first hit is one whose name begins as the text does."""
    return bool(hits) and fold(hits[0].name).startswith(fold(text.strip()))


def _file_row(path: Path) -> ListRow:
    folder = str(path.parent)
    shown = folder if len(folder) <= _FOLDER_LENGTH else f"…{folder[1 - _FOLDER_LENGTH :]}"
    return ListRow(Snippet(shortened(path.name, 60)), Snippet(""), shown, path)
