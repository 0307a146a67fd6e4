"""Repairing or converting a file that cannot be read: what would be done is shown first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.errors import CorruptLine, MnemoscopeError, NotJsonLines, StoreError
from mnemoscope_shared.store.convert import ConversionPlan, convert_file, plan_conversion
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.jsonl import split_lines
from mnemoscope_shared.store.repair import RepairPlan, plan_repair, repair_file
from mnemoscope_shared.wording import counted

_LISTED = 200
_BEGINNING = 20


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be done, in words: a title, a sentence, the details, and the button that does it."""

    title: str
    summary: str
    details: Sequence[str]
    action: str


class Mending(QObject):
    """Offers what helps against a file that cannot be read.

    Attributes:
        dialog: the preview that is open, or None.

    Signals:
        mended: a sentence that says what was done and where the old version is.
        refused: the error for which nothing was done.
    """

    mended = Signal(str)
    refused = Signal(object)

    def __init__(self, session: GraphSession, window: QWidget) -> None:
        super().__init__(window)
        self.dialog: PreviewDialog | None = None
        self._session = session
        self._window = window

    def remedies(self, problem: StoreError) -> dict[str, Callable[[], None]]:
        """Return the buttons that help against a problem, by their titles."""
        if isinstance(problem, CorruptLine):
            return {"Show line": lambda: self.show_line(problem), "Repair…": self.preview_repair}
        return {"Convert…": self.preview_conversion} if isinstance(problem, NotJsonLines) else {}

    def told(self, problem: StoreError) -> str:
        """Return what a person in the window needs to know of a problem."""
        if not isinstance(problem, CorruptLine):
            return str(problem)
        return (
            f"Line {problem.line:,}, column {problem.column:,} {problem.why}. "
            f"{counted(problem.readable, 'line', 'lines')} before it were read. "
            "Nothing is written while it stands."
        )

    def show_line(self, problem: CorruptLine) -> None:
        """Show the line that cannot be read, with the offer to repair the file."""

        def read() -> Preview:
            lines = split_lines(read_file(self._session.path).data)
            text = lines[problem.line - 1 : problem.line] or [b""]
            shown = [text[0].decode(errors="replace")]
            return Preview(f"Line {problem.line:,}", self.told(problem), shown, "Repair…")

        self._session.worker.run(read, self._show_line, self._refuse)

    def _show_line(self, preview: Preview) -> None:
        self.dialog = PreviewDialog(preview, self._window)
        self.dialog.accepted.connect(self.preview_repair)
        self.dialog.open()

    def preview_repair(self) -> None:
        """Show what a repair would do."""
        self._preview(self._plan_repair, self._repair)

    def preview_conversion(self) -> None:
        """Show what a conversion would make of the document."""
        self._preview(self._plan_conversion, self._convert)

    def _preview(self, plan: Callable[[], Preview | None], act: Callable[[], str]) -> None:
        self._session.worker.run(plan, lambda preview: self._show(preview, act), self._refuse)

    def _show(self, preview: Preview | None, act: Callable[[], str]) -> None:
        if preview is None:
            self._session.refresh()
            return
        self.dialog = PreviewDialog(preview, self._window)
        self.dialog.accepted.connect(lambda: self._session.worker.run(act, self._report, self._refuse))
        self.dialog.open()

    def _report(self, sentence: str) -> None:
        self._session.refresh()
        self.mended.emit(sentence)

    def _refuse(self, error: MnemoscopeError) -> None:
        self.refused.emit(error)

    # On the worker's thread.

    def _plan_repair(self) -> Preview | None:
        path = self._session.path
        plan = plan_repair(read_file(path).data, path)
        return None if plan is None else _repair_preview(plan)

    def _plan_conversion(self) -> Preview | None:
        path = self._session.path
        plan = plan_conversion(read_file(path).data, path)
        return None if plan is None else _conversion_preview(plan)

    def _repair(self) -> str:
        done = repair_file(self._session.path)
        return "" if done is None else f"Repaired. The old version is in {done.backup.name}"

    def _convert(self) -> str:
        done = convert_file(self._session.path)
        return "" if done is None else f"Converted. The old version is in {done.backup.name}"


class PreviewDialog(QDialog):
    """Shows what would be done; nothing is done before it is accepted."""

    def __init__(self, preview: Preview, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(preview.title)
        self.summary = QLabel(preview.summary, self)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.details = QPlainTextEdit("\n".join(preview.details), self)
        self.details.setReadOnly(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setAccessibleName(preview.title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.action_button = buttons.addButton(preview.action, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.summary)
        layout.addWidget(self.details, 1)
        layout.addWidget(buttons)
        self.resize(640, 380)


def _repair_preview(plan: RepairPlan) -> Preview:
    unchanged = counted(plan.unchanged, "line stays", "lines stay")
    rejected = counted(len(plan.rejected), "line is", "lines are")
    aside = f" {rejected} put aside in a file beside it." if plan.rejected else ""
    return Preview(
        "Repair the file",
        f"{unchanged} as before.{aside} A backup of the file is kept beside it.",
        _listed([f"Line {step.line}, column {step.column} {step.why}: {step.action}" for step in plan.steps]),
        "Repair",
    )


def _conversion_preview(plan: ConversionPlan) -> Preview:
    entities = counted(plan.entities, "entity", "entities")
    relations = counted(plan.relations, "relation", "relations")
    lines = plan.data.decode().split("\n")[:_BEGINNING]
    return Preview(
        "Convert the document",
        f"It becomes a memory of {entities} and {relations}, which begins as below. "
        "A backup of the document is kept beside it.",
        lines,
        "Convert",
    )


def _listed(lines: list[str]) -> list[str]:
    more = len(lines) - _LISTED
    return lines if more <= 0 else [*lines[:_LISTED], f"and {more} more"]
