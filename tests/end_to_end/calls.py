"""Calls of all nine tools, and servers to send them to: what the tests with real clients share."""

import sys


def entity(name, *observations, kind="person"):
    return {"name": name, "entityType": kind, "observations": [*observations]}


def relation(source, verb, target):
    return {"from": source, "to": target, "relationType": verb}


# Every tool once at least, and the outcomes that matter; errors are apart.
CALLS = [
    ("read_graph", {}),
    ("create_entities", {"entities": [entity("Ann", "likes tea", 'é 😀 \u2028 \\ "'), entity("Ben")]}),
    ("create_entities", {"entities": [entity("Cy", "", kind=""), entity("Dee", "<b>&amp;</b>\n\t\x7f\x00")]}),
    ("create_relations", {"relations": [relation("Ann", "knows", "Ben"), relation("Cy", "is", "Cy")]}),
    ("create_relations", {"relations": [relation("Ann", "knows", "Ben"), relation("Ben", "knows", "Ann")]}),
    ("add_observations", {"observations": [{"entityName": "Ben", "contents": ["a", "b", "a"]}]}),
    (
        "add_observations",
        {
            "observations": [
                {"entityName": "Ben", "contents": ["a", "c"]},
                {"entityName": "Ann", "contents": ["likes tea"]},
                {"entityName": "Ben", "contents": ["c", "d"]},
            ]
        },
    ),
    ("search_nodes", {"query": "TEA"}),
    ("search_nodes", {"query": "PERSON"}),
    ("search_nodes", {"query": "É 😀"}),
    ("search_nodes", {"query": ""}),
    ("search_nodes", {"query": "nothing"}),
    ("open_nodes", {"names": ["Cy", "Ann", "Ann"]}),
    ("open_nodes", {"names": []}),
    ("delete_observations", {"deletions": [{"entityName": "Ben", "observations": ["a", "c"]}]}),
    ("delete_relations", {"relations": [relation("Ann", "knows", "Ben")]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["Cy"]}),
    ("create_entities", {"entities": []}),
    ("read_graph", {}),
]


def our_command(path):
    """Return the command that serves a memory file."""
    return [sys.executable, "-m", "mnemoscope_server", "--memory-file", str(path)]
