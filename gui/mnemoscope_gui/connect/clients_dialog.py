"""The dialog that connects assistants: the clients on this computer, and the memory file for them."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.connect.client_card import ClientCard
from mnemoscope_gui.connect.client_status import ClientStatus
from mnemoscope_gui.connect.memory_choice import MemoryChoice
from mnemoscope_gui.connect.plain_label import PlainLabel
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.clients.client import Client
from mnemoscope_shared.clients.package_folders import LOST_ON_UPDATE, is_inside_package

_SIZE = (720, 620)


class ClientsDialog(QDialog):
    """Shows what was found; what is wished for is carried out by whoever listens.

    Attributes:
        choice: the memory file.
        open_button: opens that file, where it is another than the open one.
        cards: by client; of those that are not on this computer too.
        others_button: shows and hides the latter.
        instructions_button: copies what an assistant should be told.

    Signals:
        wished: `connect`, `disconnect`, `check`, `copy` or `folder`, and the client.
        open_requested: the memory file that is to be opened.
        instructions_requested: the button was pressed.
    """

    wished = Signal(str, object)
    open_requested = Signal(object)
    instructions_requested = Signal()

    def __init__(self, open_file: Path | None, start_folder: Path, parent: QWidget | None = None) -> None:
        """Begin with the open memory; with none where a sample is shown, or nothing."""
        super().__init__(parent)
        self.setWindowTitle("Connect assistants")
        self._open_file = open_file
        self.choice = MemoryChoice(start_folder, self)
        self.open_button = QPushButton("Open it", self)
        self._warning = PlainLabel(self)
        self.cards: dict[Client, ClientCard] = {}
        self._summary = PlainLabel(self, "Looking for your assistants…")
        self._found, self._missing = QVBoxLayout(), QVBoxLayout()
        self._missing_part = QWidget(self)
        self.others_button = self._disclosure()
        self.instructions_button = QPushButton("Copy instructions for the assistant", self)
        self._arrange()
        for button in (self.open_button, self.instructions_button):
            button.setAutoDefault(False)
        self.open_button.clicked.connect(self._open)
        self.instructions_button.clicked.connect(without_arguments(self.instructions_requested.emit))
        self.choice.chosen.connect(self._follow_choice)
        self.resize(*_SIZE)
        if open_file is not None:
            self.choice.choose(open_file)
        self._follow_choice()

    def show_statuses(self, statuses: Sequence[ClientStatus]) -> None:
        """Show how the clients stand to the chosen file."""
        for status in statuses:
            card = self.cards.get(status.found.client)
            if card is None:
                self._add_card(status)
            else:
                card.show_status(status)
        missing = sum(not status.is_installed for status in statuses)
        self._summary.setText(_told_count(len(statuses) - missing))
        self.others_button.setText(f"Not found on this computer ({missing})")
        self.others_button.setVisible(bool(missing))
        self._follow_choice()

    def show_client(self, client: Client) -> None:
        """Bring a client into sight, with the keyboard on what can be done."""
        card = self.cards[client]
        if not card.status.is_installed:
            self.others_button.setChecked(True)
        self._scroll.ensureWidgetVisible(card)
        button = card.disconnect_button if card.connect_button.isHidden() else card.connect_button
        button.setFocus()

    def show_failure(self, text: str) -> None:
        """Say why nothing could be looked at."""
        self._summary.setText(text)

    def _add_card(self, status: ClientStatus) -> None:
        card = ClientCard(status, self._scroll)
        client = status.found.client
        card.wished.connect(lambda wish: self.wished.emit(wish, client))
        card.file_requested.connect(self.choice.choose)
        self.cards[client] = card
        (self._found if status.is_installed else self._missing).addWidget(card)
        card.show()

    def _disclosure(self) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setArrowType(Qt.ArrowType.RightArrow)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.toggled.connect(self._disclose)
        button.hide()
        return button

    def _disclose(self, is_open: bool) -> None:
        self._missing_part.setVisible(is_open)
        self.others_button.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)

    def _arrange(self) -> None:
        intro = QLabel(
            "A &connected assistant starts Mnemoscope's server by itself, for this memory file:", self
        )
        intro.setBuddy(self.choice)
        intro.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.choice, 1)
        row.addWidget(self.open_button)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.instructions_button, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(intro)
        layout.addLayout(row)
        layout.addWidget(self._warning)
        layout.addWidget(self._summary)
        layout.addWidget(self._list(), 1)
        layout.addWidget(buttons)

    def _list(self) -> QScrollArea:
        content = QWidget(self)
        self._missing_part.setLayout(self._missing)
        self._missing.setContentsMargins(0, 0, 0, 0)
        self._missing_part.hide()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 6, 0)
        layout.addLayout(self._found)
        layout.addWidget(self.others_button)
        layout.addWidget(self._missing_part)
        layout.addStretch(1)
        self._scroll = QScrollArea(self)
        self._scroll.setAccessibleName("Assistants")
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return self._scroll

    def _follow_choice(self) -> None:
        path = self.choice.path
        is_lost = path is not None and is_inside_package(path)
        self._warning.setText(LOST_ON_UPDATE if is_lost else "")
        self._warning.setVisible(is_lost)
        self.open_button.setVisible(path is not None and path != self._open_file and path.is_file())
        for card in self.cards.values():
            card.set_can_connect(path is not None)

    def _open(self) -> None:
        path = self.choice.path
        self.accept()
        self.open_requested.emit(path)


def _told_count(count: int) -> str:
    if count:
        return "On this computer:"
    return "None of the assistants that Mnemoscope knows was found on this computer."
