"""Finding a person's memory file, and offering to while the sample is shown."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.memories.find_memory_dialog import FindMemoryDialog
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.clients.found_memories import FoundMemory, find_memories
from mnemoscope_shared.clients.move_memory import move_memory
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.locations import home_folder

_SAMPLE = (
    "This is a sample: look around, change things, nothing is kept. "
    "Your own memory opens when you find it, open it or drop its file here."
)


class FindMemory(QObject):
    """Looks for memory files on a worker, and opens or moves the one that is chosen.

    Attributes:
        dialog: the list that is open, or None.

    Signals:
        open_requested: a path.
    """

    open_requested = Signal(object)

    def __init__(
        self,
        worker: Worker,
        graph: GraphPanel,
        actions: Actions,
        window: QWidget,
    ) -> None:
        """Look on `worker`, so that no write has to wait for it."""
        super().__init__(window)
        self._worker = worker
        self.dialog: FindMemoryDialog | None = None
        self._graph = graph
        self._actions = actions
        self._window = window
        actions.find_memory.triggered.connect(without_arguments(self.find))

    def offer_own_memory(self) -> None:
        """Say that what is shown is a sample, and what leads to the person's own memory."""
        self._graph.offer.show_text(
            _SAMPLE, {"Find my memory file": self.find, "Open…": self._actions.open.trigger}
        )

    def find(self) -> None:
        """Open the list and fill it with what there is on this computer."""
        dialog = FindMemoryDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.open_requested)
        dialog.move_requested.connect(self._ask_where_to)
        dialog.other_requested.connect(self._actions.open.trigger)
        dialog.finished.connect(self._forget)
        dialog.setModal(True)
        dialog.open()
        self.dialog = dialog
        self._worker.run(_look, self._show, self._refuse)

    def _show(self, memories: Sequence[FoundMemory]) -> None:
        if self.dialog is not None:
            self.dialog.show_memories(memories)

    def _forget(self) -> None:
        self.dialog = None

    def _ask_where_to(self, path: Path) -> None:
        home = Path(home_folder(os.environ, sys.platform))
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            "Move the memory to",
            str(home / path.with_suffix(".jsonl").name),
            "Memory files (*.jsonl)",
        )
        if chosen:
            self.move(path, Path(chosen))

    def move(self, path: Path, target: Path) -> None:
        """Move a memory with its history, and open it at its new place."""
        self._worker.run(lambda: move_memory(path, target), lambda _: self._open_moved(target), self._refuse)

    def _open_moved(self, target: Path) -> None:
        self._graph.toast.show_notice(
            f"Moved to {target}. Tell your assistant: set MEMORY_FILE_PATH to this path and restart it."
        )
        self.open_requested.emit(target)

    def _refuse(self, error: MnemoscopeError) -> None:
        self._graph.toast.show_notice(str(error))


def _look() -> list[FoundMemory]:
    return find_memories(os.environ, Path.cwd(), sys.platform)
