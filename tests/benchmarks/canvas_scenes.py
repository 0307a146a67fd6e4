"""Scenes with positions to be painted: communities of about forty on a disc, and three relations a node."""

import numpy as np

from mnemoscope_gui.canvas.scene import build_scene
from mnemoscope_shared.model import Entity, Relation

EDGES_PER_NODE = 3
TYPES = ("person", "team", "task", "place", "idea", "device", "trip", "habit")
COMMUNITY_SIZE, NEAR_COMMUNITIES = 40, 8
INSIDE, NEAR = 0.80, 0.94
"""Four of five edges stay in their community, and most of the others lead to one nearby."""


def clustered_scene(size, seed=1):
    """Return a scene of `size` entities and its positions (n, 2) float32, edge lengths."""
    random = np.random.default_rng(seed)
    count = max(4, size // COMMUNITY_SIZE)
    radius, angle = size**0.5 * np.sqrt(random.random(count)), random.random(count) * 2 * np.pi
    centres = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    community = np.sort(random.integers(0, count, size))
    positions = centres[community] + random.normal(0, 2, (size, 2))
    sources, targets = _edges(random, community, centres)
    names = [f"Entity {node}" for node in range(size)]
    entities = [Entity(name, TYPES[node % len(TYPES)], ()) for node, name in enumerate(names)]
    ends = zip(sources, targets, strict=True)
    relations = [Relation(names[source], names[target], "knows") for source, target in ends]
    scene = build_scene(entities, relations, TYPES.index)
    return scene, positions.astype(np.float32)


def moved_positions(positions, frames, seed=2):
    """Return `frames` arrays like `positions`, each a little farther on, as a layout hands them out."""
    random = np.random.default_rng(seed)
    steps = random.normal(0, 0.02, (frames, 2, 1, 1)).astype(np.float32)
    noise = random.normal(0, 1, (2, *positions.shape)).astype(np.float32)
    return [positions + (step * noise).sum(axis=0) for step in steps]


def _edges(random, community, centres):
    """Return the ends of three edges a node, hubs being the first nodes of each community."""
    count = EDGES_PER_NODE * len(community)
    sources = random.integers(0, len(community), count)
    near = np.stack([_nearest(centre, centres) for centre in centres])
    kind, to = random.random(count), community[sources]
    is_near = (kind >= INSIDE) & (kind < NEAR)
    to[is_near] = near[to[is_near], random.integers(0, near.shape[1], int(is_near.sum()))]
    is_far = kind >= NEAR
    to[is_far] = random.integers(0, len(centres), int(is_far.sum()))
    first, last = (np.searchsorted(community, to, side) for side in ("left", "right"))
    targets = first + (np.maximum(last - first, 1) * random.random(count) ** 2).astype(int)
    targets = np.minimum(targets, len(community) - 1)
    targets = np.where(targets == sources, (targets + 1) % len(community), targets)
    return sources.tolist(), targets.tolist()


def _nearest(centre, centres):
    apart = ((centres - centre) ** 2).sum(axis=1)
    return (
        np.argpartition(apart, NEAR_COMMUNITIES - 1)[:NEAR_COMMUNITIES] if len(apart) > 8 else apart.argsort()
    )
