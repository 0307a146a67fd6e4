"""delete_entities, delete_observations and delete_relations."""

import pytest

pytestmark = pytest.mark.anyio


def deleted(what):
    return {"success": True, "message": f"{what} deleted successfully"}


def relation(source, target, kind):
    return {"from": source, "to": target, "relationType": kind}


async def test_a_deleted_entity_takes_the_relations_at_either_end_with_it_and_no_others(call):
    await call.create("A", "B", "C")
    await call.relate(("A", "B", "knows"), ("B", "A", "reports_to"), ("B", "C", "knows"), ("A", "A", "is"))
    assert await call("delete_entities", entityNames=["A"]) == deleted("Entities")
    assert await call.names() == ["B", "C"]
    assert await call.relations() == [("B", "C", "knows")]


async def test_relations_at_a_name_without_an_entity_go_with_it(call):
    await call.create("A")
    await call.relate(("A", "Ghost", "fears"))
    note = await call.note("delete_entities", entityNames=["Ghost"])
    assert note == "Not found: Ghost."
    assert await call.relations() == []


async def test_deleting_entities_that_are_missing_succeeds_with_a_note(call):
    await call.create("John_Smith")
    result = await call.result("delete_entities", entityNames=["john smith", "zebra"])
    assert result.structured_content == deleted("Entities")
    note = result.content[1].text
    assert note == "Not found: john smith, zebra. Nearest existing names: John_Smith."
    assert await call.names() == ["John_Smith"]


async def test_observations_are_deleted_every_repeat_of_them(call):
    await call.create("Alice", observations=["Is a student", "Likes pizza", "Likes pizza"])
    deletions = [{"entityName": "Alice", "observations": ["Likes pizza"]}]
    assert await call("delete_observations", deletions=deletions) == deleted("Observations")
    assert await call.observations("Alice") == [["Is a student"]]


async def test_deleting_observations_of_a_missing_entity_succeeds_with_a_note(call):
    deletions = [{"entityName": "Nonexistent", "observations": ["anything"]}]
    result = await call.result("delete_observations", deletions=deletions)
    assert result.structured_content == deleted("Observations")
    assert result.content[1].text == "Not found: Nonexistent."


async def test_the_observations_that_were_not_there_are_named(call):
    await call.create("Alice", observations=["x"])
    deletions = [
        {"entityName": "Alice", "observations": ["x", "y"]},
        {"entityName": "Bob", "observations": ["z"]},
    ]
    note = await call.note("delete_observations", deletions=deletions)
    assert note == "Not found: Bob. Observations not found: “y” of Alice."
    assert await call.observations("Alice") == [[]]


async def test_relations_are_deleted_by_all_three_fields(call):
    await call.create("A", "B")
    await call.relate(("A", "B", "knows"), ("A", "B", "likes"), ("B", "A", "knows"))
    assert await call("delete_relations", relations=[relation("A", "B", "knows")]) == deleted("Relations")
    assert await call.relations() == [("A", "B", "likes"), ("B", "A", "knows")]


async def test_deleting_relations_that_are_missing_succeeds_with_a_note(call):
    result = await call.result("delete_relations", relations=[relation("A", "B", "knows")])
    assert result.structured_content == deleted("Relations")
    assert result.content[1].text == "Relations not found: A → knows → B."


async def test_a_long_list_of_missing_names_is_cut(call):
    names = [f"missing {number}" for number in range(12)]
    note = await call.note("delete_entities", entityNames=names)
    assert note == f"Not found: {', '.join(names[:10])} and 2 more."


async def test_nothing_to_delete_is_no_error(call):
    assert await call("delete_entities", entityNames=[]) == deleted("Entities")
    assert await call("delete_observations", deletions=[]) == deleted("Observations")
    assert await call("delete_relations", relations=[]) == deleted("Relations")
