"""Merging the copy that a sync service left when the memory was changed in two places."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFile, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.memories.import_dialog import ImportDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_gui.worker import Worker
from mnemoscope_shared.edit import preview
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.store.conflict_copies import find_conflict_copies
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile
from mnemoscope_shared.wording import counted

_CAUTION = (
    "What the copy holds and this memory lacks is added. What was deleted on one side only cannot be told "
    "from what was added on the other: look the list through."
)


class ConflictCopies(QObject):
    """Looks for copies beside the memory, offers to merge them, and to put a merged one into the bin."""

    def __init__(
        self,
        session: GraphSession,
        worker: Worker,
        graph: GraphPanel,
        actions: Actions,
        window: QWidget,
    ) -> None:
        """Look on `worker`, so that no write has to wait for it."""
        super().__init__(window)
        self._worker = worker
        self._session = session
        self._graph = graph
        self._window = window
        self._merging: Path | None = None
        actions.merge_copy.triggered.connect(without_arguments(self.ask))
        session.changed.connect(self._look_after_opening)
        session.saved.connect(self._offer_bin)
        session.refused.connect(lambda *_: self._forget())

    def look(self) -> None:
        """Offer to merge the copies that lie beside the memory, if any."""
        path = self._session.path
        self._worker.run(lambda: find_conflict_copies(path), self._offer, _pass_over)

    def ask(self) -> None:
        """Ask which file is a copy of this memory, beginning with one that looks like it."""
        path = self._session.path
        self._worker.run(lambda: find_conflict_copies(path), self._ask_for_file, _pass_over)

    def preview(self, copy: Path) -> None:
        """Show what merging a copy would add."""
        self._worker.run(partial(_records_of, copy), partial(self._show, copy), self._refuse)

    def _look_after_opening(self, _: object, __: object, origin: str) -> None:
        if origin == "open":
            self.look()

    def _offer(self, copies: Sequence[Path]) -> None:
        if not copies or self._session.problem is not None:
            return
        count = counted(len(copies), "copy", "copies")
        names = ", ".join(copy.name for copy in copies[:3])
        self._graph.offer.show_text(
            f"A sync service left {count} of this memory, changed somewhere else: {names}",
            {"Merge…": lambda: self.preview(copies[0]), "Not now": self._graph.offer.clear},
        )

    def _ask_for_file(self, copies: Sequence[Path]) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self._window,
            "Merge a copy of this memory",
            str(copies[0] if copies else self._session.path.parent),
            "Memory files (*.jsonl *.json);;All files (*)",
        )
        if chosen:
            self.preview(Path(chosen))

    def _show(self, copy: Path, edit: ImportRecords) -> None:
        imported = preview(self._session.snapshot, edit)
        title = f"Merge {copy.name}"
        dialog = ImportDialog(title, _CAUTION, imported, "Merge", self._window)
        dialog.accepted.connect(partial(self._merge, copy, edit))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(True)
        dialog.open()

    def _merge(self, copy: Path, edit: ImportRecords) -> None:
        self._graph.offer.clear()
        self._merging = copy
        self._session.apply(edit)

    def _offer_bin(self, _: object) -> None:
        copy, self._merging = self._merging, None
        if copy is not None:
            self._graph.offer.show_text(
                f"{copy.name} is merged. It is not needed any more.",
                {"Move it to the bin": lambda: self._throw_away(copy), "Keep it": self._graph.offer.clear},
            )

    def _throw_away(self, copy: Path) -> None:
        self._graph.offer.clear()
        if QFile(str(copy)).moveToTrash():
            self._graph.toast.show_notice(f"Moved {copy.name} to the bin")
        else:
            self._graph.toast.show_notice(f"{copy.name} could not be moved to the bin. Remove it by hand.")

    def _forget(self) -> None:
        self._merging = None

    def _refuse(self, error: MnemoscopeError) -> None:
        self._graph.toast.show_notice(str(error))


def _records_of(copy: Path) -> ImportRecords:
    held = MemoryFile(copy, Writer("window")).read()
    return ImportRecords(held.entities, held.relations, copy.name)


def _pass_over(_: MnemoscopeError) -> None:
    """A folder that cannot be looked through has no copies."""
