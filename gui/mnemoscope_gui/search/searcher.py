"""Searching beside the window: queries are answered on a thread, and only the newest answer counts."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from mnemoscope_gui.worker import Worker
from mnemoscope_shared.errors import MnemoscopeError
from mnemoscope_shared.ranked_search import Hit, ranked_search
from mnemoscope_shared.snapshot import EMPTY, Snapshot

Taker = Callable[[Sequence[Hit]], None]


class Searcher(QObject):
    """Answers queries about the memory of one window.

    While a query is being answered, of those that come meanwhile only the last one is kept.

    Attributes:
        snapshot: what is searched.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.snapshot = EMPTY
        self._worker = Worker(self)
        self._is_asking = False
        self._next: tuple[str, int, Taker] | None = None

    def warm_up(self) -> None:
        """Make the index before the first query needs it; with a query in hand there is no need to."""
        if not self._is_asking:
            self.ask("", 1, lambda _: None)

    def ask(self, query: str, limit: int, take: Taker) -> None:
        """Hand at most `limit` hits to `take`, unless another query comes before."""
        self._next = (query, limit, take)
        if not self._is_asking:
            self._ask_next()

    def stop(self) -> None:
        """Answer nothing more; to be called before the window goes."""
        self._next = None
        self._worker.close(drops_queued=True)

    def _ask_next(self) -> None:
        if self._next is None:
            return
        (query, limit, take), self._next = self._next, None
        self._is_asking = True
        snapshot = self.snapshot
        self._worker.run(
            lambda: _answer(snapshot, query, limit), lambda hits: self._take(hits, take), self._fail
        )

    def _take(self, hits: Sequence[Hit], take: Taker) -> None:
        self._is_asking = False
        if self._next is None:
            take(hits)
        self._ask_next()

    def _fail(self, _: MnemoscopeError) -> None:
        """Searching raises no error of ours."""


def _answer(snapshot: Snapshot, query: str, limit: int) -> Sequence[Hit]:
    if not query.strip():
        # For the next query.
        _ = snapshot.ranked_index
        return ()
    return ranked_search(snapshot, query, limit)
