"""What clients are told about the tools: the reference server's names, texts, schemas and annotations."""

from typing import Any

import mcp_types as types

Schema = dict[str, Any]
Fields = dict[str, Schema]


def _text(description: str | None = None) -> Schema:
    return _described({"type": "string"}, description)


def _array(items: Schema, description: str | None = None) -> Schema:
    return _described({"type": "array", "items": items}, description)


def _described(schema: Schema, description: str | None) -> Schema:
    return schema | ({"description": description} if description else {})


def _input(fields: Fields) -> Schema:
    """Return the schema of an object that has these fields and may have others."""
    schema: Schema = {"type": "object", "properties": fields}
    return schema | ({"required": list(fields)} if fields else {})


def _output(fields: Fields, optional: Fields | None = None) -> Schema:
    """Return the schema of an object that has these fields and none but these and the optional ones."""
    properties = fields | (optional or {})
    return {
        "type": "object",
        "properties": properties,
        "required": list(fields),
        "additionalProperties": False,
    }


_ENTITY: Fields = {
    "name": _text("The name of the entity"),
    "entityType": _text("The type of the entity"),
    "observations": _array(_text(), "An array of observation contents associated with the entity"),
}
_RELATION: Fields = {
    "from": _text("The name of the entity where the relation starts"),
    "to": _text("The name of the entity where the relation ends"),
    "relationType": _text("The type of the relation"),
}
_ADDITION: Fields = {
    "entityName": _text("The name of the entity to add the observations to"),
    "contents": _array(_text(), "An array of observation contents to add"),
}
_ADDED: Fields = {"entityName": _text(), "addedObservations": _array(_text())}
_DELETION: Fields = {
    "entityName": _text("The name of the entity containing the observations"),
    "observations": _array(_text(), "An array of observations to delete"),
}
_QUERY = _text("The search query to match against entity names, types, and observation content")

_GRAPH = _output({"entities": _array(_output(_ENTITY)), "relations": _array(_output(_RELATION))})
_DELETED = _output({"success": {"type": "boolean"}, "message": _text()})

_READS = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_ADDS = types.ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
_DELETES = types.ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)


def _tool(
    name: str, description: str, inputs: Fields, output: Schema, annotations: types.ToolAnnotations
) -> types.Tool:
    return types.Tool(
        name=name,
        title=name.replace("_", " ").title(),
        description=description,
        input_schema=_input(inputs),
        output_schema=output,
        annotations=annotations,
    )


CREATE_ENTITIES = _tool(
    "create_entities",
    "Create multiple new entities in the knowledge graph",
    {"entities": _array(_input(_ENTITY))},
    # The reference forbids further fields; `skipped` is the one that its newest documentation adds.
    _output({"entities": _array(_output(_ENTITY))}, optional={"skipped": _array(_text())}),
    _ADDS,
)
CREATE_RELATIONS = _tool(
    "create_relations",
    "Create multiple new relations between entities in the knowledge graph. "
    "Relations should be in active voice",
    {"relations": _array(_input(_RELATION))},
    _output({"relations": _array(_output(_RELATION))}),
    _ADDS,
)
ADD_OBSERVATIONS = _tool(
    "add_observations",
    "Add new observations to existing entities in the knowledge graph",
    {"observations": _array(_input(_ADDITION))},
    _output({"results": _array(_output(_ADDED))}),
    _ADDS,
)
DELETE_ENTITIES = _tool(
    "delete_entities",
    "Delete multiple entities and their associated relations from the knowledge graph",
    {"entityNames": _array(_text(), "An array of entity names to delete")},
    _DELETED,
    _DELETES,
)
DELETE_OBSERVATIONS = _tool(
    "delete_observations",
    "Delete specific observations from entities in the knowledge graph",
    {"deletions": _array(_input(_DELETION))},
    _DELETED,
    _DELETES,
)
DELETE_RELATIONS = _tool(
    "delete_relations",
    "Delete multiple relations from the knowledge graph",
    {"relations": _array(_input(_RELATION), "An array of relations to delete")},
    _DELETED,
    _DELETES,
)
READ_GRAPH = _tool("read_graph", "Read the entire knowledge graph", {}, _GRAPH, _READS)
SEARCH_NODES = _tool(
    "search_nodes",
    "Search for nodes in the knowledge graph based on a query",
    {"query": _QUERY},
    _GRAPH,
    _READS,
)
OPEN_NODES = _tool(
    "open_nodes",
    "Open specific nodes in the knowledge graph by their names",
    {"names": _array(_text(), "An array of entity names to retrieve")},
    _GRAPH,
    _READS,
)
