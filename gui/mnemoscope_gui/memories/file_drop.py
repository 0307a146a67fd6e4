"""Files that are dropped on the window."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

_MOST_FILES = 10


class FileDrop(QObject):
    """Lets a widget take files.

    Signals:
        dropped: a path, once for each file.
    """

    dropped = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Welcome files and hand them on; anything else goes its way."""
        if isinstance(event, QDragEnterEvent | QDropEvent):
            paths = _files(event.mimeData())
            if paths:
                event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                for path in paths:
                    self.dropped.emit(path)
            return bool(paths)
        return super().eventFilter(watched, event)


def _files(data: QMimeData) -> Sequence[Path]:
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_file()][:_MOST_FILES]
