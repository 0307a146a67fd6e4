"""Reading records that other programs spelled in their own way."""

import json
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from mnemoscope_shared.model import Entity, Record, Relation

# The standard fields and under which names other programs write them, the standard name first.
FIELDS: dict[type, dict[str, tuple[str, ...]]] = {
    Entity: {"name": ("name",), "entityType": ("entityType",), "observations": ("observations",)},
    Relation: {
        "from": ("from", "from_entity", "source"),
        "to": ("to", "to_entity", "target"),
        "relationType": ("relationType", "relation", "type"),
    },
}
_ABSENT = object()


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _integer(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        return float(digits)  # more digits than Python converts, about 10 ** 4300: infinity


# Strict JSON, without the constants that Python's own decoder takes, and numbers of any size.
decoder = json.JSONDecoder(parse_constant=_no_constant, parse_int=_integer)


def read_record(text: str) -> Record | None:
    """Read one line; None stands for an object that is no part of the graph and is carried along.

    Raises:
        ValueError: the line is not one JSON object.
        RecursionError: it is nested too deeply.
    """
    value = decoder.decode(text.strip(" \t\r"))
    if not isinstance(value, dict):
        raise ValueError("not an object")
    kind = value.get("type", value.get("_type"))
    if kind == "entity" or (kind is None and "entityType" in value):
        return _entity(value)
    return _relation(value)


def read_members(text: str) -> dict[str, str]:
    """Return the members of a JSON object with their values as spelled; of a repeated key the last."""
    members: dict[str, str] = {}
    at = _skip(text, _skip(text, 0, " \t\r") + 1)
    while text[at] != "}":
        key, end = scanstring(text, at + 1, True)
        start = _skip(text, end, " \t\r:")
        _, end = decoder.raw_decode(text, start)
        members[key] = text[start:end]
        at = _skip(text, end)
    return members


def _skip(text: str, at: int, what: str = " \t\r,") -> int:
    while text[at] in what:
        at += 1
    return at


def _entity(value: dict[str, Any]) -> Entity | None:
    name = value.get("name")
    if not isinstance(name, str):
        return None
    return Entity(name, _text(value.get("entityType", "")), _observations(value.get("observations")))


def _relation(value: dict[str, Any]) -> Relation | None:
    names = FIELDS[Relation]
    source, target = _first(value, names["from"]), _first(value, names["to"])
    if not isinstance(source, str) or not isinstance(target, str):
        return None
    verb = _first(value, names["relationType"])
    standard = verb == "relation" and not any(name in value for name in names["relationType"][:2])
    return Relation(source, target, "" if verb is _ABSENT or standard else _text(verb))


def _first(value: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((value[name] for name in names if name in value), _ABSENT)


def _observations(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    items = value if isinstance(value, list) else [value]
    return tuple(_observation(item) for item in items)


def _observation(item: Any) -> str:
    if isinstance(item, dict):
        for key in ("text", "content"):
            if isinstance(item.get(key), str):
                return str(item[key])
    return _text(item)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
