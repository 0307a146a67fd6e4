"""What is noteworthy about a line that can be read: where its spelling is not the format's own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from mnemoscope_shared.model import Entity, Record, Relation
from mnemoscope_shared.store.foreign import FIELDS
from mnemoscope_shared.store.jsonl import encode_record

_LONGEST_QUOTE = 60
_FIRST_SURROGATE, _LAST_SURROGATE = "\ud800", "\udfff"


@dataclass(frozen=True, slots=True)
class Oddities:
    """What is noteworthy about one line.

    Attributes:
        remarks: pairs of a kind, equal for equal oddities, and a sentence.
        extra_fields: the names of fields that the format does not know.
    """

    remarks: list[tuple[str, str]] = field(default_factory=list)
    extra_fields: list[str] = field(default_factory=list)


def find_oddities(raw: bytes, record: Record | None) -> Oddities:
    """Return what is noteworthy about a line that was read as the given record."""
    if record is not None and encode_record(record) == raw:
        return Oddities(list(_half_characters(raw, record)))
    try:
        value, repeated = _parse(raw.decode())
    except RecursionError:
        return Oddities([("deep", "is nested very deeply")])
    remarks = [("repeated", f"has the field {quote(key)} twice; the last one counts") for key in repeated]
    if record is None:
        remarks.append(_other_object(value))
        return Oddities(remarks)
    remarks += _half_characters(raw, record)
    remarks += _kind(value)
    remarks += _entity(value) if isinstance(record, Entity) else _relation(value)
    return Oddities(remarks, _extra_fields(value, type(record)))


def quote(value: object) -> str:
    """Return a value of a line in quotation marks, shortened."""
    text = str(value)
    return f"“{text}”" if len(text) <= _LONGEST_QUOTE else f"“{text[: _LONGEST_QUOTE - 1]}…”"


def _parse(text: str) -> tuple[dict[str, Any], list[str]]:
    repeated: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for key, value in pairs:
            if key in members:
                repeated.append(key)
            members[key] = value
        return members

    return json.loads(text.strip(" \t\r"), object_pairs_hook=collect, parse_int=float), repeated


def _half_characters(raw: bytes, record: Record) -> Iterator[tuple[str, str]]:
    if b"\\u" in raw and _has_surrogate(msgspec.to_builtins(record)):
        yield "half a character", "holds half a character (a lone surrogate), kept as it is"


def _has_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return any(_FIRST_SURROGATE <= character <= _LAST_SURROGATE for character in value)
    values = value.values() if isinstance(value, dict) else value
    return any(map(_has_surrogate, values))


def _other_object(value: dict[str, Any]) -> tuple[str, str]:
    kind = value.get("type", value.get("_type"))
    if kind == "entity" or (kind is None and "entityType" in value):
        return "nameless", "is an entity without a name: no part of the graph, carried along"
    if kind == "relation":
        return "endless", "is a relation without two ends: no part of the graph, carried along"
    if kind is None:
        return "other object", "is neither an entity nor a relation: no part of the graph, carried along"
    return "other object", f"is of the type {quote(kind)}: no part of the graph, carried along"


def _kind(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "type" not in value and "_type" in value:
        yield "_type", "has “_type” for “type”"
    elif "type" not in value:
        yield "no type", "has no “type”; its other fields tell what it is"


def _entity(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "entityType" not in value:
        yield "no entityType", "has no “entityType”"
    elif not isinstance(value["entityType"], str):
        yield "odd entityType", "has an “entityType” that is no text; read as its JSON"
    observations = value.get("observations")
    if observations is None:
        yield "no observations", "has no “observations”"
    elif not isinstance(observations, list):
        yield "single observation", "has “observations” that are no array; read as one observation"
    elif not all(isinstance(one, str) for one in observations):
        yield "odd observations", "has observations that are no texts; read as their text or their JSON"


def _relation(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for standard, spelled in _used_fields(value).items():
        if spelled is None:
            yield f"no {standard}", f"has no “{standard}”"
        elif spelled != standard:
            yield f"{spelled} for {standard}", f"has “{spelled}” for “{standard}”"
    kind = value.get("type", "relation")
    if kind != "relation" and _used_fields(value)["relationType"] != "type":
        yield "odd type", f"has the type {quote(kind)}; its ends tell that it is a relation"


def _used_fields(value: dict[str, Any]) -> dict[str, str | None]:
    """Return under which name a relation has each standard field; `type` is the kind where it says so."""
    present = {key for key in value if key != "type" or value[key] != "relation"}
    names = FIELDS[Relation]
    return {standard: next((one for one in names[standard] if one in present), None) for standard in names}


def _extra_fields(value: dict[str, Any], kind: type[Record]) -> list[str]:
    known = {"type"} if "type" in value else {"_type"}
    if kind is Relation:
        known |= {spelled for spelled in _used_fields(value).values() if spelled is not None}
    else:
        known |= FIELDS[Entity].keys()
    return [key for key in value if key not in known]
