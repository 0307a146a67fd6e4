"""The memory server beside the reference server: every tool, memory, and the time to the first answer.

    python tests/benchmarks/server.py [--sizes 100,1000,10000,100000] [--repeats N]

Both servers are asked in turn within one run, each about a file of its own with the same content. A call is
timed as a client sees it. Ours brings every write to the disk before it answers; the reference does not.
Prints one JSON line for each row.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from memory_files import sample_graph, write_memory_file
from npm_packages import node_command
from stdio_client import StdioClient, start_to_first_answer

REFERENCE = ("@modelcontextprotocol/server-memory", "2026.8.31")
REPEATS = {100: 25, 1_000: 25, 10_000: 11, 100_000: 3}
START_REPEATS = 11
START_LIMIT = 1.15

# How many times faster than the reference a tool is to be, by the size of the memory.
_MUTATION = {1_000: 4, 10_000: 8, 100_000: 6}
_DELETION = {1_000: 3, 10_000: 5, 100_000: 6}
SPEED_TARGETS = {
    "create_entities": _MUTATION,
    "create_relations": _MUTATION,
    "add_observations": _MUTATION,
    "delete_entities": _DELETION,
    "delete_observations": _DELETION,
    "delete_relations": _DELETION,
    "search_nodes": {100: 1, 1_000: 4, 10_000: 12, 100_000: 12},
    "open_nodes": {100: 1, 1_000: 6, 10_000: 15},
    "read_graph": {1_000: 2, 10_000: 3, 100_000: 2},
}
MEMORY_TARGETS = {1_000: 1.0, 10_000: 1.0}


def main():
    options = _options()
    reference = node_command(*REFERENCE)
    if reference is None:
        sys.exit("Node and npm are needed for the reference server, and its package must be reachable.")
    with tempfile.TemporaryDirectory() as folder:
        # Every installation has its modules compiled; here the first, untimed start does it.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        measure_start(Path(folder), reference, options.start_repeats)
        for size in options.sizes:
            measure_calls(Path(folder), reference, size, options.repeats or REPEATS.get(size, 5))


def measure_calls(folder, reference, size, repeats):
    """Print the rows of all tools and of memory for one size."""
    graph = sample_graph(size)
    files = {"ours": folder / f"ours-{size}.jsonl", "peer": folder / f"peer-{size}.jsonl"}
    for path in files.values():
        write_memory_file(graph, path)
    times = defaultdict(lambda: {"ours": [], "peer": []})
    with _ours(files["ours"]) as ours, _peer(reference, files["peer"]) as peer:
        clients = {"ours": ours, "peer": peer}
        for client in clients.values():
            client.initialize()
        for turn, calls in enumerate(_rounds(graph, repeats + 1)):
            for tool, arguments in calls:
                for who in ("ours", "peer") if turn % 2 else ("peer", "ours"):
                    times[tool][who].append(clients[who].timed_call(tool, arguments))
                    _settle(files[who])
        memory = {who: client.peak_memory_mb() for who, client in clients.items()}
    for tool, of_tool in times.items():
        # The first round reads the files and warms up: it is in the row as what it is.
        medians = {who: statistics.median(values[1:]) for who, values in of_tool.items()}
        first = {f"{who}_first": round(values[0], 3) for who, values in of_tool.items()}
        target = SPEED_TARGETS[tool].get(size)
        name = f"server.{size}.{tool}.speed_vs_reference"
        _print_row(name, medians["peer"] / medians["ours"], target, "higher", **medians, **first)
    name = f"server.{size}.peak_memory_vs_reference"
    _print_row(name, memory["ours"] / memory["peer"], MEMORY_TARGETS.get(size), "lower", **memory)


def measure_start(folder, reference, repeats):
    """Print the rows of start-up: wall and processor time from the start to the answer of tools/list."""
    bare = [sys.executable, str(Path(__file__).with_name("bare_server.py"))]
    starts = {
        "ours": (_command(folder / "none.jsonl"), None),
        "bare": (bare, None),
        "peer": (reference, {"MEMORY_FILE_PATH": str(folder / "none.jsonl")}),
    }
    usages = defaultdict(list)
    for turn in range(repeats + 1):
        for who, (command, environment) in starts.items():
            usage = start_to_first_answer(command, environment)
            if turn:
                usages[who].append(usage)
    for kind in ("wall", "processor"):
        medians = {
            who: statistics.median(getattr(usage, f"{kind}_ms") for usage in of_one)
            for who, of_one in usages.items()
        }
        ours = medians["ours"]
        _print_row(f"server.start.{kind}_vs_bare", ours / medians["bare"], START_LIMIT, "lower", **medians)
        _print_row(f"server.start.{kind}_vs_reference", ours / medians["peer"], None, "lower", **medians)


def _rounds(graph, count):
    """Return rounds of calls; what they remove is in the file until then.

    Every reading call comes right after a mutation: nothing prepared for an older state helps.
    """
    kept, doomed = graph.entities[: 2 * count : 2], graph.entities[1 : 2 * count : 2]
    gone = {entity["name"] for entity in doomed}
    relations = [one for one in graph.relations if gone.isdisjoint((one["from"], one["to"]))]
    return map(_calls, range(count), kept, doomed, relations)


def _calls(turn, entity, doomed, relation):
    name = f"newcomer_{turn}"
    created = {"name": name, "entityType": "person", "observations": ["arrived today", "asks a lot"]}
    related = {"from": name, "to": entity["name"], "relationType": "greets"}
    added = {"entityName": entity["name"], "contents": [f"was greeted {turn}"]}
    removed = {"entityName": entity["name"], "observations": [entity["observations"][2]]}
    return [
        ("create_entities", {"entities": [created]}),
        ("search_nodes", {"query": f"{entity['name'].upper()}"}),
        ("create_relations", {"relations": [related]}),
        ("open_nodes", {"names": [entity["name"], doomed["name"]]}),
        ("add_observations", {"observations": [added]}),
        ("read_graph", {}),
        ("delete_observations", {"deletions": [removed]}),
        ("delete_relations", {"relations": [relation]}),
        ("delete_entities", {"entityNames": [doomed["name"]]}),
    ]


def _settle(path):
    """Bring a file to the disk, untimed: neither server pays for what the other one left unwritten."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _command(path):
    return [sys.executable, "-m", "mnemoscope_server", "--memory-file", str(path)]


def _ours(path):
    return StdioClient(_command(path))


def _peer(reference, path):
    return StdioClient(reference, {"MEMORY_FILE_PATH": str(path)})


def _print_row(name, value, target, better, **parts):
    rounded = {part: round(number, 3) for part, number in parts.items()}
    row = {"name": name, "value": round(value, 3), "target": target, "better": better, **rounded}
    print(json.dumps(row), flush=True)


def _options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--sizes", type=lambda text: [int(part) for part in text.split(",")], default=[*REPEATS]
    )
    parser.add_argument("--repeats", type=int, help="rounds of calls at every size")
    parser.add_argument("--start-repeats", type=int, default=START_REPEATS)
    return parser.parse_args()


def _sizes(text):
    return [int(part) for part in text.split(",")]


if __name__ == "__main__":
    main()
