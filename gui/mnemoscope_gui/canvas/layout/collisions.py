"""Moving nodes apart that cover each other."""

import numpy as np

from mnemoscope_gui.canvas.layout.arrays import Flags, Indices, Planar, group_starts, lengths, sum_at
from mnemoscope_gui.canvas.layout.callbacks import Stopped, StoppedEarly, go_on_unless, never_stopped
from mnemoscope_gui.canvas.layout.cooling import LARGE_GRAPH
from mnemoscope_gui.canvas.layout.room import Room

ROUNDS, ROUNDS_OF_LARGE = 60, 30
FEW_OVERLAPS = 0.002
"""The pass ends when overlaps are fewer than this share of the nodes."""

STEP = np.float32(0.9)
"""The share of an overlap that a round takes away."""

MOMENTUM = np.float32(0.6)
"""What a node that is still pushed keeps of its last move: a crowd comes apart in a fifth of the rounds."""

CROWD = 16
"""A node is compared with so many in each cell near it; more in one place part over several rounds."""


def separate_overlaps(
    positions: Planar,
    room: Room,
    *,
    pinned: Flags | None = None,
    stopped: Stopped = never_stopped,
    rounds: int | None = None,
) -> Planar:
    """Positions (2, n) in which the rooms of nodes, ellipses of one size, hardly overlap.

    Each round pushes every overlapping pair apart by most of its overlap (position-based constraints,
    Jakobsen, "Advanced character physics", 2001), with momentum (the heavy ball of Polyak, 1964). Pinned
    nodes stay; who overlaps one gives way alone. Ends early when `stopped`.
    """
    size = room.size[:, None]
    # In units of the room, ellipses are discs of diameter 1.
    moved = (positions / size).astype(np.float32)
    count = moved.shape[1]
    fixed = np.zeros(count, dtype=np.bool_) if pinned is None else pinned
    random = np.random.default_rng(0)
    if rounds is None:
        rounds = ROUNDS_OF_LARGE if count > LARGE_GRAPH else ROUNDS
    moves = np.zeros_like(moved)
    for _ in range(rounds if count > 1 else 0):
        try:
            first, second = pairs_closer_than_one(moved, stopped)
            movable = ~(fixed[first] & fixed[second])
            if movable.sum() <= FEW_OVERLAPS * count or stopped():
                break
            pushes = _pushes(moved, first[movable], second[movable], fixed, random, stopped)
            go_on_unless(stopped)
        except StoppedEarly:
            break
        moves *= MOMENTUM * (pushes != 0).any(axis=0)
        moves += pushes
        moved += moves
    separated = moved * size
    separated[:, fixed] = positions[:, fixed]
    return separated


def _pushes(
    positions: Planar,
    first: Indices,
    second: Indices,
    fixed: Flags,
    random: np.random.Generator,
    stopped: Stopped,
) -> Planar:
    """How far each node goes for all pairs that overlap, (2, n). Raises StoppedEarly."""
    # The noise parts nodes that lie on one another and have no direction to go.
    noise = random.standard_normal((2, len(first))).astype(np.float32) * np.float32(1e-3)
    apart = positions[:, second] - positions[:, first] + noise
    distance = lengths(apart) + np.float32(1e-9)
    push = apart / distance * np.maximum(1 - distance, 0) * STEP
    go_on_unless(stopped)
    alone = (fixed[first] | fixed[second]).astype(np.float32)
    share = (1 + alone) / 2
    on_second, on_first = share * ~fixed[second], -share * ~fixed[first]
    ends = np.concatenate([second, first])
    count = positions.shape[1]
    go_on_unless(stopped)
    rows = (np.concatenate([row * on_second, row * on_first]) for row in push)
    return np.stack([sum_at(ends, row, count) for row in rows])


def pairs_closer_than_one(positions: Planar, stopped: Stopped = never_stopped) -> tuple[Indices, Indices]:
    """The pairs of points less than 1 apart, each pair once, as two index arrays.

    Cells of side 1 hold the points (linked cells, Hockney & Eastwood, 1981); a pair lies in one cell or in
    two that touch. Raises StoppedEarly.
    """
    column, row = (positions - positions.min(axis=1)[:, None]).astype(np.int64)
    rows = int(row.max()) + 3
    keys = column * rows + row + 1
    order = np.argsort(keys)
    keys = keys[order]
    starts = group_starts(keys)
    cells, ends = keys[starts], np.append(starts[1:], len(keys))
    spans = [(np.arange(len(keys)) + 1, np.repeat(ends, ends - starts))]
    for offset in (1, rows - 1, rows, rows + 1):
        place = np.minimum(np.searchsorted(cells, keys + offset), len(cells) - 1)
        there = cells[place] == keys + offset
        spans.append((starts[place], np.where(there, ends[place], starts[place])))
    found = []
    for span in spans:
        go_on_unless(stopped)
        one, other = _spans(*span)
        first, second = order[one], order[other]
        close = lengths(positions[:, second] - positions[:, first]) < 1
        found.append((first[close], second[close]))
    return np.concatenate([first for first, _ in found]), np.concatenate([second for _, second in found])


def _spans(starts: Indices, ends: Indices) -> tuple[Indices, Indices]:
    """Pair each row i with the numbers from starts[i] up to ends[i], at most CROWD of them."""
    counts = np.minimum(ends - starts, CROWD)
    rows = np.repeat(np.arange(len(counts)), counts)
    before = np.cumsum(counts) - counts
    return rows, np.arange(len(rows)) - np.repeat(before - starts, counts)
