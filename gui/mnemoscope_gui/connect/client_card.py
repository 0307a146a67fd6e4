"""One client in the list: what it starts today, what can be done, and what came of it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui.announcement import announce
from mnemoscope_gui.canvas.label_text import displayable, shortened
from mnemoscope_gui.connect.client_status import ClientStatus, told_other, told_state
from mnemoscope_gui.connect.plain_label import PlainLabel
from mnemoscope_gui.connect.shown_path import shown_path
from mnemoscope_gui.connect.snippet_box import SnippetBox
from mnemoscope_gui.slots import without_arguments

_LOOK = "#client { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }"
_MOST_OTHERS = 4


class ClientCard(QFrame):
    """Shows a client; it does nothing by itself.

    Attributes:
        connect_button: titled “Connect” or “Update”, hidden where there is nothing to do.
        disconnect_button: shown where the client is connected.
        more_button: opens a menu with the rest.
        check_action, copy_action, folder_action: what is in that menu.
        file_buttons: take over the memory file of another server, by the file.
        snippet_box: the text to paste, shown after a refusal.

    Signals:
        wished: what was chosen: `connect`, `disconnect`, `check`, `copy` or `folder`.
        file_requested: the person wants to use that memory file.
    """

    wished = Signal(str)
    file_requested = Signal(object)

    def __init__(self, status: ClientStatus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("client")
        self.setStyleSheet(_LOOK)
        self.status = status
        self.title = PlainLabel(self, is_bold=True)
        self.title.setText(status.found.client.title)
        self.connect_button = self._button("Connect", lambda: self.wished.emit("connect"))
        self.disconnect_button = self._button("Disconnect", lambda: self.wished.emit("disconnect"))
        self.check_action, self.copy_action, self.folder_action = self._actions()
        self.more_button = self._menu_button()
        self.file_buttons: dict[Path, QPushButton] = {}
        self._state = PlainLabel(self)
        self._place = PlainLabel(self)
        self._place.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._others = QVBoxLayout()
        self._result = PlainLabel(self)
        self.snippet_box = SnippetBox(self)
        self._arrange()
        self.forget_result()
        self.show_status(status)

    @property
    def text(self) -> str:
        """All that is said about the client, for a test or a screen reader."""
        return "\n".join(label.text() for label in (self._state, self._result) if not label.isHidden())

    def show_status(self, status: ClientStatus) -> None:
        """Show what the client starts today."""
        self.status = status
        self._state.setText(displayable(told_state(status)))
        self._place.setText(shown_path(status.found.configuration))
        self.connect_button.setText("Connect" if status.state == "absent" else "Update")
        self.connect_button.setVisible(status.state != "connected")
        self.disconnect_button.setVisible(status.connection is not None)
        self.check_action.setEnabled(status.connection is not None)
        for button in (self.connect_button, self.disconnect_button, self.more_button):
            button.setAccessibleDescription(status.found.client.title)
        self._show_others()

    def set_busy(self, is_busy: bool, text: str = "") -> None:
        """Take no further wishes while one is being carried out, and say which."""
        for button in (self.connect_button, self.disconnect_button):
            button.setEnabled(not is_busy)
        if is_busy:
            self.show_result(text)

    def set_can_connect(self, can_connect: bool) -> None:
        """Allow to connect once the memory file is decided."""
        self.connect_button.setEnabled(can_connect)
        self.copy_action.setEnabled(can_connect)

    def show_result(self, text: str, snippet: str = "") -> None:
        """Say what came of a wish; with a text to paste by hand where there is one."""
        self._result.setText(displayable(text))
        self._result.show()
        self.snippet_box.setVisible(bool(snippet))
        self.snippet_box.set_text(snippet)
        announce(self, text)

    def forget_result(self) -> None:
        """Say no more what came of the last wish."""
        self._result.hide()
        self.snippet_box.hide()

    def _button(self, title: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        button.clicked.connect(without_arguments(slot))
        return button

    def _actions(self) -> tuple[QAction, QAction, QAction]:
        check = QAction("&Check the connection…", self)
        copy = QAction("Copy the c&onfiguration", self)
        folder = QAction("Open the file's &folder", self)
        check.triggered.connect(lambda: self.wished.emit("check"))
        copy.triggered.connect(lambda: self.wished.emit("copy"))
        folder.triggered.connect(lambda: self.wished.emit("folder"))
        return check, copy, folder

    def _menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText("More")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(button)
        menu.addActions([self.check_action, self.copy_action, self.folder_action])
        button.setMenu(menu)
        return button

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        for button in (self.connect_button, self.disconnect_button, self.more_button):
            top.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 10, 10)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self._state)
        layout.addWidget(self._place)
        layout.addLayout(self._others)
        layout.addWidget(self._result)
        layout.addWidget(self.snippet_box)

    def _show_others(self) -> None:
        while (item := self._others.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.file_buttons = {}
        others = self.status.others
        for server in others[:_MOST_OTHERS]:
            self._others.addWidget(PlainLabel(self, displayable(told_other(server))))
            for file in server.files[:_MOST_OTHERS]:
                self._add_file_button(file)
        if len(others) > _MOST_OTHERS:
            self._others.addWidget(PlainLabel(self, f"And {len(others) - _MOST_OTHERS:,} more."))

    def _add_file_button(self, file: Path) -> None:
        title = f"Use {shortened(file.name, 60)} for Mnemoscope too".replace("&", "&&")
        button = self._button(title, lambda: self.file_requested.emit(file))
        button.setAccessibleDescription(str(file))
        self.file_buttons[file] = button
        self._others.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
