"""What a tool call is answered with: a text for the model, the same as an object for programs, a note.

Replies are JSON already: the memory is encoded once, and the text is made from that. A large memory made into
objects first, for the SDK to check and to encode, would take several times as long.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from mnemoscope_shared.edits import EntityObservations
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.search import Subgraph
from mnemoscope_shared.store.jsonl import encode_json

# The result of a call as it goes over the wire; large parts are `msgspec.Raw`.
Reply = dict[str, Any]

_lone_surrogate = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = b"\\ud"
_encoder = msgspec.json.Encoder()


class _EntityObject(msgspec.Struct, frozen=True, gc=False):
    """An entity as clients see it: a record without its `type`."""

    name: str
    entity_type: str = msgspec.field(name="entityType")
    observations: tuple[str, ...]


class _RelationObject(msgspec.Struct, frozen=True, gc=False):
    """A relation as clients see it."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    relation_type: str = msgspec.field(name="relationType")


def reply(text: bytes, structured: bytes, note: str | None = None) -> Reply:
    """Return the result of a successful call.

    Args:
        text: the text, spelled as a JSON string.
        structured: the object, in JSON.
        note: a second text that is no part of the object.
    """
    texts = [text] if note is None else [text, _json_string(note)]
    return {"content": [_content(text) for text in texts], "structuredContent": msgspec.Raw(structured)}


def error_reply(message: str) -> Reply:
    """Return the result of a call that failed: the message alone."""
    return {"content": [_content(_json_string(message))], "isError": True}


def created_entities_reply(created: Iterable[Entity], skipped: Sequence[str], note: str | None) -> Reply:
    """Return the reply to create_entities; `skipped` appears only where a name was."""
    objects = entities_json(created)
    names = b',"skipped":' + _encode(skipped) if skipped else b""
    return reply(json_text(objects), b'{"entities":' + objects + names + b"}", note)


def created_relations_reply(created: Iterable[Relation], note: str | None) -> Reply:
    """Return the reply to create_relations."""
    objects = relations_json(created)
    return reply(json_text(objects), b'{"relations":' + objects + b"}", note)


def added_observations_reply(added: Iterable[EntityObservations]) -> Reply:
    """Return the reply to add_observations."""
    objects = _encode(
        [{"entityName": item.entity_name, "addedObservations": item.observations} for item in added]
    )
    return reply(json_text(objects), b'{"results":' + objects + b"}")


def deleted_reply(what: str, note: str | None) -> Reply:
    """Return the reply to a deletion; `what` is the kind of thing, as in “Entities”."""
    message = f"{what} deleted successfully"
    return reply(_json_string(message), _encode({"success": True, "message": message}), note)


def graph_reply(graph: Subgraph, note: str | None = None) -> Reply:
    """Return the reply to a tool that reads."""
    structured = graph_json(graph)
    return reply(json_text(structured), structured, note)


def graph_json(graph: Subgraph) -> bytes:
    """Return entities and relations as clients see them, in JSON: no `type`, no fields of other programs."""
    entities, relations = entities_json(graph.entities), relations_json(graph.relations)
    return b"".join((b'{"entities":', entities, b',"relations":', relations, b"}"))


def entities_json(entities: Iterable[Entity]) -> bytes:
    """Return entities as clients see them, in JSON."""
    return _encode([_EntityObject(one.name, one.entity_type, one.observations) for one in entities])


def relations_json(relations: Iterable[Relation]) -> bytes:
    """Return relations as clients see them, in JSON."""
    return _encode([_RelationObject(one.source, one.target, one.relation_type) for one in relations])


def json_text(compact: bytes) -> bytes:
    """Return the pretty form of JSON, spelled as a JSON string."""
    # No other character of JSON needs an escape in a string.
    escaped = pretty(compact).replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'


def pretty(compact: bytes) -> bytes:
    """Return JSON as JavaScript's `JSON.stringify(value, null, 2)` prints it."""
    try:
        return msgspec.json.format(compact, indent=2)
    except msgspec.DecodeError:
        # Lone surrogates.
        text = json.dumps(json.loads(compact), ensure_ascii=False, indent=2)
        return escape_surrogates(text).encode()


def escape_surrogates(text: str) -> str:
    """Return a text with lone surrogates, which no UTF-8 can hold, as their JSON escapes."""
    return _lone_surrogate.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def encoded(reply: Reply) -> Reply:
    """Return a reply as it is, for a transport that takes `msgspec.Raw`, as ours over standard streams."""
    return reply


def decoded(reply: Reply) -> Reply:
    """Return a reply as plain data."""
    plain: Reply = json.loads(_encoder.encode(reply))
    return plain


def transportable(reply: Reply) -> Reply:
    """Return a reply as plain data for a transport of the SDK, where lone surrogates would fail."""
    plain = decoded(reply)
    if _SURROGATE_ESCAPE not in _encoder.encode(reply):
        return plain
    text = json.dumps(plain, ensure_ascii=False)
    replaced: Reply = json.loads(_lone_surrogate.sub("\N{REPLACEMENT CHARACTER}", text))
    return replaced


def _content(text: bytes) -> dict[str, Any]:
    return {"type": "text", "text": msgspec.Raw(text)}


def _json_string(text: str) -> bytes:
    try:
        return _encoder.encode(text)
    except UnicodeEncodeError:
        return _encoder.encode(escape_surrogates(text))


def _encode(value: object) -> bytes:
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return encode_json(msgspec.to_builtins(value))
