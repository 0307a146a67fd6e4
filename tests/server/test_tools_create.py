"""create_entities, create_relations and add_observations."""

import pytest

pytestmark = pytest.mark.anyio

KNOWS = ("Alice", "Bob", "knows")
ALICE = {"name": "Alice", "entityType": "person", "observations": ["Is a student"]}


async def test_created_entities_are_returned_and_kept(call):
    assert await call("create_entities", entities=[ALICE]) == {"entities": [ALICE]}
    assert await call("read_graph") == {"entities": [ALICE], "relations": []}


async def test_an_entity_of_a_name_that_exists_is_skipped_and_named(call):
    await call("create_entities", entities=[ALICE])
    other = {"name": "Alice", "entityType": "robot", "observations": ["x"]}
    result = await call.result("create_entities", entities=[other])
    assert result.structured_content == {"entities": [], "skipped": ["Alice"]}
    assert result.content[0].text == "[]"
    assert "Alice" in result.content[1].text
    assert "use add_observations to extend an existing entity" in result.content[1].text
    assert (await call("read_graph"))["entities"] == [ALICE]


async def test_only_the_new_ones_among_several_entities_are_created(call):
    await call.create("Alice")
    assert await call.create("Alice", "Bob") == ["Bob"]
    assert await call.names() == ["Alice", "Bob"]


async def test_the_first_of_two_entities_of_one_name_in_a_call_wins(call):
    entities = [ALICE, {"name": "Alice", "entityType": "robot", "observations": []}]
    result = await call.result("create_entities", entities=entities)
    assert result.structured_content == {"entities": [ALICE], "skipped": ["Alice"]}


async def test_names_differ_by_letter_case(call):
    await call.create("alice")
    assert await call.create("Alice") == ["Alice"]
    assert await call.names() == ["alice", "Alice"]


async def test_nothing_to_create_is_no_error(call):
    assert await call("create_entities", entities=[]) == {"entities": []}
    assert await call("create_relations", relations=[]) == {"relations": []}
    assert await call("add_observations", observations=[]) == {"results": []}


async def test_created_relations_are_returned_and_kept(call):
    await call.create("Alice", "Bob")
    relation = {"from": "Alice", "to": "Bob", "relationType": "knows"}
    assert await call("create_relations", relations=[relation]) == {"relations": [relation]}
    assert (await call("read_graph"))["relations"] == [relation]


async def test_a_relation_that_exists_is_not_created_again(call):
    await call.relate(KNOWS)
    assert await call.relate(KNOWS) == []
    assert await call.relations() == [KNOWS]


async def test_the_first_of_two_same_relations_in_a_call_wins(call):
    assert await call.relate(KNOWS, KNOWS) == [KNOWS]
    assert await call.relations() == [KNOWS]


@pytest.mark.parametrize("other", [("Alice", "Bob", "likes"), ("Bob", "Alice", "knows")])
async def test_another_type_or_direction_makes_another_relation(call, other):
    await call.relate(KNOWS)
    assert await call.relate(other) == [other]
    assert await call.relations() == [KNOWS, other]


async def test_a_relation_to_a_missing_entity_is_created_with_a_note_that_names_it(call):
    await call.create("Alice", "Robert")
    relation = {"from": "Alice", "to": "Roberta", "relationType": "knows"}
    result = await call.result("create_relations", relations=[relation])
    assert result.structured_content == {"relations": [relation]}
    assert "Roberta" in result.content[1].text
    assert "Nearest existing names: Robert." in result.content[1].text


async def test_with_strict_relations_a_call_with_a_missing_end_fails_as_a_whole(connect, path):
    async with connect(path, strict_relations=True) as call:
        await call.create("Alice", "Bob")
        relations = [
            {"from": "Alice", "to": "Bob", "relationType": "knows"},
            {"from": "Alice", "to": "X", "relationType": "knows"},
        ]
        assert await call.error("create_relations", relations=relations) == "Entity with name X not found"
        assert await call.relations() == []
        assert await call.relate(KNOWS) == [KNOWS]


async def test_observations_are_added_to_an_entity(call):
    await call.create("Alice", observations=["Is a student"])
    added = await call(
        "add_observations", observations=[{"entityName": "Alice", "contents": ["Likes pizza"]}]
    )
    assert added == {"results": [{"entityName": "Alice", "addedObservations": ["Likes pizza"]}]}
    assert await call.observations("Alice") == [["Is a student", "Likes pizza"]]


async def test_observations_that_the_entity_has_are_left_out(call):
    await call.create("Alice", observations=["Is a student"])
    contents = ["Is a student", "Likes pizza"]
    added = await call("add_observations", observations=[{"entityName": "Alice", "contents": contents}])
    assert added["results"][0]["addedObservations"] == ["Likes pizza"]


async def test_the_same_text_twice_in_one_call_is_added_twice(call):
    await call.create("Alice")
    added = await call("add_observations", observations=[{"entityName": "Alice", "contents": ["x", "x"]}])
    assert added["results"][0]["addedObservations"] == ["x", "x"]
    assert await call.observations("Alice") == [["x", "x"]]


async def test_adding_to_a_missing_entity_fails_and_writes_nothing_of_the_call(call):
    await call.create("Alice")
    observations = [
        {"entityName": "Alice", "contents": ["x"]},
        {"entityName": "Nonexistent", "contents": ["anything"]},
    ]
    error = await call.error("add_observations", observations=observations)
    assert error == "Entity with name Nonexistent not found"
    assert await call.observations("Alice") == [[]]
