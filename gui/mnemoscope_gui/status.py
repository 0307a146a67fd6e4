"""The status bar: which file, whether it is saved, what takes long, how large the memory is."""

from pathlib import Path

from PySide6.QtCore import QTime, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from mnemoscope_gui.progress import Progress
from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.token_estimate import estimated_tokens
from mnemoscope_shared.wording import counted

# A write that takes longer is shown as pending; after the second span the holder of the lock is named.
PENDING_MS = 150
HOLDER_MS = 500


class StatusBar(QStatusBar):
    """Ambient facts about the open memory."""

    def __init__(self, session: GraphSession, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.file_label = QLabel(session.path.name, self)
        self.file_label.setToolTip(_plain(session.path))
        self.state_label = QLabel(self)
        self.progress_label = QLabel(self)
        self.size_label = QLabel(self)
        self.addWidget(self.file_label)
        self.addWidget(self.state_label)
        self.addWidget(self.progress_label)
        self.addPermanentWidget(self.size_label)
        self._pending = _single_shot(self, PENDING_MS, self._say_saving)
        self._waiting = _single_shot(self, HOLDER_MS, self._name_holder)
        session.changed.connect(self.show_size)
        session.saved.connect(self._say_saved)
        session.worker.busy_changed.connect(self._follow_work)
        progress.changed.connect(self.progress_label.setText)
        session.problem_changed.connect(lambda problem: self._say("Cannot be read" if problem else ""))

    def show_size(self, snapshot: Snapshot) -> None:
        """Show how many entities and relations there are, and roughly how many tokens they are."""
        tokens = estimated_tokens(snapshot.size)
        entities, relations = len(snapshot.entities), len(snapshot.relations)
        self.size_label.setText(
            f"{counted(entities, 'entity', 'entities')} · {counted(relations, 'relation', 'relations')}"
            f" · ≈{_short(tokens)} tokens"
        )

    def show_last_writes(self) -> None:
        """Say that the window closes once its writes are done, and paint that now: nothing else will."""
        if self._session.is_saving:
            self._say("Saving before the window closes…")
            self.repaint()

    def _follow_work(self, busy: bool) -> None:
        if busy:
            self._pending.start()
            self._waiting.start()
        else:
            self._pending.stop()
            self._waiting.stop()
            if self.state_label.text().startswith(("Saving", "Waiting")):
                self._say("")

    def _say_saving(self) -> None:
        if self._session.is_saving:
            self._say("Saving…")

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
    """Return a rough figure in few letters: `9,800`, `12k`, `1.4M`, `20M`."""
    if number < 10_000:
        return f"{number:,}"
    if number < 999_500:
        return f"{number / 1e3:.0f}k"
    return f"{number / 1e6:.1f}M" if number < 9_950_000 else f"{number / 1e6:,.0f}M"


def _plain(path: Path) -> str:
    """Return text that a tooltip does not take for markup."""
    return str(path).replace("<", "‹")
