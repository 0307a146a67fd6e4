"""Copying entities as JSON Lines and as text, and pasting whatever the clipboard holds."""

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QApplication

from mnemoscope_gui.actions import Actions
from mnemoscope_gui.graph_panel import GraphPanel
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.slots import without_arguments
from mnemoscope_shared.edits import AddObservations, EntityObservations
from mnemoscope_shared.errors import TransferError
from mnemoscope_shared.import_records import ImportRecords
from mnemoscope_shared.transfer import json_lines_of, records_from_text, text_of
from mnemoscope_shared.wording import counted

JSON_LINES = "application/jsonl"
"""The kind under which other windows of this program find what was copied, fields of other programs too."""

_MOST_LINES = 200
"""A text of more lines is hardly meant as observations of one entity."""


class ClipboardCommands(QObject):
    """Copies the selection of one window and pastes into its memory."""

    def __init__(self, session: GraphSession, graph: GraphPanel, actions: Actions) -> None:
        super().__init__(graph)
        self._session = session
        self._graph = graph
        self._actions = actions
        actions.copy.triggered.connect(without_arguments(self.copy))
        actions.copy_json_lines.triggered.connect(without_arguments(self.copy_json_lines))
        actions.cut.triggered.connect(without_arguments(self.cut))
        actions.paste.triggered.connect(without_arguments(self.paste))
        graph.view.selection_changed.connect(self._enable)
        self._enable([])

    def copy(self) -> None:
        """Put the selected entities on the clipboard, for programs and for people."""
        names = self._known_selection()
        if not names:
            return
        data = QMimeData()
        snapshot = self._session.snapshot
        data.setData(JSON_LINES, json_lines_of(snapshot, names).encode())
        data.setText(text_of(snapshot, names))
        QApplication.clipboard().setMimeData(data)
        self._graph.toast.show_notice(f"Copied {counted(len(names), 'entity', 'entities')}")

    def copy_json_lines(self) -> None:
        """Put the selected entities on the clipboard as the text that a memory file holds."""
        names = self._known_selection()
        if names:
            QApplication.clipboard().setText(json_lines_of(self._session.snapshot, names))
            self._graph.toast.show_notice(f"Copied {counted(len(names), 'entity', 'entities')} as JSON Lines")

    def cut(self) -> None:
        """Copy the selected entities and delete them."""
        self.copy()
        self._actions.delete.trigger()

    def paste(self) -> None:
        """Take entities in; any other text becomes observations of the entity that is selected."""
        data = QApplication.clipboard().mimeData()
        try:
            if data.hasFormat(JSON_LINES):
                records = records_from_text(bytes(data.data(JSON_LINES).data()).decode(errors="replace"))
            else:
                records = records_from_text(data.text())
        except TransferError as error:
            self._graph.toast.show_notice(str(error))
            return
        if records is not None:
            self._session.apply(ImportRecords(records.entities, records.relations, "the clipboard"))
        else:
            self._paste_text(data.text())

    def _paste_text(self, text: str) -> None:
        lines = [line for line in map(_without_bullet, text.splitlines()) if line]
        names = self._known_selection()
        if not lines:
            self._graph.toast.show_notice("The clipboard holds no text to paste")
        elif len(names) != 1:
            self._graph.toast.show_notice("Select the entity that the text is to be an observation of")
        elif len(lines) > _MOST_LINES:
            self._graph.toast.show_notice(f"That is too much for one entity: {len(lines):,} lines")
        else:
            self._session.apply(AddObservations([EntityObservations(names[0], tuple(lines))]))

    def _known_selection(self) -> list[str]:
        snapshot = self._session.snapshot
        return [name for name in self._graph.view.selected_names() if name in snapshot.lines_by_name]

    def _enable(self, names: Sequence[str]) -> None:
        for action in (self._actions.copy, self._actions.copy_json_lines, self._actions.cut):
            action.setEnabled(bool(names))


def _without_bullet(line: str) -> str:
    return line.strip().removeprefix("- ").removeprefix("• ").removeprefix("* ").strip()
