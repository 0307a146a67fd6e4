import re

from mnemoscope_shared.clients.assistant_instructions import assistant_instructions

TOOLS = {
    "create_entities",
    "create_relations",
    "add_observations",
    "delete_entities",
    "delete_observations",
    "delete_relations",
    "read_graph",
    "search_nodes",
    "open_nodes",
}


def test_the_instructions_name_every_tool_and_no_other():
    assert set(re.findall(r"\b[a-z]+_[a-z]+\b", assistant_instructions())) == TOOLS
