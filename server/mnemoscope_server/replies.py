"""What a tool call is answered with: a text for the model, the same as an object for programs, a note."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import mcp_types as types
import msgspec

from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.search import Subgraph

_lone_surrogate = re.compile("[\ud800-\udfff]")


def reply(text: str, structured: dict[str, Any], note: str | None = None) -> types.CallToolResult:
    """Return the result of a successful call; a note is a second text and no part of the object."""
    texts = [text] if note is None else [text, note]
    return types.CallToolResult(content=_contents(texts), structured_content=structured)


def error_reply(message: str) -> types.CallToolResult:
    """Return the result of a call that failed: the message alone."""
    return types.CallToolResult(content=_contents([message]), is_error=True)


def created_entities_reply(
    created: Iterable[Entity], skipped: Sequence[str], note: str | None
) -> types.CallToolResult:
    """Return the reply to create_entities; `skipped` appears only where a name was."""
    objects = [entity_object(entity) for entity in created]
    names = {"skipped": list(skipped)} if skipped else {}
    return reply(pretty(objects), {"entities": objects} | names, note)


def created_relations_reply(created: Iterable[Relation], note: str | None) -> types.CallToolResult:
    """Return the reply to create_relations."""
    objects = [relation_object(relation) for relation in created]
    return reply(pretty(objects), {"relations": objects}, note)


def added_observations_reply(added: Iterable[EntityObservations]) -> types.CallToolResult:
    """Return the reply to add_observations."""
    objects = [
        {"entityName": item.entity_name, "addedObservations": list(item.observations)} for item in added
    ]
    return reply(pretty(objects), {"results": objects})


def deleted_reply(what: str, note: str | None) -> types.CallToolResult:
    """Return the reply to a deletion; `what` is the kind of thing, as in “Entities”."""
    message = f"{what} deleted successfully"
    return reply(message, {"success": True, "message": message}, note)


def graph_reply(graph: Subgraph, note: str | None = None) -> types.CallToolResult:
    """Return the reply to a tool that reads."""
    objects = graph_object(graph)
    return reply(pretty(objects), objects, note)


def graph_object(graph: Subgraph) -> dict[str, Any]:
    """Return entities and relations as clients see them."""
    return {
        "entities": [entity_object(entity) for entity in graph.entities],
        "relations": [relation_object(relation) for relation in graph.relations],
    }


def entity_object(entity: Entity) -> dict[str, Any]:
    """Return an entity as clients see it: no `type`, no fields of other programs."""
    return {
        "name": entity.name,
        "entityType": entity.entity_type,
        "observations": list(entity.observations),
    }


def relation_object(relation: Relation) -> dict[str, Any]:
    """Return a relation as clients see it."""
    return {"from": relation.source, "to": relation.target, "relationType": relation.relation_type}


def pretty(value: object) -> str:
    """Return JSON as JavaScript's `JSON.stringify(value, null, 2)` prints it."""
    try:
        return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    except UnicodeEncodeError:
        return escape_surrogates(json.dumps(value, ensure_ascii=False, indent=2))


def escape_surrogates(text: str) -> str:
    """Return a text with lone surrogates, which no UTF-8 can hold, as their JSON escapes."""
    return _lone_surrogate.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _contents(texts: Iterable[str]) -> list[types.ContentBlock]:
    return [types.TextContent(text=escape_surrogates(text)) for text in texts]
