"""What takes long at the moment: reading the file, making and laying out the picture."""

from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.session import GraphSession

PROGRESS_MS = 500
"""What takes longer is shown."""


class Activity(StrEnum):
    """What may take long, in the words that say so."""

    READING = "Reading…"
    ARRANGING = "Arranging…"


class Progress(QObject):
    """Follows one window's work from its first step to its last, as one activity leads to the next.

    Attributes:
        text: what is being done, once it has taken long; empty before, and when nothing is.

    Signals:
        changed(str): the text.
    """

    changed = Signal(str)

    def __init__(self, session: GraphSession, view: GraphView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self._session = session
        self._builder = view.scene_builder
        self._layout_thread = view.layout_thread
        self._patience = QTimer(self, singleShot=True, interval=PROGRESS_MS)
        self._patience.timeout.connect(self._show)
        # Between two steps there may be a moment in which nothing is under way.
        self._look = QTimer(self, singleShot=True, interval=0)
        self._look.timeout.connect(self._follow)
        busy = (session.worker.busy_changed, self._builder.busy_changed, self._layout_thread.running_changed)
        for changed in busy:
            changed.connect(self._look_soon)

    def _look_soon(self) -> None:
        self._look.start()

    def _follow(self) -> None:
        if self.text or self._activity() is None:
            self._patience.stop()
            self._show()
        elif not self._patience.isActive():
            self._patience.start()

    def _show(self) -> None:
        text = self._activity() or ""
        if text != self.text:
            self.text = text
            self.changed.emit(text)

    def _activity(self) -> Activity | None:
        if self._layout_thread.is_running or self._builder.is_busy:
            return Activity.ARRANGING
        is_reading = self._session.worker.is_busy and not self._session.is_saving
        return Activity.READING if is_reading else None
