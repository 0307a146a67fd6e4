"""Graphs to lay out, of any size and the same at every run. Node numbers give no hint of the structure.

Planted communities after Lancichinetti, Fortunato & Radicchi, "Benchmark graphs for testing community
detection" (2008): sizes and degrees follow power laws. Preferential attachment after Barabási & Albert,
"Emergence of scaling in random networks" (1999).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

MIXING = 0.15
"""The share of edges of the planted communities that lead to another one."""

MEAN_DEGREE = 6.0
ATTACHED_EDGES = 3
COMPONENT_SHARE, ISOLATED_SHARE = 0.02, 0.03


@dataclass(frozen=True)
class SampleLayout:
    """A graph with (m, 2) edges; its communities (n,) and right picture (n, 2) where there is one."""

    name: str
    node_count: int
    edges: np.ndarray
    communities: np.ndarray | None = None
    true_positions: np.ndarray | None = None


def sample_layouts(size, seed=7):
    """Return the five graphs of about `size` nodes."""
    makers = (communities, attachment, tree, grid, forest)
    return [maker(size, np.random.default_rng(seed)) for maker in makers]


def communities(size, random):
    """Return communities of 15 and more nodes, each connected by itself."""
    sizes = _community_sizes(size, random)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    degrees = np.minimum(2.4 * (random.pareto(1.8, size) + 1), 60)
    degrees *= MEAN_DEGREE / degrees.mean()
    edges = []
    for start, end in pairwise(starts):
        inside = degrees[start:end]
        count = max(end - start - 1, int(inside.sum() * (1 - MIXING) / 2))
        edges.append(start + random.choice(end - start, (count, 2), p=inside / inside.sum()))
        edges.append(start + random.permutation(end - start)[_random_parents(end - start, random)])
    between = int(degrees.sum() * MIXING / 2)
    edges.append(random.choice(size, (between, 2), p=degrees / degrees.sum()))
    return _shuffled("communities", size, edges, random, communities=np.repeat(np.arange(len(sizes)), sizes))


def attachment(size, random):
    """Return a graph in which each new node takes three edges to ends of earlier edges."""
    ends = np.empty(2 * ATTACHED_EDGES * size, np.intp)
    ends[: 2 * ATTACHED_EDGES] = np.arange(2 * ATTACHED_EDGES) % (ATTACHED_EDGES + 1)
    filled = 2 * ATTACHED_EDGES
    for node in range(ATTACHED_EDGES + 1, size):
        chosen = ends[random.integers(0, filled, ATTACHED_EDGES)]
        ends[filled : filled + 2 * ATTACHED_EDGES : 2] = node
        ends[filled + 1 : filled + 2 * ATTACHED_EDGES : 2] = chosen
        filled += 2 * ATTACHED_EDGES
    return _shuffled("attachment", size, [ends[:filled].reshape(-1, 2)], random)


def tree(size, random):
    """Return a tree in which a node has 1, 2, 3 or 5 children."""
    children = random.choice([1, 2, 3, 5], size, p=[0.3, 0.35, 0.25, 0.1])
    parents = np.repeat(np.arange(size), children)[: size - 1]
    return _shuffled("tree", size, [np.column_stack([np.arange(1, size), parents])], random)


def grid(size, random):
    """Return a square grid, whose right picture is known."""
    side = round(size**0.5)
    numbers = np.arange(side * side).reshape(side, side)
    across = np.column_stack([numbers[:, :-1].ravel(), numbers[:, 1:].ravel()])
    down = np.column_stack([numbers[:-1].ravel(), numbers[1:].ravel()])
    true = np.column_stack(np.divmod(np.arange(side * side), side)).astype(float)
    return _shuffled("grid", side * side, [across, down], random, true_positions=true)


def forest(size, random):
    """Return components of very different sizes with a few cycles, and isolated nodes."""
    count, isolated = int(COMPONENT_SHARE * size), int(ISOLATED_SHARE * size)
    shares = random.lognormal(0, 0.9, count)
    sizes = 2 + (shares / shares.sum() * (size - isolated - 2 * count)).astype(int)
    edges = []
    for start, length in zip(np.cumsum(sizes) - sizes, sizes, strict=True):
        edges.append(start + _random_parents(length, random))
        edges.append(start + random.integers(0, length, (length // 5, 2)))
    rest = np.arange(count, count + size - int(sizes.sum()))
    component = np.concatenate([np.repeat(np.arange(count), sizes), rest])
    return _shuffled("forest", size, edges, random, communities=component)


def _community_sizes(size, random):
    """Return sizes with a density falling as the square, between 15 and 600, whose sum is `size`."""
    smallest, largest = 15, max(60, min(600, size // 12))
    sizes = []
    while sum(sizes) < size:
        share = random.random()
        sizes.append(int(1 / (1 / smallest + share * (1 / largest - 1 / smallest))))
    sizes[-1] -= sum(sizes) - size
    if sizes[-1] < 5:
        last = sizes.pop()
        sizes[-1] += last
    return np.array(sizes)


def _random_parents(size, random):
    """Return edges (size - 1, 2) from each node to a random earlier one."""
    children = np.arange(1, size)
    return np.column_stack([children, (random.random(size - 1) * children).astype(int)])


def _shuffled(name, size, edges, random, **known):
    """Return the simple graph of these edges under shuffled node numbers."""
    ends = np.sort(np.concatenate(edges), axis=1)
    ends = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    number = random.permutation(size)
    old = np.argsort(number)
    return SampleLayout(name, size, number[ends], **{part: values[old] for part, values in known.items()})
