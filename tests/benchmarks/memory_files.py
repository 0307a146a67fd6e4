"""Sample memory files: N entities with five observations each, and 3 N relations, the same at every run."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

_WORDS = (
    "amber anchor beacon birch cobalt copper delta ember fjord gazelle harbour indigo juniper kestrel "
    "lantern meadow nectar orchard pebble quartz ripple saffron thistle umber velvet willow yarrow zephyr "
    "brücke crème jalapeño smörgås río naïveté πυξίς север 山路 みなと"
)
WORDS = _WORDS.split()
ENTITY_TYPES = ("person", "team", "task", "place", "idea", "device", "trip", "habit")
RELATION_TYPES = ("mentors", "built_by", "lives_near", "follows", "belongs_to", "likes", "replaces", "feeds")
OBSERVATIONS_PER_ENTITY = 5
RELATIONS_PER_ENTITY = 3


@dataclass(frozen=True)
class SampleGraph:
    """Entities and relations as the tools take them."""

    entities: list[dict]
    relations: list[dict]


def sample_graph(size, seed=7):
    """Return a graph of `size` entities without repeats."""
    random_source = random.Random(seed)
    entities = [_entity(random_source, index) for index in range(size)]
    names = [entity["name"] for entity in entities]
    keys = {}
    while len(keys) < RELATIONS_PER_ENTITY * size:
        source, target = random_source.choice(names), random_source.choice(names)
        keys[(source, target, random_source.choice(RELATION_TYPES))] = None
    relations = [{"from": source, "to": target, "relationType": kind} for source, target, kind in keys]
    return SampleGraph(entities, relations)


def write_memory_file(graph, path):
    """Write a graph as the reference server writes it."""
    records = [{"type": "entity", **entity} for entity in graph.entities]
    records += [{"type": "relation", **relation} for relation in graph.relations]
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    Path(path).write_text("\n".join(lines), encoding="utf-8", newline="\n")


def _entity(random_source, index):
    name = "_".join((*random_source.choices(WORDS, k=2), str(index)))
    observations = [
        f"{' '.join(random_source.choices(WORDS, k=random_source.randint(5, 11)))} {index}.{place}"
        for place in range(OBSERVATIONS_PER_ENTITY)
    ]
    return {"name": name, "entityType": random_source.choice(ENTITY_TYPES), "observations": observations}
