"""How well the ranked search finds facts, beside the reference server's substring, and what it costs.

`python tests/benchmarks/search.py [--size 10000] [--repeats 20]` prints one JSON line a row. The facts
(`search_facts.jsonl`, a memory file) and the queries (`search_queries.jsonl`, each with the facts that answer
it) were written by hand before the search was, and stay as they are when it changes. A query is answered
where the first hit of the right entity shows the right fact, a query for a name where the entity is hit.
"""

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

from memory_files import sample_graph
from rows import print_row, size_name

from mnemoscope_shared.edits import AddObservations, EntityObservations
from mnemoscope_shared.ranked_search import ranked_search
from mnemoscope_shared.search import search
from mnemoscope_shared.store.jsonl import decode

HERE = Path(__file__).parent
FACTS = HERE / "search_facts.jsonl"
QUERIES = HERE / "search_queries.jsonl"
COUNTED = 5
LIMIT = 20
QUANTILE = 0.95
RECALL_TARGET, MRR_TARGET = 0.75, 0.78
QUERY_TARGET_MS, UPDATE_TARGET_MS = 5.0, 5.0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=20)
    options = parser.parse_args()
    queries = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    measure_quality(decode(FACTS.read_bytes(), FACTS), queries)
    texts = [query["query"] for query in queries]
    measure_costs("", similar_memory(options.size), texts, options)
    graph = sample_graph(options.size)
    few_words = [" ".join(entity["observations"][0].split()[:2]) for entity in graph.entities[:50]]
    measure_costs(".few_words", memory_of(graph.entities), few_words, options)


def measure_quality(memory, queries):
    """Print how many queries are answered among the first hits, and how far up, in all and by kind."""
    ranks = {kind: [] for kind in ("all", *dict.fromkeys(query["kind"] for query in queries))}
    entity_ranks, reference_ranks = [], []
    for query in queries:
        hits = ranked_search(memory, query["query"], LIMIT)
        rank = first_rank(hits, lambda hit, query=query: answers_query(hit, query))
        ranks["all"].append(rank)
        ranks[query["kind"]].append(rank)
        names = {answer["name"] for answer in query["answers"]}
        entity_ranks.append(first_rank(hits, lambda hit, names=names: hit.name in names))
        found = search(memory, query["query"]).entities
        reference_ranks.append(first_rank(found, lambda entity, names=names: entity.name in names))
    facts = sum(len(entity.observations) for entity in memory.entities)
    for name, measure, target in (
        ("recall_at_5", recall, RECALL_TARGET),
        ("mrr", mean_reciprocal, MRR_TARGET),
    ):
        parts = {"entity_alone": measure(entity_ranks), "reference_entity": measure(reference_ranks)}
        counts = {"facts": facts, "queries": len(queries)}
        print_row(f"search.{name}", measure(ranks["all"]), target, "higher", **parts, **counts)
        for kind in list(ranks)[1:]:
            print_row(f"search.{kind}.{name}", measure(ranks[kind]), None, "higher", queries=len(ranks[kind]))


def measure_costs(suffix, memory, queries, options):
    """Print the CPU time of building the index, of queries, also while they are typed, and of an edit.

    `few_words` is the memory of the other benchmarks, where every entity holds nearly every word: the worst.
    """
    name = f"{size_name(options.size)}{suffix}"
    assert memory.search_texts  # the server and the window have them and the next anyway
    assert memory.lines_by_end is not None
    build = cpu_ms(lambda: memory.ranked_index)
    print_row(f"search.build_cpu_ms.{name}", build, None, "lower", words=len(memory.ranked_index.words))
    target = None if suffix else QUERY_TARGET_MS
    typed = [query[:end] for query in queries[::5] for end in range(1, len(query) + 1)]
    for row, texts in (("query", queries), ("typing", typed)):
        times = sorted(cpu_ms(lambda text=text: ranked_search(memory, text, LIMIT)) for text in texts)
        late = times[int(len(times) * QUANTILE)]
        parts = {"quantile": QUANTILE, "median": statistics.median(times), "texts": len(texts)}
        print_row(f"search.{row}_cpu_ms.{name}", late, target, "lower", **parts)
    notes, follows = updates(memory, options.repeats)
    row = f"search.update_cpu_ms.{name}"
    print_row(
        row, statistics.median(follows), UPDATE_TARGET_MS, "lower", most=max(follows), in_the_edit=notes
    )


def updates(memory, repeats):
    """Return the median of what edits pay for their snapshots, and what each next search pays more."""
    edits, follows = [], []
    name = memory.entities[len(memory.entities) // 2].name
    for number in range(repeats):
        edit = AddObservations([EntityObservations(name, (f"Ordered part unheard{number} on day {number}",))])
        change = edit.apply(memory).change
        start = time.thread_time()
        memory = memory.after(change)
        edits.append((time.thread_time() - start) * 1000)
        follows.append(cpu_ms(lambda memory=memory: memory.ranked_index))
    return statistics.median(edits), follows


def similar_memory(size, seed=3):
    """Return a memory in which facts like those of `search_facts.jsonl` are mixed anew, five to an entity."""
    source = random.Random(seed)
    records = [json.loads(line) for line in FACTS.read_text(encoding="utf-8").splitlines()]
    facts = [fact.split() for record in records for fact in record["observations"]]

    def fact():
        first, second = source.choice(facts), source.choice(facts)
        words = first[: source.randrange(len(first)) + 1] + second[source.randrange(len(second)) :]
        return f"{' '.join(words)} {source.randrange(size)}"

    entities = [
        {
            "name": f"{source.choice(records)['name']} {number}",
            "entityType": source.choice(records)["entityType"],
            "observations": [fact() for _ in range(5)],
        }
        for number in range(size)
    ]
    return memory_of(entities)


def memory_of(entities):
    lines = (json.dumps({"type": "entity", **entity}, ensure_ascii=False) for entity in entities)
    return decode("\n".join(lines).encode(), FACTS)


def answers_query(hit, query):
    return any(
        hit.name == answer["name"] and answer["observation"] in (None, hit.text)
        for answer in query["answers"]
    )


def first_rank(hits, is_right):
    """Return the place of the first right hit, from 1; None without one."""
    return next((place for place, hit in enumerate(hits, 1) if is_right(hit)), None)


def recall(ranks):
    return sum(rank is not None and rank <= COUNTED for rank in ranks) / len(ranks)


def mean_reciprocal(ranks):
    return sum(1 / rank for rank in ranks if rank is not None) / len(ranks)


def cpu_ms(run):
    start = time.thread_time()
    run()
    return (time.thread_time() - start) * 1000


if __name__ == "__main__":
    sys.exit(main())
