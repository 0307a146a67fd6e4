"""Telling a person that others have deleted much of the memory, with a way to bring it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.banner import Banner
from mnemoscope_gui.mending import Preview, PreviewDialog
from mnemoscope_gui.session import GraphSession
from mnemoscope_gui.theme import Theme
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.losses import Losses, Lost, missing
from mnemoscope_shared.model import Change, Entity, Record
from mnemoscope_shared.snapshot import EMPTY, Snapshot
from mnemoscope_shared.store.catch_up import OUTSIDE
from mnemoscope_shared.store.put_back import PutBack
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
class _Found:
    """What is gone of all that stood in `base`, and whether the file is there."""

    base: Snapshot
    lost: Sequence[Lost]
    is_there: bool

    @property
    def is_much(self) -> bool:
        share = LARGEST_SHARE * (len(self.base.entities) + len(self.base.relations))
        return len(self.lost) > MANY or (len(self.lost) >= FEW and len(self.lost) > share)


class MassDeletion(QObject):
    """Watches what others delete.

    Attributes:
        banner: says what was deleted, and by whom, until a person answers or it is there again.
        dialog: the list of what was deleted, the last one that was opened.
    """

    def __init__(self, session: GraphSession, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.banner = Banner(theme, parent)
        self.dialog: PreviewDialog | None = None
        self._session = session
        self._parent = parent
        self._before = EMPTY
        self._who = OUTSIDE.who
        self._losses: Losses | None = None
        self._unread: list[tuple[Snapshot, Change]] = []
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self._forget)
        self._soon = QTimer(self, singleShot=True, interval=TELL_MS)
        self._soon.timeout.connect(self._look)
        session.changed.connect(self._follow)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing was deleted that is yet to be looked at."""
        return not (self._soon.isActive() or self._unread or self._session.worker.is_busy)

    @property
    def _is_told(self) -> bool:
        return self.banner.isVisibleTo(self._parent)

    def _follow(self, snapshot: Snapshot, change: Change, origin: str) -> None:
        if origin == "outside" and any(one.after is None for one in change):
            self._losses = self._losses or Losses(self._before)
            self._unread.append((self._before, change))
            self._who = self._session.outside_writer
            self._gather.start()
        if self._losses is not None and not self._soon.isActive():
            self._soon.start()
        self._before = snapshot

    def _look(self) -> None:
        losses, unread = self._losses, self._unread
        if losses is None:
            return
        self._unread = []
        now, path = self._session.snapshot, self._session.path

        def find() -> _Found:
            for before, change in unread:
                losses.note(before, change)
            return _Found(losses.base, missing(losses.lost, now), path.exists())

        self._session.worker.run(find, lambda found: self._tell(losses, found), self._leave)

    def _leave(self, _: MnemoscopeError) -> None:
        """Of a memory that cannot be read another banner tells."""

    def _tell(self, losses: Losses, found: _Found) -> None:
        if losses is not self._losses:
            return  # The person has answered meanwhile.
        if not found.lost and self._is_told:
            self._dismiss()
        elif found.is_much or (self._is_told and found.lost):
            sentence = self._sentence(found)
            answer = "Undo" if found.is_there else "Restore the last version"
            actions = {
                "Show…": lambda: self._list(sentence, answer, found),
                answer: lambda: self._put_back(found),
                "Dismiss": self._dismiss,
            }
            self.banner.show_text(sentence, actions)
        elif not self._gather.isActive():
            self._dismiss()

    def _forget(self) -> None:
        """What was little by itself does not add up with what comes later."""
        if not self._is_told:
            self._look()

    def _sentence(self, found: _Found) -> str:
        entities = sum(one.part == "entities" for one in found.lost)
        base = found.base
        if not found.is_there:
            held = counted(len(base.entities), "entity", "entities")
            return f"The file {self._session.path.name} is gone. It held {held}."
        who = writer_name(self._who)
        subject = f"{who[:1].upper()}{who[1:]} deleted"
        if entities:
            return f"{subject} {entities:,} of {counted(len(base.entities), 'entity', 'entities')}."
        return f"{subject} {len(found.lost):,} of {counted(len(base.relations), 'relation', 'relations')}."

    def _list(self, sentence: str, answer: str, found: _Found) -> None:
        lines = [_told(one.record) for one in found.lost[:_MOST_LISTED]]
        more = len(found.lost) - _MOST_LISTED
        if more > 0:
            lines.append(f"… and {more:,} more")
        preview = Preview("What was deleted", sentence, lines, answer)
        self.dialog = PreviewDialog(preview, self._parent)
        self.dialog.accepted.connect(lambda: self._put_back(found))
        self.dialog.open()

    def _put_back(self, found: _Found) -> None:
        self._dismiss()
        self._session.apply(PutBack(found.base, found.lost), inserts=True)

    def _dismiss(self) -> None:
        self._losses = None
        self._unread = []
        self.banner.clear()


def _told(record: Record) -> str:
    if isinstance(record, Entity):
        facts = counted(len(record.observations), "observation", "observations")
        return f"{record.name} ({type_name(record.entity_type)}), {facts}"
    return f"{record.source} → {record.relation_type} → {record.target}"
