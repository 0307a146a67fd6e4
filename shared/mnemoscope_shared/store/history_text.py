"""Finding a text in the lines of a history and a memory, however it is spelled there."""

import re
from collections.abc import Iterator

from mnemoscope_shared.store.history_record import ChangeRecord, CheckpointRecord

_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_SURROGATE = re.compile("[\ud800-\udfff]")
# As it stands, decoded, and decoded again: an observation may itself hold JSON, and that JSON again.
_MOST_SPELLINGS = 5


def holds(text: str, wanted: str) -> bool:
    r"""Return whether a text holds another one, as it stands or in the spelling of JSON strings.

    A line of JSON holds what its strings say, whichever of `é` and `\u00e9` it uses; JSON within its strings
    is looked into as well.
    """
    return any(wanted in spelling for spelling in _spellings(text))


def tells_of(record: ChangeRecord | CheckpointRecord, wanted: str) -> bool:
    """Return whether a record holds a text in a line, its label, its note or the name of who wrote."""
    return any(holds(text, wanted) for text in _texts(record))


def _texts(record: ChangeRecord | CheckpointRecord) -> Iterator[str]:
    if isinstance(record, CheckpointRecord):
        yield from record.entities
        yield from record.relations
        return
    yield from (record.label, record.note or "", record.episode or "", record.who.client, record.who.version)
    for change in record.changes:
        yield from (change.before or "", change.after or "")


def _spellings(text: str) -> Iterator[str]:
    for _ in range(_MOST_SPELLINGS):
        yield text
        if "\\" not in text:
            return
        decoded = _unescaped(text)
        if decoded == text:
            return
        text = decoded


def _unescaped(text: str) -> str:
    """Return a text with every escape of JSON replaced, wherever it stands."""
    text = _ESCAPE.sub(_character, text)
    if _SURROGATE.search(text):
        # Two halves, each escaped, are one character.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def _character(escape: re.Match[str]) -> str:
    if escape[1] is not None:
        return chr(int(escape[1], 16))
    return _CONTROLS.get(escape[2], escape[2])
