"""Connecting assistants, disconnecting them and checking how they are connected, off the window's thread."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from mnemoscope_gui.connect.check_dialog import CheckDialog
from mnemoscope_gui.connect.client_status import ClientStatus, configured_files, look_at_clients
from mnemoscope_gui.connect.clients_dialog import ClientsDialog
from mnemoscope_gui.connect.connection_check import CheckTarget, ConnectionCheck, target_of
from mnemoscope_gui.connect.outcomes import (
    copy_configuration,
    copy_instructions,
    default_memory_file,
    open_folder,
    told_connection,
    told_disconnection,
)
from mnemoscope_gui.front import bring_to_front
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.clients.client import Client
from mnemoscope_shared.clients.connection import Connection, connect, disconnect
from mnemoscope_shared.clients.server_settings import server_command
from mnemoscope_shared.errors import ConfigurationRefused, MnemoscopeError

Value = TypeVar("Value")


class AssistantConnections(QObject):
    """Opens the dialogs and carries out what is wished for in them; one for the whole program.

    Attributes:
        clients_dialog, check_dialog: the dialogs that are open, or None.
        check: the trial start of a server.

    Signals:
        open_requested: a memory file that is to be opened.
    """

    open_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.clients_dialog: ClientsDialog | None = None
        self.check_dialog: CheckDialog | None = None
        self.check = ConnectionCheck(parent=self)
        self._worker: Worker | None = None
        self._wanted: Client | None = None

    def show_clients(
        self, memory_file: Path | None, window: QWidget | None, client: Client | None = None
    ) -> None:
        """Open the list of clients, at one of them where it is named.

        Args:
            memory_file: the open memory; None for a sample, or where none is open.
            window: over which the dialog stands.
            client: the one that the person is after.
        """
        self._wanted = client
        if self.clients_dialog is None:
            dialog = ClientsDialog(memory_file, default_memory_file().parent, window)
            dialog.wished.connect(self._carry_out)
            dialog.open_requested.connect(self.open_requested)
            dialog.instructions_requested.connect(copy_instructions)
            dialog.choice.chosen.connect(self._look_again)
            self.clients_dialog = dialog
            self._follow(dialog)
        elif memory_file is not None:
            self.clients_dialog.choice.choose(memory_file)
        bring_to_front(self.clients_dialog)
        self._look(self._show_first)

    def show_check(
        self, memory_file: Path | None, window: QWidget | None, target: CheckTarget | None = None
    ) -> None:
        """Open the check of a connection; without one, of all those that there are."""
        if self.check_dialog is None:
            self.check_dialog = CheckDialog(self.check, window)
            self.check_dialog.update_requested.connect(partial(self._update, memory_file, window))
            self._follow(self.check_dialog)
        bring_to_front(self.check_dialog)
        if target is not None:
            self.check_dialog.offer([target])
        else:
            self._look(partial(self._offer_targets, memory_file))

    def stop(self) -> None:
        """Finish what is being written, and end a check: the program ends."""
        self.check.stop()
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    # Looking.

    def _look(self, done: Callable[[Sequence[ClientStatus]], None]) -> None:
        path = self.clients_dialog.choice.path if self.clients_dialog is not None else None
        job = partial(look_at_clients, os.environ, Path.cwd(), sys.platform, server_command(), path)
        self._run(job, done, self._tell_failure)

    def _look_again(self, _: object = None) -> None:
        self._look(self._show_statuses)

    def _show_statuses(self, statuses: Sequence[ClientStatus]) -> None:
        if self.clients_dialog is not None:
            self.clients_dialog.show_statuses(statuses)

    def _show_first(self, statuses: Sequence[ClientStatus]) -> None:
        dialog = self.clients_dialog
        if dialog is None:
            return
        files = configured_files(statuses)
        dialog.choice.offer(files)
        dialog.show_statuses(statuses)
        if dialog.choice.path is None and len(files) <= 1:
            dialog.choice.choose(files[0] if files else default_memory_file())
        if self._wanted is not None:
            dialog.show_client(self._wanted)

    def _tell_failure(self, error: MnemoscopeError) -> None:
        if self.clients_dialog is not None:
            self.clients_dialog.show_failure(str(error))
        if self.check_dialog is not None:
            self.check_dialog.show_failure(str(error))

    # Carrying out.

    def _carry_out(self, wish: str, client: Client) -> None:
        dialog = self.clients_dialog
        if dialog is None:
            return
        path, card = dialog.choice.path, dialog.cards[client]
        if wish == "check" and card.status.connection is not None:
            self.show_check(path, dialog, target_of(card.status.connection))
        elif wish == "copy":
            card.show_result(copy_configuration(path, client))
        elif wish == "folder":
            open_folder(card.status.found.configuration)
        elif wish == "connect" and path is not None:
            card.set_busy(True, "Connecting…")
            self._change(
                client, partial(connect, client, server_command(), path), partial(told_connection, path)
            )
        elif wish == "disconnect":
            card.set_busy(True, "Disconnecting…")
            self._change(client, partial(disconnect, client), told_disconnection)

    def _change(
        self, client: Client, change: Callable[..., Connection], told: Callable[[Connection], str]
    ) -> None:
        job = partial(change, os.environ, Path.cwd(), sys.platform)
        self._run(job, lambda done: self._end_change(client, told(done)), partial(self._refuse, client))

    def _end_change(self, client: Client, text: str, by_hand: str = "") -> None:
        if self.clients_dialog is not None:
            card = self.clients_dialog.cards[client]
            card.set_busy(False)
            card.show_result(text, by_hand)
            self._look_again()

    def _refuse(self, client: Client, error: MnemoscopeError) -> None:
        by_hand = error.snippet if isinstance(error, ConfigurationRefused) else ""
        self._end_change(client, str(error), by_hand)

    def _offer_targets(self, memory_file: Path | None, statuses: Sequence[ClientStatus]) -> None:
        if self.check_dialog is None:
            return
        ours = [target_of(one.connection) for one in statuses if one.connection is not None]
        others = [target_of(server) for one in statuses for server in one.others]
        path = memory_file or default_memory_file()
        own = CheckTarget("Mnemoscope's own server", (*server_command(), "--memory-file", str(path)))
        self.check_dialog.offer([*ours, *others, own])

    def _update(self, memory_file: Path | None, window: QWidget | None, client: Client) -> None:
        self.show_clients(memory_file, window, client)

    # The thread and the dialogs.

    def _run(
        self,
        job: Callable[[], Value],
        done: Callable[[Value], None],
        failed: Callable[[MnemoscopeError], None],
    ) -> None:
        """Run a job on a thread of its own, so that no write to the memory waits for a client's program."""
        if self._worker is None:
            self._worker = Worker(self)
            self._worker.busy_changed.connect(self._release_worker, Qt.ConnectionType.QueuedConnection)
        self._worker.run(job, done, failed)

    def _release_worker(self) -> None:
        worker = self._worker
        if worker is not None and not worker.is_busy:
            self._worker = None
            worker.close()
            worker.deleteLater()

    def _follow(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda: self._forget(dialog))
        dialog.destroyed.connect(lambda: self._forget(dialog))
        dialog.setModal(dialog.parent() is not None)

    def _forget(self, dialog: QDialog) -> None:
        if dialog is self.clients_dialog:
            self.clients_dialog = None
        if dialog is self.check_dialog:
            self.check_dialog = None
