import json
from pathlib import Path

import pytest

from mnemoscope_server import definitions
from mnemoscope_server.resource import RESOURCE
from mnemoscope_server.tools import toolset

# The reference server's own listing; it lies beside the project, not in it.
REFERENCE = Path(__file__).parents[3] / "shared" / "spec" / "reference-tools.json"
WRITING = [
    "create_entities",
    "create_relations",
    "add_observations",
    "delete_entities",
    "delete_observations",
    "delete_relations",
]
READING = ["read_graph", "search_nodes", "open_nodes"]


def listed():
    return [
        tool.definition.model_dump(by_alias=True, exclude_none=True, mode="json")
        for tool in toolset().values()
    ]


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference's listing is not here")
def test_clients_are_told_exactly_what_the_reference_tells_them_but_for_skipped():
    reference = json.loads(REFERENCE.read_text())
    for tool in reference["tools"]:
        del tool["execution"], tool["inputSchema"]["$schema"], tool["outputSchema"]["$schema"]
    skipped = {"type": "array", "items": {"type": "string"}}
    reference["tools"][0]["outputSchema"]["properties"]["skipped"] = skipped
    assert listed() == reference["tools"]
    assert [RESOURCE.model_dump(by_alias=True, exclude_none=True, mode="json")] == reference["resources"]


def test_there_are_nine_tools_in_this_order():
    assert list(toolset()) == WRITING + READING
    assert list(toolset(read_only=True)) == READING


def test_tools_that_add_are_neither_destructive_nor_idempotent_and_those_that_delete_are_both():
    hints = {tool["name"]: list(tool["annotations"].values()) for tool in listed()}
    assert [hints[name] for name in WRITING] == [[False] * 4] * 3 + [[False, True, True, False]] * 3
    assert [hints[name] for name in READING] == [[True, False, True, False]] * 3


def objects(schema):
    """Yield every object schema in a schema."""
    if schema.get("type") == "object":
        yield schema
        for field in schema["properties"].values():
            yield from objects(field)
    elif schema.get("type") == "array":
        yield from objects(schema["items"])


def test_results_have_no_fields_but_those_listed_and_all_are_required_but_skipped():
    for tool in listed():
        for schema in objects(tool["outputSchema"]):
            assert schema["additionalProperties"] is False
            assert set(schema["properties"]) - set(schema["required"]) <= {"skipped"}


def test_arguments_may_have_further_fields_and_all_listed_ones_are_required():
    for tool in listed():
        for schema in objects(tool["inputSchema"]):
            assert "additionalProperties" not in schema
            assert list(schema["properties"]) == schema.get("required", [])


def test_strict_relations_change_nothing_that_clients_are_told():
    assert toolset(strict_relations=True)["create_relations"].definition is definitions.CREATE_RELATIONS
