"""Telling a person that others have deleted much of the memory, with a way to bring it back."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.banner import Banner
from mnemoscope_gui.mending import Preview, PreviewDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.theme import Theme
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Change, Entity, Line, LineChange
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.last_writer import last_writer
from mnemoscope_shared.wording import counted, type_name
from mnemoscope_shared.writer_names import writer_name

MANY, FEW, LARGEST_SHARE = 25, 3, 0.2
"""More objects than the first number are much, and of at least the second more than that share of all."""

GATHER_MS = 10_000
"""Deletions with less time than that between them count together: some programs delete one by one."""

TELL_MS = 1_000
"""So long after a deletion the banner comes or counts anew: a program may put it back at once."""

_MOST_LISTED = 2_000


@dataclass(frozen=True, slots=True)
class _Culprit:
    """Who wrote the file last, and whether it is there at all."""

    writer: Writer
    is_there: bool


class MassDeletion(QObject):
    """Watches what others delete.

    Attributes:
        banner: says what was deleted, and by whom, until a person answers.
        dialog: the list of what was deleted, or None.
    """

    def __init__(self, session: GraphSession, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.banner = Banner(theme, parent)
        self.dialog: PreviewDialog | None = None
        self._session = session
        self._parent = parent
        self._removed: dict[object, LineChange] = {}
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self._forget)
        self._soon = QTimer(self, singleShot=True, interval=TELL_MS)
        self._soon.timeout.connect(self._tell_if_much)
        session.changed.connect(self._follow)

    def _follow(self, _: Snapshot, change: Change, origin: str) -> None:
        if origin == "open":
            return
        before = len(self._removed)
        for one in change:
            self._note(one, is_outside=origin == "outside")
        if len(self._removed) > before:
            self._gather.start()
            if not self._soon.isActive():
                self._soon.start()
        elif self.banner.isVisibleTo(self._parent) and not self._removed:
            self.banner.clear()

    def _note(self, change: LineChange, *, is_outside: bool) -> None:
        if change.after is not None:
            self._removed.pop(_key(change.after), None)
        elif is_outside and change.before is not None and change.before.record is not None:
            self._removed[_key(change.before)] = change

    def _tell_if_much(self) -> None:
        if self._is_much():
            self._session.worker.run(self._find_culprit, self._tell, self._tell_nothing)

    def _is_much(self) -> bool:
        removed, snapshot = len(self._removed), self._session.snapshot
        at_first = len(snapshot.entities) + len(snapshot.relations) + removed
        return removed > MANY or (removed >= FEW and removed > LARGEST_SHARE * at_first)

    def _forget(self) -> None:
        """What was little by itself does not add up with what comes later."""
        if not self.banner.isVisibleTo(self._parent):
            self._removed = {}

    def _find_culprit(self) -> _Culprit:
        """Asked on the worker's thread."""
        return _Culprit(last_writer(self._session.path), self._session.path.exists())

    def _tell(self, culprit: _Culprit) -> None:
        if not self._removed:
            return
        sentence = self._sentence(culprit)
        answer = "Undo" if culprit.is_there else "Restore the last version"
        self.banner.show_text(
            sentence,
            {"Show…": lambda: self._list(sentence, answer), answer: self._put_back, "Dismiss": self._dismiss},
        )

    def _tell_nothing(self, _: MnemoscopeError) -> None:
        """Of a memory that cannot be read another banner tells."""

    def _sentence(self, culprit: _Culprit) -> str:
        gone = sum(one.part == "entities" for one in self._removed.values())
        left = len(self._session.snapshot.entities)
        what = f"{gone:,} of {counted(gone + left, 'entity', 'entities')}"
        if not gone:
            gone, left = len(self._removed), len(self._session.snapshot.relations)
            what = f"{gone:,} of {counted(gone + left, 'relation', 'relations')}"
        if not culprit.is_there:
            return f"The file {self._session.path.name} is gone. It held {what.partition(' of ')[2]}."
        who = writer_name(culprit.writer)
        return f"{who[:1].upper()}{who[1:]} deleted {what}."

    def _list(self, sentence: str, answer: str) -> None:
        lines = [_told(one.before) for one in self._removed.values() if one.before is not None]
        more = len(lines) - _MOST_LISTED
        if more > 0:
            lines = [*lines[:_MOST_LISTED], f"… and {more:,} more"]
        self.dialog = PreviewDialog(Preview("What was deleted", sentence, lines, answer), self._parent)
        self.dialog.accepted.connect(self._put_back)
        self.dialog.open()

    def _put_back(self) -> None:
        removed = tuple(self._removed.values())
        self._dismiss()
        if removed:
            self._session.put_back(removed)

    def _dismiss(self) -> None:
        self._removed = {}
        self.banner.clear()


def _key(line: Line) -> object:
    return line.record.key if line.record is not None else line


def _told(line: Line) -> str:
    record = line.record
    if isinstance(record, Entity):
        facts = counted(len(record.observations), "observation", "observations")
        return f"{record.name} ({type_name(record.entity_type)}), {facts}"
    return f"{record.source} → {record.relation_type} → {record.target}" if record is not None else ""
