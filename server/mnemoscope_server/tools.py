"""The nine tools: what each reads from its arguments, does to the memory and answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

import mcp_types as types

from mnemoscope_server import arguments as read
from mnemoscope_server import definitions, notes, replies
from mnemoscope_server.arguments import Arguments
from mnemoscope_server.replies import Reply
from mnemoscope_server.strict_relations import CreateRelationsStrictly
from mnemoscope_shared.edit import Edit, Result
from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
)
from mnemoscope_shared.model import Relation
from mnemoscope_shared.search import Subgraph, open_entities, search
from mnemoscope_shared.snapshot import Snapshot
from mnemoscope_shared.store.memory_file import Applied


@dataclass(frozen=True, slots=True)
class Query:
    """A call that only reads, ready to be answered from a snapshot."""

    reply: Callable[[Snapshot], Reply]


@dataclass(frozen=True, slots=True)
class Mutation(Generic[Result]):
    """A call that changes the memory: the edit, and the reply once it was applied."""

    edit: Edit[Result]
    reply: Callable[[Applied[Result]], Reply]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what clients are told about it, and what makes a call of it from checked arguments."""

    definition: types.Tool
    prepare: Callable[[Arguments], Query | Mutation[Any]]


def toolset(*, strict_relations: bool = False, read_only: bool = False) -> dict[str, Tool]:
    """Return the tools by name, in the reference server's order.

    `strict_relations` lets create_relations fail where an end does not exist; `read_only` leaves only the
    tools that read.
    """
    create_relations = _create_relations_strictly if strict_relations else _create_relations
    writing = [
        Tool(definitions.CREATE_ENTITIES, _create_entities),
        Tool(definitions.CREATE_RELATIONS, create_relations),
        Tool(definitions.ADD_OBSERVATIONS, _add_observations),
        Tool(definitions.DELETE_ENTITIES, _delete_entities),
        Tool(definitions.DELETE_OBSERVATIONS, _delete_observations),
        Tool(definitions.DELETE_RELATIONS, _delete_relations),
    ]
    reading = [
        Tool(definitions.READ_GRAPH, _read_graph),
        Tool(definitions.SEARCH_NODES, _search_nodes),
        Tool(definitions.OPEN_NODES, _open_nodes),
    ]
    return {tool.definition.name: tool for tool in ([] if read_only else writing) + reading}


def whole_graph(snapshot: Snapshot) -> Subgraph:
    """Return everything that clients see of a memory."""
    return Subgraph(snapshot.entities, snapshot.relations)


def _create_entities(arguments: Arguments) -> Mutation[Any]:
    return Mutation(
        CreateEntities(read.entities(arguments, "entities")),
        lambda applied: replies.created_entities_reply(
            applied.result.created, applied.result.skipped, notes.skipped_note(applied.result.skipped)
        ),
    )


def _create_relations(arguments: Arguments) -> Mutation[tuple[Relation, ...]]:
    relations = read.relations(arguments, "relations")
    return Mutation(
        CreateRelations(relations),
        lambda applied: replies.created_relations_reply(
            applied.result, notes.missing_ends_note(relations, applied.snapshot)
        ),
    )


def _create_relations_strictly(arguments: Arguments) -> Mutation[tuple[Relation, ...]]:
    return Mutation(
        CreateRelationsStrictly(read.relations(arguments, "relations")),
        lambda applied: replies.created_relations_reply(applied.result, None),
    )


def _add_observations(arguments: Arguments) -> Mutation[Any]:
    return Mutation(
        AddObservations(read.entity_observations(arguments, "observations", "contents")),
        lambda applied: replies.added_observations_reply(applied.result),
    )


def _delete_entities(arguments: Arguments) -> Mutation[Any]:
    return Mutation(
        DeleteEntities(read.argument(arguments, "entityNames").texts()),
        lambda applied: replies.deleted_reply(
            "Entities", notes.missing_entities_note(applied.result, applied.snapshot)
        ),
    )


def _delete_observations(arguments: Arguments) -> Mutation[Any]:
    return Mutation(
        DeleteObservations(read.entity_observations(arguments, "deletions", "observations")),
        lambda applied: replies.deleted_reply(
            "Observations", notes.missing_observations_note(applied.result, applied.snapshot)
        ),
    )


def _delete_relations(arguments: Arguments) -> Mutation[Any]:
    return Mutation(
        DeleteRelations(read.relations(arguments, "relations")),
        lambda applied: replies.deleted_reply("Relations", notes.missing_relations_note(applied.result)),
    )


def _read_graph(_: Arguments) -> Query:
    return Query(lambda snapshot: replies.graph_reply(whole_graph(snapshot)))


def _search_nodes(arguments: Arguments) -> Query:
    query = read.argument(arguments, "query").text()

    def reply(snapshot: Snapshot) -> Reply:
        found = search(snapshot, query)
        return replies.graph_reply(found, notes.separate_words_note(found, query, snapshot))

    return Query(reply)


def _open_nodes(arguments: Arguments) -> Query:
    names = read.argument(arguments, "names").texts()
    return Query(
        lambda snapshot: replies.graph_reply(
            open_entities(snapshot, names), notes.missing_entities_note(names, snapshot)
        )
    )
