"""The formats that a memory can be exported in. Pure: entities and relations to bytes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mnemoscope_gui.export.graph_formats import gexf, graphml
from mnemoscope_gui.export.text_formats import csv_of_entities, csv_of_relations, json_document, markdown
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.store.jsonl import encode_record

Writer = Callable[[Sequence[Entity], Sequence[Relation]], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        title: what it is, for people.
        suffix: what a file's name ends with.
        write: makes the content of the file.
        beside: makes that of a second file, and what its name has more than the first's; or None.
    """

    title: str
    suffix: str
    write: Writer
    beside: tuple[str, Writer] | None = None


def json_lines(entities: Sequence[Entity], relations: Sequence[Relation]) -> bytes:
    """Return a memory file."""
    lines = [*map(encode_record, entities), *map(encode_record, relations)]
    return b"".join(line + b"\n" for line in lines)


FORMATS = (
    Format("JSON Lines: another memory file", ".jsonl", json_lines),
    Format("JSON: one document", ".json", json_document),
    Format("Markdown: to read", ".md", markdown),
    Format(
        "CSV: entities, with the relations beside them",
        ".csv",
        csv_of_entities,
        ("-relations", csv_of_relations),
    ),
    Format("GraphML: yEd, Cytoscape, NetworkX", ".graphml", graphml),
    Format("GEXF: Gephi", ".gexf", gexf),
)
