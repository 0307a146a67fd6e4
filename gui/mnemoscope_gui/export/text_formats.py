"""JSON, Markdown and CSV."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence

from mnemoscope_shared.model import Entity, Relation

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins so is a formula to a spreadsheet, and a formula may do harm."""


def json_document(entities: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return one object with both lists, as `read_graph` answers."""
    document = {
        "entities": [
            {"name": one.name, "entityType": one.entity_type, "observations": list(one.observations)}
            for one in entities
        ],
        "relations": [
            {"from": one.source, "to": one.target, "relationType": one.relation_type} for one in relations
        ],
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode(errors="surrogatepass")


def markdown(entities: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return a text with a chapter for each type and a heading for each entity."""
    outgoing: dict[str, list[Relation]] = {}
    for relation in relations:
        outgoing.setdefault(relation.source, []).append(relation)
    by_type: dict[str, list[Entity]] = {}
    for entity in entities:
        by_type.setdefault(entity.entity_type, []).append(entity)
    lines = ["# Memory", ""]
    for entity_type in sorted(by_type):
        lines += [f"## {_plain(entity_type) or 'Without a type'}", ""]
        for entity in by_type[entity_type]:
            lines += [f"### {_plain(entity.name)}", "", *_facts(entity, outgoing.get(entity.name, ()))]
    return "\n".join(lines).encode(errors="replace")


def csv_of_entities(entities: Sequence[Entity], _: Sequence[Relation]) -> bytes:
    """Return a row for each observation, and one for each entity without any."""
    rows = [
        (entity.name, entity.entity_type, text)
        for entity in entities
        for text in entity.observations or ("",)
    ]
    return _table(("name", "type", "observation"), rows)


def csv_of_relations(_: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return a row for each relation."""
    rows = [(one.source, one.relation_type, one.target) for one in relations]
    return _table(("from", "type", "to"), rows)


def _facts(entity: Entity, relations: Iterable[Relation]) -> list[str]:
    lines = [f"- {_plain(text)}" for text in entity.observations]
    lines += [f"- → {_plain(one.relation_type)}: {_plain(one.target)}" for one in relations]
    return [*lines, ""]


def _plain(text: str) -> str:
    """Return a text on one line in which nothing is a mark of Markdown."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as spreadsheets read it: UTF-8 with its mark, and no formulas."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(titles)
    writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")


def _no_formula(cell: str) -> str:
    cell = cell.replace("\0", "\ufffd")
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
