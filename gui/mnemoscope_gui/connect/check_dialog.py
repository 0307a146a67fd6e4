"""Whether a connection works: progress while it is checked, then what the server offers or what is wrong."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.canvas.label_text import shortened
from mnemoscope_gui.connect.connection_check import CheckTarget, ConnectionCheck, told_command
from mnemoscope_gui.connect.plain_label import PlainLabel
from mnemoscope_gui.connect.shown_path import shown_path
from mnemoscope_gui.connect.snippet_box import SnippetBox
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.clients.verification import Verification, verification_lines
from mnemoscope_shared.wording import counted

_LONGEST = 1_000
_SIZE = (620, 330)
_UPDATE = "“Update” connects {} anew, to the program that runs now."
_ROWS = ("Command", "Protocol", "Server", "Tools", "Memory", "File")


class CheckDialog(QDialog):
    """Checks one of several connections after the other; closing it cancels.

    Attributes:
        choice: whose connection; hidden where there is only one.
        outcome: the sentence that says how it went.
        again_button, cancel_button, update_button, copy_button: what can be done.

    Signals:
        update_requested: the client that is to be connected anew.
    """

    update_requested = Signal(object)

    def __init__(self, check: ConnectionCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Check the connection")
        self._check = check
        self._targets: list[CheckTarget] = []
        self._report = ""
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Connection")
        self.choice.activated.connect(without_arguments(self.begin))
        self._progress = QProgressBar(self)
        self._progress.setRange(0, 0)
        self._progress.setAccessibleName("The server is started and asked")
        self.outcome = PlainLabel(self, is_bold=True)
        self._layout = QVBoxLayout(self)
        self._form = QFormLayout()
        self.values = {title: PlainLabel(self) for title in _ROWS}
        self._notes = PlainLabel(self)
        self._log = SnippetBox(self)
        self.again_button = QPushButton("Check again", self)
        self.cancel_button = QPushButton("Cancel", self)
        self.update_button = QPushButton("Update", self)
        self.copy_button = QPushButton("Copy the report", self)
        self._arrange()
        self._connect()
        self._show_state("Looking for your assistants…")

    def offer(self, targets: Sequence[CheckTarget]) -> None:
        """Offer connections, and check the first one."""
        self._targets = list(targets)
        self.choice.clear()
        self.choice.addItems([_shown(target.title) for target in targets])
        self.choice.setVisible(len(targets) > 1)
        self.begin()

    def begin(self) -> None:
        """Check the chosen connection, anew where it has been."""
        target = self._targets[self.choice.currentIndex()]
        self._show_state(f"Starting what {_shown(target.title)} starts…", is_running=True)
        self._show_rows({"Command": told_command(target.command)})
        self._check.start(target)

    def done(self, result: int) -> None:
        """Cancel a check that is going on."""
        self._check.cancel()
        super().done(result)

    def _cancel(self) -> None:
        self._check.cancel()
        self._show_state("The check was cancelled.")

    def _show(self, verification: Verification) -> None:
        target = self._targets[self.choice.currentIndex()]
        works = verification.is_working
        self._report = "\n".join(verification_lines(verification))
        self._show_state(f"{target.title}: the connection works." if works else verification.message)
        self._show_rows(_told(verification))
        can_update = not works and target.client is not None
        notes = [*verification.notes, *([_UPDATE.format(target.title)] if can_update else [])]
        self._notes.setText(_shown(" ".join(notes)))
        self._notes.setVisible(bool(notes))
        self._log.set_text("\n".join(verification.log))
        self._log.setVisible(bool(verification.log) and not works)
        self.update_button.setVisible(can_update)
        self.copy_button.setVisible(True)
        self._grow()

    def show_failure(self, sentence: str) -> None:
        """Say why there is no outcome."""
        self._show_state(sentence)

    def _show_state(self, sentence: str, *, is_running: bool = False) -> None:
        """Say how it stands, with nothing of an earlier outcome."""
        self.outcome.setText(_shown(sentence))
        announce(self, sentence)
        self._progress.setVisible(is_running)
        self.cancel_button.setVisible(is_running)
        self.again_button.setVisible(not is_running and bool(self._targets))
        for part in (self._notes, self._log, self.update_button, self.copy_button):
            part.setVisible(False)
        self._grow()

    def _show_rows(self, values: dict[str, str]) -> None:
        for title, label in self.values.items():
            text = values.get(title, "")
            label.setText(_shown(text))
            self._form.setRowVisible(label, bool(text))
        self._grow()

    def _grow(self) -> None:
        """Make room for what is said; a layout does not do that for lines that wrap."""
        self.resize(self.width(), max(self.height(), self._layout.totalHeightForWidth(self.width())))

    def _update(self) -> None:
        client = self._targets[self.choice.currentIndex()].client
        self.accept()
        self.update_requested.emit(client)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report)

    def _arrange(self) -> None:
        for title, label in self.values.items():
            self._form.addRow(title, label)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._show_rows({})
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for button in (self.again_button, self.cancel_button, self.update_button, self.copy_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        layout = self._layout
        layout.addWidget(self.choice)
        layout.addWidget(self.outcome)
        layout.addWidget(self._progress)
        layout.addLayout(self._form)
        layout.addWidget(self._notes)
        layout.addWidget(self._log)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.choice.hide()
        self.resize(*_SIZE)

    def _connect(self) -> None:
        self.again_button.clicked.connect(without_arguments(self.begin))
        self.cancel_button.clicked.connect(without_arguments(self._cancel))
        self.update_button.clicked.connect(without_arguments(self._update))
        self.copy_button.clicked.connect(without_arguments(self._copy))
        self._check.finished.connect(self._show)
        self._check.failed.connect(self.show_failure)


def _shown(text: str) -> str:
    """Return a text on one line, which a server may have made endless."""
    return shortened(text, _LONGEST) if text else ""


def _told(verification: Verification) -> dict[str, str]:
    """Return what is shown of a server, by row; empty where it is not known."""
    count, tools = len(verification.tools), ", ".join(verification.tools)
    return {
        "Command": told_command(verification.command),
        "Protocol": verification.protocol_version,
        "Server": f"{verification.server} {verification.server_version}".strip(),
        "Tools": f"{count}: {tools}" if count else "",
        "Memory": _told_memory(verification),
        "File": shown_path(Path(verification.memory_file)) if verification.memory_file else "",
    }


def _told_memory(verification: Verification) -> str:
    if verification.entities is None or verification.relations is None:
        return ""
    entities = counted(verification.entities, "entity", "entities")
    return f"{entities}, {counted(verification.relations, 'relation', 'relations')}"
