"""Entities and relations as text, for the clipboard and for dropping: what is copied, and what is pasted."""

import re
from collections.abc import Iterable
from json import JSONDecodeError
from pathlib import Path
from typing import NamedTuple

from mnemoscope_shared.errors import CorruptLine, NotConvertible, TextTooLong, UnreadableText
from mnemoscope_shared.model import Entity, Line, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.convert import plan_conversion
from mnemoscope_shared.store.encoding import as_utf_8
from mnemoscope_shared.store.json_text import split_values
from mnemoscope_shared.store.jsonl import decode

LONGEST_TEXT = 10_000_000  # characters
# An object with a member, or an array of such: what everything that is read here begins with.
_BEGINNING = re.compile(r'\s*+(?:\[\s*+)?+\{\s*+"')
_TEXT = Path("the text")


class Records(NamedTuple):
    """Entities and relations without a memory, as `ImportRecords` takes them."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]


def json_lines_of(snapshot: Snapshot, names: Iterable[str]) -> str:
    """Return the lines of some entities and of the relations among them, as they are in the file.

    Fields of other programs are among it; every line ends with a newline.
    """
    names = set(names)
    lines = [*snapshot.entity_lines_named(names), *_lines_among(snapshot, names)]
    return "".join(line.raw.decode().removesuffix("\r") + "\n" for line in lines)


def text_of(snapshot: Snapshot, names: Iterable[str]) -> str:
    r"""Return some entities and the relations among them as a text to read.

    An entity is a paragraph: `Ann (person)`, then a line for each observation, `- likes tea`, and for each
    relation from it, `→ knows: Ben`.
    """
    names = set(names)
    relations: dict[str, list[Relation]] = {}
    for line in _lines_among(snapshot, names):
        if isinstance(line.record, Relation):
            relations.setdefault(line.record.source, []).append(line.record)
    records = (line.record for line in snapshot.entity_lines_named(names))
    entities = [record for record in records if isinstance(record, Entity)]
    # Of two entities with one name, the first is the one that relations mean.
    return "\n".join(_paragraph(entity, relations.pop(entity.name, ())) for entity in entities)


def records_from_text(text: str) -> Records | None:
    """Return the entities and relations in a text; None for a text of any other kind.

    Understood are lines of a memory file, the reply of a memory server to `read_graph`, and what else can be
    converted into a memory file; see `plan_conversion`. Half characters are kept.

    Raises:
        TextTooLong: it has more than `LONGEST_TEXT` characters.
        UnreadableText: it begins as one of these, and is cut off, nested too deeply or not valid JSON; or
            it holds NUL, which no text does.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(len(text), LONGEST_TEXT)
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        before = text[: text.index("\0")]
        column = len(before) - before.rfind("\n")
        raise UnreadableText(before.count("\n") + 1, column, "holds a NUL character")
    if not _BEGINNING.match(text):
        return None
    try:
        return _records(as_utf_8(text))
    except CorruptLine as error:
        raise _unreadable(text, error) from None
    except NotConvertible:
        return None


def _records(data: bytes) -> Records | None:
    plan = plan_conversion(data, _TEXT)
    snapshot = decode(data if plan is None else plan.data, _TEXT)
    if plan is None and not (snapshot.entities or snapshot.relations):
        return None
    return Records(snapshot.entities, snapshot.relations)


def _unreadable(text: str, error: CorruptLine) -> UnreadableText:
    """Return where the fault is; of a document that spans lines it is in another line than the first."""
    if not error.readable:
        try:
            split_values(text)
        except JSONDecodeError as fault:
            is_cut_off = fault.pos >= len(text.rstrip()) or fault.msg.startswith("Unterminated")
            why = "cut off" if is_cut_off else fault.msg[0].lower() + fault.msg[1:]
            return UnreadableText(fault.lineno, fault.colno, f"is not valid JSON ({why})")
        except (ValueError, RecursionError):
            pass  # it is said well enough
    return UnreadableText(error.line, error.column, error.why)


def _lines_among(snapshot: Snapshot, names: set[str]) -> list[Line]:
    return [
        line
        for line in snapshot.relation_lines_at(names)
        if isinstance(line.record, Relation) and {line.record.source, line.record.target} <= names
    ]


def _paragraph(entity: Entity, relations: Iterable[Relation]) -> str:
    kind = f" ({_on_one_line(entity.entity_type)})" if entity.entity_type else ""
    lines = [f"{_on_one_line(entity.name)}{kind}"]
    lines += ["- " + "\n  ".join(text.splitlines()) for text in entity.observations]
    for relation in relations:
        verb = f"{relation.relation_type}: " if relation.relation_type else ""
        lines.append(f"→ {_on_one_line(verb + relation.target)}")
    return "".join(f"{line}\n" for line in lines)


def _on_one_line(text: str) -> str:
    return " ".join(text.splitlines())
