"""Keeps the drafts of a window: in memory at each keystroke, on the disk at most once a second."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.inspector.drafts import (
    DraftKey,
    DraftsByName,
    DraftStore,
    FieldDraft,
    FieldName,
    draft_key,
)
from mnemoscope_gui.session import GraphSession
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.model import Change, Entity

WRITE_MS = 1_000
"""Between two writes of the file lies at least so long."""


class DraftKeeper(QObject):
    """The drafts about the entities of one memory; they follow an entity to its new name.

    A draft that was committed is kept until its edit is on the disk, so that a refused edit loses nothing.

    Signals:
        moved: the old and the new name of an entity that took its drafts along.
        recalled: drafts of earlier have been read, or an edit was refused and its draft is one again.
    """

    recalled = Signal()
    moved = Signal(object, object)

    def __init__(
        self, session: GraphSession, store: DraftStore | None, parent: QObject | None = None
    ) -> None:
        """Keep drafts in a store; without one they live as long as the window."""
        super().__init__(parent)
        self._session = session
        self._store = store
        self._drafts: DraftsByName = {}
        self._committed: set[tuple[str, DraftKey]] = set()
        self._timer = QTimer(self, singleShot=True, interval=WRITE_MS)
        self._timer.timeout.connect(self._write)
        session.changed.connect(lambda _, change, __: self._follow(change))
        session.saved.connect(lambda _: self._forget_committed())
        session.refused.connect(lambda *_: self._give_back())

    def begin(self) -> None:
        """Bring back what was typed in earlier windows."""
        store, path = self._store, self._session.path
        if store is not None:
            self._session.worker.run(lambda: store.recall(path), self._take, _pass_over)

    def finish(self) -> None:
        """Write what is not written yet; to be called before the session closes."""
        if self._timer.isActive():
            self._timer.stop()
            self._write()

    def of(self, name: str) -> list[FieldDraft]:
        """Return what is typed about an entity and not committed."""
        drafts = self._drafts.get(name, {})
        return [draft for key, draft in drafts.items() if (name, key) not in self._committed]

    def names(self) -> list[str]:
        """Return the names of the entities about which something is typed."""
        return [name for name in self._drafts if self.of(name)]

    def note(self, name: str, field: FieldName, base: str, text: str) -> None:
        """Take down what is typed; `base` counts when the typing begins."""
        drafts, key = self._drafts.setdefault(name, {}), draft_key(field, base)
        if (name, key) in self._committed:
            self._committed.discard((name, key))
            drafts.pop(key, None)
        begun = drafts.get(key)
        drafts[key] = FieldDraft(field, begun.base if begun is not None else base, text)
        self._begin_to_write()

    def rebase(self, name: str, draft: FieldDraft, base: str) -> None:
        """Let what is typed stand against what the memory has now."""
        self.drop(name, draft.key)
        self.note(name, draft.field, base, draft.text)

    def commit(self, name: str, key: DraftKey) -> None:
        """Remember that an edit with this text is on its way."""
        if key in self._drafts.get(name, {}):
            self._committed.add((name, key))

    def drop(self, name: str, key: DraftKey) -> None:
        """Forget what was typed."""
        drafts = self._drafts.get(name, {})
        if (name, key) not in self._committed and drafts.pop(key, None) is not None:
            if not drafts:
                del self._drafts[name]
            self._begin_to_write()

    def drop_all(self, name: str) -> None:
        """Forget everything that was typed about an entity."""
        for draft in self.of(name):
            self.drop(name, draft.key)

    def _take(self, drafts: DraftsByName) -> None:
        for name, recalled in drafts.items():
            self._drafts[name] = recalled | self._drafts.get(name, {})
        if drafts:
            self.recalled.emit()

    def _follow(self, change: Change) -> None:
        if not self._drafts:
            return
        for old, new in _renamed(change):
            if old in self._drafts:
                self._drafts[new] = self._drafts.get(new, {}) | self._drafts.pop(old)
                self._begin_to_write()
                self.moved.emit(old, new)
            self._committed = {(new if name == old else name, key) for name, key in self._committed}

    def _forget_committed(self) -> None:
        committed, self._committed = self._committed, set()
        for name, key in committed:
            self.drop(name, key)

    def _give_back(self) -> None:
        if self._committed:
            self._committed.clear()
            self.recalled.emit()

    def _begin_to_write(self) -> None:
        if self._store is not None and not self._timer.isActive():
            self._timer.start()

    def _write(self) -> None:
        store, path = self._store, self._session.path
        if store is not None:
            drafts = {name: list(drafts.values()) for name, drafts in self._drafts.items() if drafts}
            self._session.worker.run(lambda: _keep(store, path, drafts), _ignore, _pass_over)


def _keep(store: DraftStore, path: Path, drafts: dict[str, list[FieldDraft]]) -> None:
    """Where the folder cannot be written, drafts live as long as the window does."""
    with suppress(OSError):
        store.keep(path, drafts)


def _renamed(change: Change) -> Iterator[tuple[str, str]]:
    """Yield the old and the new names of entities.

    Others rename by writing: then an entity has gone, and one that is just like it has come.
    """
    gone: list[Entity] = []
    come: list[Entity] = []
    for one in change:
        before, after = one.before and one.before.record, one.after and one.after.record
        if isinstance(before, Entity) and isinstance(after, Entity):
            if before.name != after.name:
                yield before.name, after.name
        elif isinstance(before, Entity):
            gone.append(before)
        elif isinstance(after, Entity):
            come.append(after)
    for old in gone:
        alike = [new for new in come if _contents(new) == _contents(old)]
        if len(alike) == 1 and old.observations:
            yield old.name, alike[0].name


def _contents(entity: Entity) -> tuple[str, tuple[str, ...]]:
    return entity.entity_type, entity.observations


def _ignore(_: object) -> None:
    """It is written, or could not be; neither needs the person's attention."""


def _pass_over(_: MnemoscopeError) -> None:
    """Drafts that cannot be read trouble nobody."""
