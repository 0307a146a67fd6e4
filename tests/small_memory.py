"""A memory of a few records, and what an edit makes of one."""

from pathlib import Path
from typing import Any

from mnemoscope_shared.edit import Edit
from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.jsonl import decode, encode_record

ANN, BEN = Entity("Ann", "person", ("tea", "tea", "chess")), Entity("Ben", "person", ())
KNOWS, LOOP, DANGLING = (
    Relation("Ann", "Ben", "knows"),
    Relation("Ann", "Ann", "is"),
    Relation("Ann", "Cy", "met"),
)
GRAPH = [ANN, BEN, KNOWS, LOOP, DANGLING]


def memory_of(*records: Record) -> Snapshot:
    """Return the memory that holds some records."""
    return decode(b"\n".join(map(encode_record, records)), Path("memory.jsonl"))


def applied(edit: Edit[Any], records: list[Record]) -> tuple[list[Record], Any]:
    """Return the records after an edit, read anew from the bytes, and its answer."""
    snapshot = memory_of(*records)
    outcome = edit.apply(snapshot)
    following = decode(snapshot.after(outcome.change).to_bytes(), Path("memory.jsonl"))
    return [*following.entities, *following.relations], outcome.result
