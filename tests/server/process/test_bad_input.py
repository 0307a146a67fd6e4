"""What a broken or careless client may send: an answer says what is wrong, and the server lives on."""

import copy
import json

import pytest
from mcp_types import INVALID_PARAMS, METHOD_NOT_FOUND, PARSE_ERROR

from mnemoscope_server.tools import toolset

KINDS = {
    "a boolean": True,
    "a number": 7,
    "a string": "text",
    "an array": [],
    "an object": {},
    "null": None,
}
EXPECTED = {"string": "a string", "array": "an array", "object": "an object"}
SCHEMAS = {name: tool.definition.input_schema for name, tool in toolset().items()}
WITH_ARGUMENTS = [name for name, schema in SCHEMAS.items() if schema["properties"]]
# Those that compare every item with what is there.
CAREFUL = ["add_observations", "delete_observations"]
WITH_ARRAYS = [name for name in WITH_ARGUMENTS if name not in (*CAREFUL, "search_nodes")]
MEGABYTES = "n" * 3_000_000
# Enough for what takes the square of their number to be noticed.
MANY = 50_000


def valid_value(schema, text="Ann", count=1):
    """Return what a schema asks for; every text is the same and every array has so many items."""
    if schema["type"] == "string":
        return text
    if schema["type"] == "array":
        return [valid_value(schema["items"], text) for _ in range(count)]
    return {key: valid_value(part, text, count) for key, part in schema["properties"].items()}


def places(schema, path=""):
    """Yield where something is expected: its path as errors name it, the keys to it and its schema."""
    if schema["type"] == "array":
        parts = [(f"{path}[0]", 0, schema["items"])]
    else:
        prefix = f"{path}." if path else ""
        parts = [(prefix + key, key, part) for key, part in schema.get("properties", {}).items()]
    for part_path, key, part in parts:
        yield part_path, [key], part
        yield from ((deeper, [key, *keys], inner) for deeper, keys, inner in places(part, part_path))


def replaced(value, keys, replacement):
    """Return a copy with something else in one place."""
    changed = copy.deepcopy(value)
    holder = changed
    for key in keys[:-1]:
        holder = holder[key]
    holder[keys[-1]] = replacement
    return changed


def without(value, keys):
    """Return a copy without one member of an object."""
    changed = copy.deepcopy(value)
    holder = changed
    for key in keys[:-1]:
        holder = holder[key]
    del holder[keys[-1]]
    return changed


def wrong_arguments(schema):
    """Yield every kind of wrong arguments with the text of the error that they deserve."""
    valid = valid_value(schema)
    for path, keys, part in places(schema):
        expected = EXPECTED[part["type"]]
        for kind, value in KINDS.items():
            if kind != expected:
                yield replaced(valid, keys, value), f"{path}: expected {expected}, got {kind}"
        if isinstance(keys[-1], str):
            yield without(valid, keys), f"{path}: expected {expected}, got nothing"


def text(answer):
    return answer["result"]["content"][0]["text"]


def answers_of(server):
    """End the input; return the answers by their identifiers, of which none has come twice."""
    messages, status = server.finish()
    assert status == 0
    assert "Traceback" not in server.log
    answers = [message for message in messages if "id" in message]
    by_id = {answer["id"]: answer for answer in answers}
    assert len(by_id) == len(answers)
    return by_id


def test_every_argument_of_a_wrong_kind_is_named_with_what_it_should_be_and_nothing_is_written(
    start, path, requests
):
    server = start()
    wrong = [(tool, *case) for tool in WITH_ARGUMENTS for case in wrong_arguments(SCHEMAS[tool])]
    server.send(*requests.opening)
    server.send(*(requests.call(number, tool, **given) for number, (tool, given, _) in enumerate(wrong)))
    server.send(requests.call("last", "read_graph"))
    answers = answers_of(server)
    for number, (tool, given, message) in enumerate(wrong):
        assert answers[number]["result"]["isError"] is True, (tool, given)
        assert text(answers[number]) == message
    assert json.loads(text(answers["last"])) == {"entities": [], "relations": []}
    assert not path.exists()


