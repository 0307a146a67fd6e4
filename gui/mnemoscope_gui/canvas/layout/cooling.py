"""How the temperature of a simulation falls: hot nodes find their side, cold ones their place.

Geometric cooling, as in simulated annealing (Kirkpatrick, Gelatt & Vecchi, 1983) and d3-force (Bostock).
"""

from collections.abc import Iterator
from dataclasses import dataclass

LARGE_GRAPH = 20_000
"""Above this many nodes, ticks are few."""


@dataclass(frozen=True, slots=True)
class Cooling:
    """A temperature that falls geometrically from `first` to `last` within `ticks`."""

    ticks: int
    first: float
    last: float

    def __iter__(self) -> Iterator[float]:
        ratio = self.last / self.first
        return (self.first * ratio ** (tick / max(self.ticks - 1, 1)) for tick in range(self.ticks))


def level_cooling(level: int, level_count: int, node_count: int, level_nodes: int) -> Cooling:
    """The cooling of a level (0 is the finest) of `level_nodes` nodes, of a graph of `node_count`.

    The coarsest of several starts from a picture of little stress and is only warmed: heat would undo it.
    """
    large = node_count > LARGE_GRAPH
    last = 0.005 if level == 0 else 0.05
    if level_count == 1:
        return Cooling(250, 1.0, last)
    if level == level_count - 1:
        return Cooling(50, 0.3, last)
    if level == 0:
        return Cooling(30, 0.4, last) if large else Cooling(110, 1.0, last)
    if level_nodes > LARGE_GRAPH:
        return Cooling(20, 0.4, last)
    return Cooling(40, 0.4, last) if large else Cooling(100, 1.0, last)


def settling_cooling(node_count: int) -> Cooling:
    """The cooling of a picture that people already know."""
    return Cooling(40, 0.4, 0.005) if node_count > LARGE_GRAPH else Cooling(200, 0.7, 0.005)


def additions_cooling(node_count: int) -> Cooling:
    """The cooling of a picture to which nodes were added."""
    return Cooling(30 if node_count > LARGE_GRAPH else 60, 0.3, 0.015)
