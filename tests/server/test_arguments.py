import pytest

pytestmark = pytest.mark.anyio

ENTITY = {"name": "A", "entityType": "t", "observations": []}


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("create_entities", {}, "entities: expected an array, got nothing"),
        ("create_entities", {"entities": ENTITY}, "entities: expected an array, got an object"),
        ("create_entities", {"entities": [ENTITY, 5]}, "entities[1]: expected an object, got a number"),
        (
            "create_entities",
            {"entities": [ENTITY, ENTITY | {"name": 5}]},
            "entities[1].name: expected a string, got a number",
        ),
        (
            "create_entities",
            {"entities": [{"name": "A", "observations": []}]},
            "entities[0].entityType: expected a string, got nothing",
        ),
        (
            "create_entities",
            {"entities": [ENTITY | {"observations": "x"}]},
            "entities[0].observations: expected an array, got a string",
        ),
        (
            "create_entities",
            {"entities": [ENTITY | {"observations": ["x", True]}]},
            "entities[0].observations[1]: expected a string, got a boolean",
        ),
        (
            "create_relations",
            {"relations": [{"from": "A", "to": None, "relationType": "t"}]},
            "relations[0].to: expected a string, got null",
        ),
        (
            "add_observations",
            {"observations": [{"entityName": "A", "contents": [1.5]}]},
            "observations[0].contents[0]: expected a string, got a number",
        ),
        ("delete_entities", {"entityNames": "A"}, "entityNames: expected an array, got a string"),
        (
            "delete_observations",
            {"deletions": [{"entityName": ["A"], "observations": []}]},
            "deletions[0].entityName: expected a string, got an array",
        ),
        ("delete_relations", {"relations": [{}]}, "relations[0].from: expected a string, got nothing"),
        ("search_nodes", {"query": 7}, "query: expected a string, got a number"),
        ("open_nodes", {"names": [None]}, "names[0]: expected a string, got null"),
    ],
)
async def test_a_wrong_argument_is_named_and_nothing_is_written(call, path, tool, arguments, message):
    assert await call.error(tool, **arguments) == message
    assert not path.exists()


async def test_further_fields_are_ignored(call):
    created = await call("create_entities", entities=[ENTITY | {"confidence": 1}], reason="none")
    assert created == {"entities": [ENTITY]}
    assert await call("read_graph", verbose=True) == {"entities": [ENTITY], "relations": []}


@pytest.mark.parametrize("arguments", [None, {}])
async def test_no_arguments_and_empty_ones_are_the_same(call, arguments):
    result = await call.client.call_tool("read_graph", arguments)
    assert result.structured_content == {"entities": [], "relations": []}
    result = await call.client.call_tool("search_nodes", arguments)
    assert result.content[0].text == "query: expected a string, got nothing"


async def test_an_unknown_tool_is_an_error_result(call):
    assert await call.error("forget_everything") == "MCP error -32602: Tool forget_everything not found"
