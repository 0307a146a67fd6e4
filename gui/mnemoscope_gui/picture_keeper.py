"""Keeps the picture of an open memory: brought back before the first scene, saved when all is at rest."""

from PySide6.QtCore import QObject, QTimer

from mnemoscope_gui.canvas.view import GraphView
from mnemoscope_gui.picture_memory import PictureMemory, Remembered
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.type_slots import TypeSlots
from mnemoscope_shared.errors import MnemoscopeError

REST_MILLISECONDS = 3_000
"""The picture is saved when nothing has changed for so long."""


class PictureKeeper(QObject):
    """Works on the session's worker: `begin` before the session opens, `finish` before it closes."""

    def __init__(
        self, session: GraphSession, view: GraphView, slots: TypeSlots, memory: PictureMemory
    ) -> None:
        super().__init__(view)
        self._session = session
        self._view = view
        self._slots = slots
        self._memory = memory
        self._has_changed = False
        self._timer = QTimer(self, singleShot=True, interval=REST_MILLISECONDS)
        self._timer.timeout.connect(self._save)
        state = view.state
        for signal in (
            *(state.scene_changed, state.positions_changed, state.camera_changed, state.emphasis_changed),
            view.settled,
        ):
            signal.connect(self._note_change)

    def begin(self) -> None:
        """Bring back what was remembered; the file is read after it, so the first scene finds it there."""
        self._session.worker.run(lambda: self._memory.recall(self._session.path), self._bring_back, _pass)

    def finish(self) -> None:
        """Save what has changed and save no more."""
        self._timer.stop()
        self._save()

    def _bring_back(self, remembered: Remembered | None) -> None:
        if remembered is not None:
            self._slots.recall(remembered.type_slots)
            self._view.state.remembered = remembered.picture

    def _note_change(self) -> None:
        self._has_changed = True
        self._timer.start()

    def _save(self) -> None:
        picture = self._view.picture_to_remember()
        if picture is None or not self._has_changed:
            return
        self._has_changed = False
        remembered = Remembered(picture, self._slots.known())
        path = self._session.path
        self._session.worker.run(lambda: self._memory.keep(path, remembered), _pass, _pass)


def _pass(_: MnemoscopeError | None) -> None:
    """A picture that could not be brought back or saved troubles nobody."""
