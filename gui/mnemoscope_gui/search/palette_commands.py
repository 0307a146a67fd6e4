"""The commands of the palette: which of the window's actions fit what is typed. Pure but for the actions."""

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QAction, QKeySequence

from mnemoscope_gui.actions import action_title
from mnemoscope_gui.search.hit_list import ListRow
from mnemoscope_gui.search.snippet import Place, Snippet
from mnemoscope_shared.folding import fold


def matching_actions(actions: Iterable[QAction], query: str) -> list[ListRow]:
    """Return a row for each action that can be done now and whose title has all words of a query.

    Those whose words begin as the query's do come first.
    """
    words = fold(query).split()
    found = []
    for action in actions:
        title = action_title(action)
        places = _places(fold(title), words) if action.isEnabled() and title else None
        if places is not None:
            is_beginning = all(start == 0 or not fold(title)[start - 1].isalnum() for start, _ in places)
            found.append((not is_beginning, len(title), _row(action, title, places)))
    return [row for _, _, row in sorted(found, key=lambda one: one[:2])]


def _row(action: QAction, title: str, places: Sequence[Place]) -> ListRow:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    shown = tuple(places) if len(fold(title)) == len(title) else ()
    return ListRow(Snippet(title, shown), Snippet(""), keys, action)


def _places(title: str, words: Sequence[str]) -> list[Place] | None:
    """Where each word stands, best at the beginning of a word; None where one is missing."""
    places = []
    for word in words:
        start = title.find(word) if title.startswith(word) else title.find(f" {word}") + 1
        if start == 0 and not title.startswith(word):
            start = title.find(word)
        if start < 0:
            return None
        places.append((start, start + len(word)))
    return sorted(set(places))
