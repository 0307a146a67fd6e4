"""Checking a memory file: what in it cannot be read, and what is noteworthy."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from mnemoscope_shared.errors import CorruptLine, NotJsonLines
from mnemoscope_shared.model import Entity, Record, Relation, RelationKey
from mnemoscope_shared.store.encoding import as_utf_8, read_utf_16
from mnemoscope_shared.store.jsonl import BYTE_ORDER_MARK, decode, decode_line
from mnemoscope_shared.store.malformed import find_fault
from mnemoscope_shared.store.oddities import find_oddities, quote

Remedy = Literal["repair", "convert"]
EXAMPLES = 3
_FIELD_EXAMPLES = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell about a line.

    Attributes:
        line: its number, from 1.
        text: what it is, as the rest of “line 3, column 1: …”.
        column: where in it, in characters from 1; None for the line as a whole.
    """

    line: int
    text: str
    column: int | None = None


@dataclass(slots=True)
class Findings:
    """The findings of one kind: the first few, and how many there are.

    Attributes:
        is_fault: whether they keep the file from being read.
    """

    is_fault: bool
    examples: list[Finding] = field(default_factory=list)
    count: int = 0

    def add(self, finding: Finding, limit: int = EXAMPLES) -> None:
        """Count a finding, and keep it if it is one of the first."""
        self.count += 1
        if len(self.examples) < limit:
            self.examples.append(finding)


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes:
        entities, relations, others, unreadable: how many lines of each there are.
        size: of the file in bytes.
        findings: faults first, then what is noteworthy, each kind where it occurs first.
        remedy: what makes the file usable; None where it is.
    """

    entities: int
    relations: int
    others: int
    unreadable: int
    size: int
    findings: tuple[Findings, ...]
    remedy: Remedy | None


def check(data: bytes) -> Report:
    """Check the bytes of a memory file, line by line."""
    utf_16 = read_utf_16(data)
    text = data.removeprefix(BYTE_ORDER_MARK) if utf_16 is None else as_utf_8(utf_16.text)
    if _is_document(text):
        fault = Finding(1, "begins a JSON document; a memory file has one JSON object on each line")
        return Report(0, 0, 0, 0, len(data), (Findings(True, [fault], 1),), "convert")
    checker = _Checker()
    if utf_16 is not None:
        checker.add_fault("UTF-16", Finding(1, "is UTF-16, not UTF-8, as is the whole file"))
    elif text != data:
        checker.note("mark", 1, "begins with a byte order mark; the next write leaves it out")
    checker.read(text)
    return checker.report(len(data))


def _is_document(data: bytes) -> bool:
    try:
        decode(data, Path())
    except NotJsonLines:
        return True
    except CorruptLine:
        return False
    return False


def kind_of_fault(why: str) -> str:
    """Return what is equal for equal faults: the reason but for what is quoted from the line."""
    return "not an object" if why.endswith("not an object") else why


class _Checker:
    """Goes through the lines once and remembers what later ones are compared with."""

    def __init__(self) -> None:
        self._unreadable = 0
        self._counts: dict[type, int] = {Entity: 0, Relation: 0, type(None): 0}
        self._findings: dict[str, Findings] = {}
        self._extra_fields: dict[str, tuple[int, int]] = {}
        self._names: dict[str, int] = {}
        self._relations: dict[RelationKey, int] = {}
        self._first_relation: int | None = None

    def read(self, data: bytes) -> None:
        """Go through all lines of a file without its byte order mark."""
        lines = data.split(b"\n")
        if lines[-1]:
            self.note("no newline", len(lines), "has no newline at its end; the next write adds it")
        else:
            lines.pop()
        for number, raw in enumerate(lines, start=1):
            self._read_line(number, raw)
        self._note_dangling()
        self._note_extra_fields()

    def report(self, size: int) -> Report:
        """Return what was found in a file of that size in bytes."""
        findings = sorted(self._findings.values(), key=lambda one: (not one.is_fault, one.examples[0].line))
        entities, relations, others = self._counts.values()
        remedy: Remedy | None = "repair" if any(one.is_fault for one in findings) else None
        return Report(entities, relations, others, self._unreadable, size, tuple(findings), remedy)

    def add_fault(self, kind: str, finding: Finding) -> None:
        """Note what keeps the file from being read."""
        self._findings.setdefault(kind, Findings(is_fault=True)).add(finding)

    def note(self, kind: str, number: int, text: str, *, limit: int = EXAMPLES) -> None:
        """Note what is odd about a line."""
        self._findings.setdefault(kind, Findings(is_fault=False)).add(Finding(number, text), limit)

    def _read_line(self, number: int, raw: bytes) -> None:
        if not raw.strip(b" \t\r"):
            self.note("blank", number, "is blank; the next write leaves it out")
            return
        try:
            record = decode_line(raw)
        except (ValueError, RecursionError):
            column, why = find_fault(raw)
            self._unreadable += 1
            self.add_fault(kind_of_fault(why), Finding(number, why, column))
            return
        self._counts[type(record)] += 1
        if raw.endswith(b"\r"):
            self.note("carriage return", number, "ends with a carriage return (Windows), kept as it is")
        self._note_oddities(number, raw.removesuffix(b"\r"), record)
        if isinstance(record, Entity):
            self._read_entity(number, record)
        elif isinstance(record, Relation):
            self._read_relation(number, record)

    def _read_entity(self, number: int, entity: Entity) -> None:
        first = self._names.setdefault(entity.name, number)
        if first != number:
            text = f"has the name {quote(entity.name)} of line {first} again; changes go to the first"
            self.note("repeated name", number, text)
        if self._first_relation is not None:
            text = (
                f"is an entity after the relation in line {self._first_relation}; the next write sorts them"
            )
            self.note("order", number, text)

    def _read_relation(self, number: int, relation: Relation) -> None:
        if self._first_relation is None:
            self._first_relation = number
        first = self._relations.setdefault(relation.key, number)
        if first != number:
            self.note("repeated relation", number, f"says the same as the relation in line {first}")

    def _note_oddities(self, number: int, raw: bytes, record: Record | None) -> None:
        oddities = find_oddities(raw, record)
        for kind, text in oddities.remarks:
            self.note(kind, number, text)
        for name in oddities.extra_fields:
            first, count = self._extra_fields.get(name, (number, 0))
            self._extra_fields[name] = (first, count + 1)

    def _note_dangling(self) -> None:
        for (source, target, _), number in self._relations.items():
            for end in dict.fromkeys((source, target)):
                if end not in self._names:
                    text = f"is a relation of {quote(end)}, and no entity has that name"
                    self.note("dangling", number, text)

    def _note_extra_fields(self) -> None:
        for name, (first, count) in self._extra_fields.items():
            more = f" (in {count:,} lines)" if count > 1 else ""
            text = f"has the extra field {quote(name)}, kept as it is{more}"
            self.note("extra field", first, text, limit=_FIELD_EXAMPLES)
