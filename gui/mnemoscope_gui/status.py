"""The status bar: which file, whether it is saved, how large the memory is."""

from pathlib import Path

from PySide6.QtCore import QTime, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.wording import counted

# A write that takes longer is shown as pending; after the second span the holder of the lock is named.
PENDING_MS = 150
HOLDER_MS = 500
# A rule of thumb for English text; shown with a “≈”.
_BYTES_PER_TOKEN = 4


class StatusBar(QStatusBar):
    """Ambient facts about the open memory."""

    def __init__(self, session: GraphSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.file_label = QLabel(session.path.name, self)
        self.file_label.setToolTip(_plain(session.path))
        self.state_label = QLabel(self)
        self.size_label = QLabel(self)
        self.addWidget(self.file_label)
        self.addWidget(self.state_label)
        self.addPermanentWidget(self.size_label)
        self._pending = _single_shot(self, PENDING_MS, lambda: self._say("Saving…"))
        self._waiting = _single_shot(self, HOLDER_MS, self._name_holder)
        session.changed.connect(self.show_size)
        session.saved.connect(self._say_saved)
        session.worker.busy_changed.connect(self._follow_work)
        session.problem_changed.connect(lambda problem: self._say("Cannot be read" if problem else ""))

    def show_size(self, snapshot: Snapshot, *_: object) -> None:
        """Show how many entities and relations there are, and roughly how many tokens they are."""
        lines = snapshot.entity_lines + snapshot.relation_lines
        tokens = sum(len(line.raw) for line in lines) // _BYTES_PER_TOKEN
        entities, relations = len(snapshot.entities), len(snapshot.relations)
        self.size_label.setText(
            f"{counted(entities, 'entity', 'entities')} · {counted(relations, 'relation', 'relations')}"
            f" · ≈{_short(tokens)} tokens"
        )

    def _follow_work(self, busy: bool) -> None:
        if busy:
            self._pending.start()
            self._waiting.start()
        else:
            self._pending.stop()
            self._waiting.stop()
            if self.state_label.text().startswith(("Saving", "Waiting")):
                self._say("")

    def _name_holder(self) -> None:
        holder = self._session.lock_holder()
        if holder is not None:
            self._say(f"Waiting for {holder}")

    def _say_saved(self, _label: str) -> None:
        self._say(f"Saved {QTime.currentTime().toString('HH:mm')}")

    def _say(self, text: str) -> None:
        self.state_label.setText(text)


def _single_shot(parent: StatusBar, milliseconds: int, action: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(action)
    return timer


def _short(number: int) -> str:
    return f"{number / 1000:.0f}k" if number >= 10_000 else f"{number:,}"


def _plain(path: Path) -> str:
    """Return text that a tooltip does not take for markup."""
    return str(path).replace("<", "‹")
