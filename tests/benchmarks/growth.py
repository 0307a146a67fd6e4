"""How the cost of each operation of the store grows with the memory, in this process and without a server.

`python tests/benchmarks/growth.py [--sizes 100,1000,10000,100000] [--repeats 15]` prints one JSON line a row:
the median CPU time (ms) of each operation, and for the largest size its ratio to the next smaller one.
"""

import argparse
import json
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from memory_files import sample_graph, write_memory_file

from mnemoscope_shared.edits import (
    AddObservations,
    CreateEntities,
    CreateRelations,
    DeleteEntities,
    DeleteRelations,
    EntityObservations,
)
from mnemoscope_shared.entity_corrections import RenameEntity
from mnemoscope_shared.model import Entity, Relation
from mnemoscope_shared.search import open_entities, search
from mnemoscope_shared.store.history_record import Writer
from mnemoscope_shared.store.memory_file import MemoryFile


def operations(memory, graph):
    """Return what is measured: a name, and a function of the repetition's number."""
    names = [entity["name"] for entity in graph.entities]
    relation = graph.relations[len(graph.relations) // 2]
    middle = len(names) // 2

    def create(number):
        memory.apply(CreateEntities([Entity(f"new {number}", "note", ("one fact",))]))

    def relate(number):
        memory.apply(CreateRelations([Relation(names[0], f"new {number}", "knows")]))

    def observe(number):
        memory.apply(AddObservations([EntityObservations(names[middle], (f"fact {number}",))]))

    def rename(number):
        old, new = (names[1], "other") if number % 2 == 0 else ("other", names[1])
        memory.apply(RenameEntity(old, new))

    def delete(number):
        memory.apply(DeleteEntities([f"new {number}"]))

    def delete_relation(number):
        found = Relation(relation["from"], relation["to"], relation["relationType"])
        memory.apply(DeleteRelations([found]) if number % 2 == 0 else CreateRelations([found]))

    return {
        "read_from_disk": lambda _: MemoryFile(memory.path, Writer("window")).read(),
        "read_unchanged": lambda _: memory.read(),
        "create_entity": create,
        "create_relation": relate,
        "add_observation": observe,
        "rename_entity": rename,
        "search": lambda _: search(memory.read(), f" {middle}.3"),
        "open_two": lambda _: open_entities(memory.read(), (names[0], names[-1])),
        "delete_relation": delete_relation,
        "delete_entity": delete,
    }


def median_ms(operation, repeats):
    """Return the median CPU time of an operation; the first run, which builds indexes, is left out."""
    times = []
    for number in range(repeats):
        start = time.process_time()
        operation(number)
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times[1:])


def measure(size, repeats):
    """Return the median of each operation at one size, and the size of the file in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        graph = sample_graph(size)
        write_memory_file(graph, path)
        memory = MemoryFile(path, Writer("server"))
        memory.read()
        few = max(3, repeats if size <= 10_000 else repeats // 3)
        medians = {name: median_ms(run, few) for name, run in operations(memory, graph).items()}
        return medians, path.stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,100000")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    before = None
    for size in map(int, options.sizes.split(",")):
        medians, file_bytes = measure(size, options.repeats)
        for name, value in medians.items():
            row = {"name": f"store.{size}.{name}.cpu_ms", "value": round(value, 3), "better": "lower"}
            if before is not None and before[name] > 0:
                row["growth"] = round(value / before[name], 1)
            print(json.dumps(row | {"file_bytes": file_bytes}), flush=True)
        before = medians
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"name": "store.peak_memory_mb", "value": round(peak / 1024), "better": "lower"}))


if __name__ == "__main__":
    sys.exit(main())
