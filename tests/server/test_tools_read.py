"""read_graph, search_nodes and open_nodes."""

import pytest

pytestmark = pytest.mark.anyio

EMPTY = {"entities": [], "relations": []}


def names(graph):
    return [entity["name"] for entity in graph["entities"]]


def relations(graph):
    return ["".join((one["from"], one["to"])) for one in graph["relations"]]


@pytest.fixture
async def triangle(call):
    """A → B, B → C, A → C."""
    await call.create("A", "B", "C", kind="corner")
    await call.relate(("A", "B", "x"), ("B", "C", "x"), ("A", "C", "x"))
    return call


async def test_a_missing_file_is_an_empty_graph(call, path):
    assert await call("read_graph") == EMPTY
    assert await call("search_nodes", query="x") == EMPTY
    assert await call("open_nodes", names=[]) == EMPTY
    assert not path.exists()


async def test_the_text_is_the_object_indented_by_two_spaces(call):
    await call.create("Zoë", observations=['a "b"\n'])
    text = (await call.result("read_graph")).content[0].text
    assert text == (
        '{\n  "entities": [\n    {\n      "name": "Zoë",\n      "entityType": "person",\n'
        '      "observations": [\n        "a \\"b\\"\\n"\n      ]\n    }\n  ],\n  "relations": []\n}'
    )


@pytest.mark.parametrize("query", ["john", "PERSON", "google"])
async def test_a_search_looks_at_names_types_and_observations_in_any_letter_case(call, query):
    await call.create("John_Smith", kind="Person", observations=["Works at Google"])
    await call.create("Other", kind="thing")
    assert names(await call("search_nodes", query=query)) == ["John_Smith"]


async def test_a_search_returns_relations_with_at_least_one_end_among_the_hits(triangle):
    found = await triangle("search_nodes", query="b")
    assert names(found) == ["B"]
    assert relations(found) == ["AB", "BC"]


async def test_an_empty_query_returns_the_whole_graph(triangle):
    assert await triangle("search_nodes", query="") == await triangle("read_graph")


async def test_a_search_without_hits_returns_an_empty_graph(triangle):
    assert await triangle("search_nodes", query="xyznonexistent") == EMPTY


async def test_when_the_words_match_only_separately_a_note_names_the_entities(call):
    await call.create("Ada", observations=["Her birthday is in December"])
    result = await call.result("search_nodes", query="ada birthday")
    assert result.structured_content == EMPTY
    assert result.content[1].text == (
        "Nothing contains “ada birthday” as a whole. Its words or similar ones match: Ada."
    )
    assert await call.note("search_nodes", query="zebra crossing") is None


async def test_a_misspelt_word_of_a_search_leads_to_the_entities_that_hold_it_the_best_first(call):
    await call.create(
        "Bob", observations=["Ada wishes him a happy birthday and many happy returns of the day"]
    )
    await call.create("Ada", observations=["Birthday in December"])
    note = await call.note("search_nodes", query="birtday")
    assert note == "Nothing contains “birtday” as a whole. Its words or similar ones match: Ada, Bob."


async def test_opened_nodes_come_with_relations_at_either_end(triangle):
    found = await triangle("open_nodes", names=["C", "A"])
    assert names(found) == ["A", "C"]
    assert relations(found) == ["AB", "BC", "AC"]
    assert relations(await triangle("open_nodes", names=["B"])) == ["AB", "BC"]


async def test_names_to_open_are_exact_and_a_note_gives_the_nearest(call):
    await call.create("Alice")
    result = await call.result("open_nodes", names=["alice"])
    assert result.structured_content == EMPTY
    assert result.content[1].text == "Not found: alice. Nearest existing names: Alice."


async def test_two_records_of_one_name_are_both_returned_and_the_first_is_changed(call, path):
    path.write_text('{"type":"entity","name":"A","entityType":"t","observations":["1"]}\n' * 2)
    assert await call.observations("A") == [["1"], ["1"]]
    await call("add_observations", observations=[{"entityName": "A", "contents": ["2"]}])
    assert await call.observations("A") == [["1", "2"], ["1"]]


async def test_without_write_access_only_the_reading_tools_are_served(connect, path):
    async with connect(path) as call:
        await call.create("A")
    async with connect(path, read_only=True) as call:
        assert list(call.definitions) == ["read_graph", "search_nodes", "open_nodes"]
        assert await call.names() == ["A"]
        error = await call.error("delete_entities", entityNames=["A"])
        assert error == "MCP error -32602: Tool delete_entities not found"
        assert await call.names() == ["A"]
