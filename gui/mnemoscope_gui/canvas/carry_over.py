"""What stays when one scene follows another: the places and states of nodes that are in both. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mnemoscope_gui.canvas.emphasis import Emphasis
from mnemoscope_gui.canvas.scene import NodeKey, Scene

Positions = NDArray[np.float32]
NewNodes = dict[int, int]
"""The new number of each old node that stays."""


def renumbering(old: Scene, new: Scene, renamed: Mapping[str, str]) -> NewNodes:
    """Which nodes stay; `renamed` leads from old names to new ones."""
    keys: Iterable[NodeKey] = old.keys
    if renamed:
        keys = [(renamed.get(name, name), occurrence) for name, occurrence in old.keys]
    # Of 100,000 nodes most stay with each change: a loop of Python's own takes ten times as long.
    found = map(new.node_of_key.get, keys)
    return {old_node: new_node for old_node, new_node in enumerate(found) if new_node is not None}


def carried_positions(
    old: Scene, new: Scene, new_node: NewNodes, positions: Positions, is_fixed: NDArray[np.bool_]
) -> Positions:
    """(n, 2) positions of the new scene's nodes; NaN for nodes that have to find a place.

    These are the new ones, and those that had no relation and now have one: they belong beside their
    neighbours, not among the isolated. `is_fixed` says which of the old nodes stay in any case.
    """
    carried = np.full((new.node_count, 2), np.nan, np.float32)
    stays, goes = np.array(list(new_node), np.intp), np.array(list(new_node.values()), np.intp)
    carried[goes] = positions[stays]
    is_joining = (old.degrees[stays] == 0) & (new.degrees[goes] > 0) & ~is_fixed[stays]
    carried[goes[is_joining]] = np.nan
    return carried


def provisional_positions(positions: Positions, scene: Scene) -> Positions:
    """`positions` with NaN rows beside a neighbour, or in the middle, until the layout has its say."""
    known: NDArray[np.bool_] = np.isfinite(positions[:, 0])
    filled = positions.copy()
    filled[~known] = positions[known].mean(axis=0)
    for near, far in (scene.edges.T, scene.edges.T[::-1]):
        grows = known[near] & ~known[far]
        filled[far[grows]] = positions[near[grows]]
    return filled


def carried_emphasis(emphasis: Emphasis, new_node: NewNodes) -> Emphasis:
    """The states of the nodes that stay."""

    def kept(nodes: frozenset[int]) -> frozenset[int]:
        return frozenset(new_node[node] for node in nodes if node in new_node)

    def still(node: int | None) -> int | None:
        return None if node is None else new_node.get(node)

    return replace(
        emphasis,
        selected=kept(emphasis.selected),
        hovered=still(emphasis.hovered),
        focused=still(emphasis.focused),
        highlighted=None if emphasis.highlighted is None else kept(emphasis.highlighted),
        added=kept(emphasis.added),
        changed=kept(emphasis.changed),
        pinned=kept(emphasis.pinned),
    )
