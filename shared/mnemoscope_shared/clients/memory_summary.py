"""Telling whether a file is a memory, and how much is in it, without opening it for good."""

from dataclasses import dataclass
from pathlib import Path

from mnemoscope_shared.errors import CorruptLine, NotConvertible, NotJsonLines, StoreError
from mnemoscope_shared.store.check import check
from mnemoscope_shared.store.convert import plan_conversion
from mnemoscope_shared.store.file_state import read_file
from mnemoscope_shared.store.jsonl import decode

_HISTORY_ENDING = ".history.jsonl"
# Of a file that nobody has configured, so much is looked at first, and then no more than the other.
_BEGINNING_BYTES = 1 << 16
LARGEST_BYTES = 64 << 20
_DAMAGED = "Some of its lines cannot be read. Open it to see them, and to have it mended."
_DOCUMENT = "It is a JSON document. Open it to see what it would be as a memory file."


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """What a memory file holds.

    Attributes:
        entities, relations: how many there are.
        size: in bytes.
        modified: when it was last written, in seconds since 1970.
        warning: what keeps it from being used as it is, a sentence; empty for nothing.
    """

    entities: int
    relations: int
    size: int
    modified: float
    warning: str = ""


def summarize_memory(path: Path) -> MemorySummary | None:
    """Return what is in a file, which may be nothing; None where it is no memory or cannot be read."""
    try:
        state = read_file(path)
    except StoreError:
        return None
    if state.signature is None or path.name.endswith(_HISTORY_ENDING):
        return None
    counts = _counts(state.data, path) if state.data else (0, 0, "")
    if counts is None:
        return None
    entities, relations, warning = counts
    return MemorySummary(entities, relations, len(state.data), state.signature.modified_ns / 1e9, warning)


def looks_like_memory(path: Path) -> bool:
    """Return whether a file is worth reading: of a reasonable size, and its beginning a memory's.

    Of a JSON document the beginning says little; all that it has to have is the word.
    """
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_BYTES:
            return False
        with path.open("rb") as file:
            beginning = file.read(_BEGINNING_BYTES)
    except OSError:
        return False
    if path.suffix.lower() == ".json" and b'"entit' in beginning:
        return True
    whole_lines = beginning[: beginning.rfind(b"\n") + 1] if len(beginning) == _BEGINNING_BYTES else beginning
    return _counts(whole_lines, path) is not None


_Counts = tuple[int, int, str]


def _counts(data: bytes, path: Path) -> _Counts | None:
    """Return entities, relations and a warning; None unless entities are there and strange lines are few."""
    try:
        snapshot = decode(data, path)
    except NotJsonLines:
        return _counts_of_document(data, path)
    except CorruptLine:
        report = check(data)
        strange = report.others + report.unreadable
        return _plausible(report.entities, report.relations, strange, _DAMAGED)
    entities, relations = len(snapshot.entities), len(snapshot.relations)
    lines = len(snapshot.entity_lines) + len(snapshot.relation_lines)
    return _plausible(entities, relations, lines - entities - relations, "")


def _counts_of_document(data: bytes, path: Path) -> _Counts | None:
    try:
        plan = plan_conversion(data, path)
    except (NotConvertible, NotJsonLines, CorruptLine):
        return None
    return _plausible(plan.entities, plan.relations, plan.others, _DOCUMENT) if plan is not None else None


def _plausible(entities: int, relations: int, strange: int, warning: str) -> _Counts | None:
    return (entities, relations, warning) if entities and strange <= entities + relations else None