def test_a_call_without_a_name_or_with_arguments_that_are_no_object_is_refused_by_the_field(
    start, path, requests
):
    server = start()
    wrong = [{"name": "read_graph", "arguments": value} for value in (7, "text", [], True)]
    nameless = [{"arguments": {}}, {"name": 7}, {"name": None}]
    calls = [requests(number, "tools/call", **params) for number, params in enumerate(wrong + nameless)]
    server.send(*requests.opening, *calls, requests.create("alive", "Ann"))
    answers = {message["id"]: message for message in server.finish()[0] if "id" in message}
    for number in range(len(calls)):
        error = answers[number]["error"]
        assert error["code"] == INVALID_PARAMS
        assert error["message"].startswith(
            ("arguments: expected an object, got", "name: expected a string, got")
        )
    assert "result" in answers["alive"]
    assert path.read_text().count("\n") == 1


def test_a_malformed_call_without_an_id_is_passed_over(start, requests):
    server = start()
    calls = [requests("no id", "tools/call", name=name) for name in (7, "read_graph")]
    for call in calls:
        del call["id"]
    server.send(*requests.opening, *calls, requests.call("alive", "read_graph"), *calls)
    assert "alive" in answers_of(server)


def test_unknown_tools_and_methods_are_refused_by_name(start, requests):
    server = start()
    server.send(*requests.opening)
    names = ["forget", "", "Read_Graph", "read_graph ", "half \ud83d", "\0", MEGABYTES]
    methods = ["no/such/method", "", "tools", "tools/call ", "half \ud83d", MEGABYTES]
    server.send(*(requests.call(f"tool {number}", name) for number, name in enumerate(names)))
    server.send(*(requests(f"method {number}", method) for number, method in enumerate(methods)))
    answers = answers_of(server)
    for number, name in enumerate(names):
        shown = name.replace("\ud83d", "\\ud83d")
        assert text(answers[f"tool {number}"]) == f"MCP error -32602: Tool {shown} not found"
    for number, _ in enumerate(methods):
        assert answers[f"method {number}"]["error"]["code"] == METHOD_NOT_FOUND


def test_json_of_any_depth_is_answered_wherever_it_stands(start, path, older):
    server = start()
    # About 1,000 levels are read; how many exactly depends on who asks.
    depths = [100, 500, *range(900, 1010, 10), 100_000]
    frames = [frame for depth in depths for frame in deep_frames(older, depth)]
    server.send(*older.opening, *frames)
    messages, status = server.finish()
    assert status == 0
    assert "Traceback" not in server.log
    assert len(messages) == 1 + len(frames)
    for message in messages[1:]:
        assert message["id"] is not None or message["error"]["code"] == PARSE_ERROR
    assert not path.exists()


def deep_frames(requests, depth):
    """Return requests that hold something so deep in several places."""
    half = depth // 2
    deep = '{"a":' * half + "[" * half + "]" * half + "}" * half
    messages = [
        requests.call(f"{depth} argument", "create_entities", entities="DEEP"),
        requests.call(f"{depth} further argument", "search_nodes", query="x", more="DEEP"),
        requests(f"{depth} parameter", "ping", _meta="DEEP"),
        requests(f"{depth} member", "ping") | {"more": "DEEP"},
    ]
    return [json.dumps(message).replace('"DEEP"', deep).encode() + b"\n" for message in messages]


def test_a_frame_cut_anywhere_is_no_message_and_writes_nothing(start, path, older):
    server = start()
    frame = json.dumps(older.create(1, "é 😀"), ensure_ascii=False).encode()
    server.send(*older.opening, *(frame[:end] + b"\n" for end in range(1, len(frame))))
    server.send(older.call("last", "read_graph"))
    messages, status = server.finish()
    errors = [message["error"]["code"] for message in messages if "error" in message]
    assert errors == [PARSE_ERROR] * (len(frame) - 1)
    assert status == 0
    assert not path.exists()


