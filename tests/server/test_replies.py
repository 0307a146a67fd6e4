"""Replies are made of bytes: they must say the same as plain objects would."""

import json
import os

import msgspec
from hypothesis import given
from hypothesis import strategies as some

from mnemoscope_server.replies import decoded, graph_reply, transportable
from mnemoscope_server.stdio import _write_what_fits
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.search import Subgraph

# What could be taken for the beginning of a record, for an escape, or for the end of a string.
HOSTILE = some.sampled_from(
    ['{"type":"entity","name":', '{"type":"relation","from":', "\\", '"', "\n", "\u2028", "\ud83d", "\0", "é"]
)
texts = some.lists(HOSTILE | some.text(max_size=4), max_size=4).map("".join)
entities = some.builds(Entity, texts, texts, some.lists(texts, max_size=3).map(tuple))
relations = some.builds(Relation, texts, texts, texts)


@given(some.lists(entities, max_size=4), some.lists(relations, max_size=4))
def test_text_and_object_of_a_reply_say_what_the_memory_holds(some_entities, some_relations):
    plain = decoded(graph_reply(Subgraph(some_entities, some_relations)))
    graph = {
        "entities": [
            {"name": one.name, "entityType": one.entity_type, "observations": list(one.observations)}
            for one in some_entities
        ],
        "relations": [
            {"from": one.source, "to": one.target, "relationType": one.relation_type}
            for one in some_relations
        ],
    }
    assert plain["structuredContent"] == graph
    [content] = plain["content"]
    assert json.loads(content["text"]) == graph
    assert json.loads(msgspec.json.encode(graph_reply(Subgraph(some_entities, some_relations)))) == plain


@given(some.lists(entities, max_size=4), some.lists(relations, max_size=4))
def test_a_reply_for_the_sdk_is_the_same_without_lone_surrogates(some_entities, some_relations):
    reply = graph_reply(Subgraph(some_entities, some_relations))
    plain = decoded(reply)
    expected = json.dumps(plain, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    assert transportable(reply) == json.loads(expected.decode("utf-16-le", "replace"))
    assert json.dumps(transportable(reply), ensure_ascii=False).encode()


def test_only_what_a_pipe_takes_is_written_without_waiting():
    source, sink = os.pipe()
    frame, sent = b"x" * 20_000, 0
    with os.fdopen(source, "rb") as reader, os.fdopen(sink, "wb", buffering=0) as writer:
        while not (rest := bytes(_write_what_fits(writer.fileno(), frame))):
            sent += len(frame)
        writer.close()
        assert len(reader.read()) == sent + len(frame) - len(rest)
