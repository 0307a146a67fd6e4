"""Entities and relations as JSON documents of other programs spell them, and the memory's lines for them.

A value that can stay is taken over as it is spelled, and what the format does not know follows the standard
fields; so nothing is lost.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from mnemoscope_shared.model import Relation
from mnemoscope_shared.store.foreign import FIELDS, decoder, read_members
from mnemoscope_shared.store.json_text import spare_key
from mnemoscope_shared.store.jsonl import encode_json

_NAME_KEYS = ("name", "label", "id", "key")
_TYPE_KEYS = ("entityType", "entity_type", "type")
_VERB_KEYS = ("relationType", "relation", "relation_type", "type", "label", "key")
_OBJECT_END_KEYS = ("id", "name", "key")


class EntityNames:
    """The names that the nodes of a document get, so that its edges can be written with them.

    Attributes:
        by_id: from the identifier of a node, a text or a number, to its name.
        in_order: the names in the order of the nodes: edges of old documents count them from 0.
    """

    def __init__(self) -> None:
        self.by_id: dict[Any, str] = {}
        self.in_order: list[str] = []

    def add(self, node: Mapping[str, Any], name: str) -> None:
        """Note the name of the next node, by each of its identifiers."""
        self.in_order.append(name)
        for identifier in (node.get(key) for key in _OBJECT_END_KEYS):
            if isinstance(identifier, str | int | float):
                self.by_id.setdefault(identifier, name)

    def of_end(self, end: Any) -> str | None:
        """Return the name at the end of an edge, given as a name, an identifier, a number or a node."""
        if isinstance(end, dict):
            end = next((end[key] for key in _OBJECT_END_KEYS if key in end), None)
        if end is None or isinstance(end, dict | list):
            return None
        if end in self.by_id:
            return self.by_id[end]
        if isinstance(end, int) and 0 <= end < len(self.in_order):
            return self.in_order[end]
        return end if isinstance(end, str) else encode_json(end).decode()


def entity_line(
    text: str, names: EntityNames, *, ambiguous: Iterable[str] = (), key: str = ""
) -> bytes | None:
    """Return the line of an entity, or None for an object without a name.

    Args:
        text: the object, compact.
        names: gets its name.
        ambiguous: labels that are no names, since several nodes have them.
        key: where the object was in an object of objects: its identifier, and its name if it has none.
    """
    value = decoder.decode(text)
    fields = read_members(text)
    name = _name_of(value, ambiguous, key)
    if name is None:
        return None
    names.add({"id": key or None} | value, name)
    if key not in ("", name):
        fields.setdefault("id", _spell(key))
    for spelled in _NAME_KEYS:
        if value.get(spelled) == name:
            del fields[spelled]
            break
    kind = _first_text(value, _TYPE_KEYS, besides="entity")
    entity_type = _text_or_empty(fields.pop(kind or "entityType", "null"))
    standard = {
        "type": '"entity"',
        "name": _spell(name),
        "entityType": entity_type,
        "observations": _observations(value, fields),
    }
    return _line(standard, fields, value)


def relation_line(text: str, names: EntityNames) -> bytes | None:
    """Return the line of a relation, or None for an object without two ends."""
    value = decoder.decode(text)
    fields = read_members(text)
    standard = {"type": '"relation"'}
    for standard_key in ("from", "to"):
        spelled = next((key for key in FIELDS[Relation][standard_key] if key in value), None)
        name = names.of_end(value[spelled]) if spelled is not None else None
        if spelled is None or name is None:
            return None
        if not isinstance(value[spelled], dict):
            del fields[spelled]
        standard[standard_key] = _spell(name)
    verb = _first_text(value, _VERB_KEYS, besides="relation")
    standard["relationType"] = _text_or_empty(fields.pop(verb or "relationType", "null"))
    return _line(standard, fields, value)


def converted_line(key: str, text: str) -> bytes:
    """Return the line of a compact value that is no part of the graph, named by its place in the document."""
    return f'{{"type":"_converted","key":{_spell(key)},"value":{text}}}'.encode()


def _name_of(value: dict[str, Any], ambiguous: Iterable[str], key: str) -> str | None:
    for spelled in _NAME_KEYS:
        name = value.get(spelled)
        if isinstance(name, str) and not (spelled == "label" and name in ambiguous):
            return name
        if isinstance(name, int | float) and spelled == "id" and not key:
            return encode_json(name).decode()
    return key or None


def _observations(value: dict[str, Any], fields: dict[str, str]) -> str:
    spelled = fields.pop("observations", "null")
    observations = value.get("observations")
    if observations is None:
        return "[]"
    return f"[{spelled}]" if isinstance(observations, str) else spelled


def _text_or_empty(spelled: str) -> str:
    return '""' if spelled == "null" else spelled


def _first_text(value: dict[str, Any], keys: Iterable[str], *, besides: str) -> str | None:
    """Return the first key with a text; in `type` the name of the kind does not count."""
    for key in keys:
        if isinstance(value.get(key), str) and not (key == "type" and value[key] == besides):
            return key
    return None


def _line(standard: dict[str, str], fields: dict[str, str], value: dict[str, Any]) -> bytes:
    kind = decoder.decode(standard["type"])
    for key in ("type", "_type"):
        if value.get(key) == kind:
            fields.pop(key, None)
    # A field of another meaning that has a standard name makes room and stays.
    clashing = {key: fields.pop(key) for key in standard if key in fields}
    for key, spelled in clashing.items():
        fields[spare_key(f"_{key}", fields)] = spelled
    members = (f"{_spell(key)}:{spelled}" for key, spelled in (standard | fields).items())
    return f"{{{','.join(members)}}}".encode()


def _spell(text: str) -> str:
    return encode_json(text).decode()