def test_a_frame_that_the_end_of_input_cuts_off_is_no_message_and_writes_nothing(start, path, older):
    server = start()
    server.send(*older.opening, json.dumps(older.create(1, "Ann")).encode()[:-1])
    answers = answers_of(server)
    assert answers[None]["error"]["code"] == PARSE_ERROR
    assert not path.exists()


@pytest.mark.parametrize("megabytes", [3, pytest.param(10, marks=pytest.mark.long)])
def test_texts_of_megabytes_are_like_any_other(start, path, older, megabytes):
    text = "n" * megabytes * 1_000_000
    server = start("--no-history")
    server.send(*older.opening)
    server.receive()
    for tool in [*WITH_ARGUMENTS, "create_entities", "open_nodes"]:
        server.send(older.call(tool, tool, **valid_value(SCHEMAS[tool], text)))
        answer = server.receive()
        assert answer["result"]["isError"] is False, tool
    opened = answer["result"]["structuredContent"]["entities"]
    assert opened == [{"name": text, "entityType": text, "observations": [text]}]
    assert path.stat().st_size > 3 * len(text)
    answers_of(server)


def filled(schema, name, texts):
    """Return what a schema asks for, every text a name and every array these texts."""
    if schema["type"] == "string":
        return name
    if schema["type"] == "array":
        return texts
    return {key: filled(part, name, texts) for key, part in schema["properties"].items()}


def answer_to(start, older, tool, *items):
    """Call a tool with many items, each a name and texts, on an entity of many observations."""
    server = start("--no-history")
    entity = {"name": "Ann", "entityType": "t", "observations": [f"text {number}" for number in range(MANY)]}
    (key, schema), *_ = SCHEMAS[tool]["properties"].items()
    arguments = {key: [filled(schema["items"], name, texts) for name, texts in items]}
    server.send(*older.opening, older.call(1, "create_entities", entities=[entity]))
    server.send(older.call(2, tool, **arguments), older.call(3, "open_nodes", names=[]))
    assert [server.receive()["id"] for _ in range(2)] == ["initialize", 1]
    answer = server.receive()
    assert answer["id"] == 2
    answers_of(server)
    return answer["result"]


@pytest.mark.parametrize(
    "tool", [*CAREFUL, *(pytest.param(tool, marks=pytest.mark.long) for tool in WITH_ARRAYS)]
)
def test_fifty_thousand_items_about_one_entity_are_answered_within_the_limit(start, older, tool):
    items = [("Ann", [f"text {number}"]) for number in range(MANY)]
    assert answer_to(start, older, tool, *items)["isError"] is False


@pytest.mark.parametrize("tool", CAREFUL)
def test_fifty_thousand_observations_in_one_item_are_answered_within_the_limit(start, older, tool):
    texts = [f"text {number}" for number in range(MANY)]
    assert answer_to(start, older, tool, ("Ann", texts))["isError"] is False


@pytest.mark.long
@pytest.mark.parametrize("tool", [*CAREFUL, *WITH_ARRAYS])
def test_fifty_thousand_items_about_as_many_entities_are_answered_within_the_limit(start, older, tool):
    items = [(f"name {number}", []) for number in range(MANY)]
    assert answer_to(start, older, tool, *items)["isError"] is (tool == "add_observations")


def test_a_query_of_fifty_thousand_words_is_answered_within_the_limit(start, older):
    server = start("--no-history")
    names = [{"name": f"name {number}", "entityType": "t", "observations": []} for number in range(MANY)]
    server.send(*older.opening, older.call(1, "create_entities", entities=names))
    server.send(older.call(2, "search_nodes", query=" ".join(f"word{number}" for number in range(MANY))))
    assert [server.receive()["id"] for _ in range(2)] == ["initialize", 1]
    assert server.receive()["result"]["structuredContent"] == {"entities": [], "relations": []}
    answers_of(server)
